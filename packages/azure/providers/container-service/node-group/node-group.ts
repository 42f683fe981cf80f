import type { OperationContext, Resource } from "@byocni/azure/arm";
import { managedByCluster } from "../../managed-by-aks.ts";
import { clusterOf } from "../cluster-spec.ts";
import { nodeGroupNames } from "./names.ts";
import { putNetwork } from "./network.ts";
import { putScaleSets } from "./scale-sets.ts";

/** Puts into a node resource group what AKS leaves there. @param withoutPool a pool that is on its way out */
export type NodeGroupContents = (cluster: Resource, context: OperationContext, withoutPool?: string) => Promise<void>;

/**
 * Makes the node resource group be as AKS leaves it for a cluster. Bears repetition.
 * @param contents what to put into it; a cloud without the providers of these types leaves it empty
 */
export function nodeGroup(contents: NodeGroupContents | undefined): NodeGroupContents {
  return async (cluster, context, withoutPool) => {
    const { group, subscriptionId } = nodeGroupNames(cluster);
    await context.resources.putGroup({
      subscriptionId,
      name: group,
      location: cluster.location ?? "",
      managedBy: cluster.id.text,
      tags: { "aks-managed-cluster-name": cluster.name, "aks-managed-cluster-rg": cluster.id.resourceGroup ?? "" },
    });
    await contents?.(cluster, context, withoutPool);
  };
}

/** Kubelet identity, network, one scale set a pool: types of `Microsoft.ManagedIdentity`, `Network` and `Compute`. */
export const nodeGroupContents: NodeGroupContents = async (cluster, context, withoutPool) => {
  const names = nodeGroupNames(cluster);
  const { clientId, objectId, resourceId } = clusterOf(cluster).hidden.kubeletIdentity;
  if (resourceId === undefined)
    await context.resources.put(names.kubeletIdentityId, {
      location: cluster.location ?? "",
      properties: { tenantId: context.tenantId, principalId: objectId, clientId },
      hidden: managedByCluster(cluster),
    });
  await putNetwork(cluster, names, context);
  await putScaleSets(cluster, names, context, withoutPool);
};
