import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { ProviderContext, PutBody, Resource } from "@byocni/azure/arm";
import { aksFaults } from "./errors.ts";
import type { ClusterHidden } from "./properties.ts";

/** The identity block of a cluster with its read-only ids. @throws ArmError when an identity that it names is not there. */
export async function identityOf(
  body: PutBody,
  existing: Resource | undefined,
  hidden: Pick<ClusterHidden, "systemIdentity">,
  context: ProviderContext,
): Promise<JsonObject | undefined> {
  const wanted = isJsonObject(body["identity"]) ? body["identity"] : existing?.identity;
  if (!wanted) return undefined;
  const type = wanted["type"];
  if (type === "SystemAssigned") {
    return { type, principalId: hidden.systemIdentity.objectId, tenantId: context.tenantId };
  }
  if (type !== "UserAssigned")
    throw aksFaults.InvalidParameter(
      { parameter: "identity.type", reason: "Allowed values are: SystemAssigned, UserAssigned." },
      { target: "identity.type" },
    );
  const ids = isJsonObject(wanted["userAssignedIdentities"]) ? Object.keys(wanted["userAssignedIdentities"]) : [];
  if (ids.length !== 1)
    throw aksFaults.InvalidParameter(
      { parameter: "identity.userAssignedIdentities", reason: "It must name exactly one identity." },
      { target: "identity.userAssignedIdentities" },
    );
  const described: Record<string, JsonObject> = {};
  for (const id of ids) {
    const identity = await context.resources.get(id);
    if (!identity)
      throw aksFaults.InvalidParameter(
        { parameter: "identity.userAssignedIdentities", reason: `The identity ${id} was not found.` },
        { target: "identity.userAssignedIdentities" },
      );
    const { principalId = "", clientId = "" } = identity.properties;
    described[id] = { principalId, clientId };
  }
  return { type, userAssignedIdentities: described };
}
