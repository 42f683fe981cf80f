import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { DeleteContext, ProviderContext, Resource } from "@byocni/azure/arm";
import { type ResourceId, armErrors } from "@byocni/azure/types";

export const nodeGroupErrorTable = {
  DenyAssignmentAuthorizationFailed: {
    status: 403,
    message:
      "The client '{client}' with object id '{objectId}' has permission to perform action '{action}' on scope '{scope}'; however, the access is denied because of the deny assignment with name 'Deny assignment for cluster {cluster}' and Id '{id}' at scope '{group}'.",
    source: "form of refusals by deny assignments in public issues; AKS sets one on locked node resource groups",
  },
} as const;

const faults = armErrors(nodeGroupErrorTable);

/** Marks a resource as one that AKS made for a cluster. */
export function managedByCluster(cluster: Resource): JsonObject {
  return { managedByCluster: cluster.id.text };
}

/** Id of the cluster for which AKS made a resource. */
export function clusterThatManages(resource: Resource): string | undefined {
  const hidden = isJsonObject(resource.hidden) ? resource.hidden : {};
  return typeof hidden["managedByCluster"] === "string" ? hidden["managedByCluster"] : undefined;
}

/**
 * Guards what AKS made in the node resource group: it changes and goes with the cluster only.
 * @throws ArmError DenyAssignmentAuthorizationFailed while the cluster lives
 */
export async function requireNotManaged(
  resource: Resource | undefined,
  verb: "write" | "delete",
  context: ProviderContext | DeleteContext,
  asked: ResourceId | undefined = resource?.id,
): Promise<void> {
  const cluster = resource && clusterThatManages(resource);
  if (!resource || !asked || cluster === undefined) return;
  const owner = await context.resources.get(cluster);
  if (!owner || owner.provisioningState === "Deleting") return;
  const { principal } = context;
  const group = `/subscriptions/${resource.id.subscriptionId}/resourceGroups/${resource.id.resourceGroup}`;
  throw faults.DenyAssignmentAuthorizationFailed({
    client: principal.appId ?? principal.displayName,
    objectId: principal.objectId,
    action: `${asked.type}/${verb}`,
    scope: asked.text,
    cluster: owner.name,
    id: `${group}/providers/Microsoft.Authorization/denyAssignments/${String(owner.hidden?.["uid"] ?? "")}`,
    group,
  });
}
