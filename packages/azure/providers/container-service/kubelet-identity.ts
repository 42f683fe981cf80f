import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { PrepareRequest, ProviderContext } from "@byocni/azure/arm";
import { aksFaults } from "./errors.ts";
import type { KubeletIdentity } from "./properties.ts";

const assign = "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action";

/**
 * The identity of the nodes: one of the user's where the request names one, else one that AKS makes.
 * @param cluster identity block of the cluster, ids filled in
 * @throws ArmError when the one named is not there or the cluster's identity may not assign it
 */
export async function newKubeletIdentity(
  { body, purpose }: PrepareRequest,
  cluster: JsonObject | undefined,
  context: ProviderContext,
): Promise<KubeletIdentity> {
  const resourceId = customKubeletIdentity(body.properties);
  if (resourceId === undefined) return { objectId: context.random.uuid(), clientId: context.random.uuid() };
  if (cluster?.["type"] !== "UserAssigned") throw aksFaults.KubeletIdentityNeedsUserAssigned();
  const identity = await context.resources.get(resourceId);
  if (!identity)
    throw aksFaults.InvalidParameter(
      { parameter: "identityProfile.kubeletidentity", reason: `The identity ${resourceId} was not found.` },
      { target: "identityProfile.kubeletidentity" },
    );
  const [own] = Object.values((cluster["userAssignedIdentities"] ?? {}) as Record<string, JsonObject>);
  // Before a template runs, its identities and role assignments are not there to be asked.
  const mayAssign =
    purpose !== "apply" || (await context.hasPermission(String(own?.["principalId"]), assign, identity.id.text));
  if (!mayAssign) throw aksFaults.KubeletIdentityMissingPermission();
  const { principalId, clientId } = identity.properties;
  return { objectId: String(principalId), clientId: String(clientId), resourceId: identity.id.text };
}

function customKubeletIdentity(properties: JsonObject | undefined): string | undefined {
  const profile = properties?.["identityProfile"];
  const kubelet = isJsonObject(profile) ? profile["kubeletidentity"] : undefined;
  const id = isJsonObject(kubelet) ? kubelet["resourceId"] : undefined;
  return typeof id === "string" && id !== "" ? id : undefined;
}
