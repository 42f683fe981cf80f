import type { Resource } from "@byocni/azure/arm";
import { clusterOf } from "../cluster-spec.ts";
import { clusterDigits, scaleSetName, stableUuid } from "../names.ts";

/** Names and ids of what AKS makes for a cluster in its node resource group. */
export interface NodeGroupNames {
  readonly group: string;
  readonly subscriptionId: string;
  /** Id of a resource in the group by type and name. */
  id(type: string, name: string): string;
  readonly vnet: string;
  readonly subnetId: string;
  readonly securityGroup: string;
  readonly routeTable: string;
  readonly kubeletIdentityName: string;
  /** Of the one that AKS makes, or of the user's. */
  readonly kubeletIdentityId: string;
  scaleSet(pool: string): string;
  /** Public IP for outgoing traffic, counted from 0: named by a UUID. */
  outboundIp(index: number): string;
}

export function nodeGroupNames(cluster: Resource): NodeGroupNames {
  const { properties, hidden } = clusterOf(cluster);
  const { subscriptionId = "" } = cluster.id;
  const group = properties.nodeResourceGroup;
  const digits = clusterDigits(hidden.uid);
  const id = (type: string, name: string): string =>
    `/subscriptions/${subscriptionId}/resourceGroups/${group}/providers/${type}/${name}`;
  const kubeletIdentityName = `${cluster.name}-agentpool`;
  const vnet = `aks-vnet-${digits}`;
  return {
    group,
    subscriptionId,
    id,
    vnet,
    subnetId: `${id("Microsoft.Network/virtualNetworks", vnet)}/subnets/aks-subnet`,
    securityGroup: `aks-agentpool-${digits}-nsg`,
    routeTable: `aks-agentpool-${digits}-routetable`,
    kubeletIdentityName,
    kubeletIdentityId:
      hidden.kubeletIdentity.resourceId ?? id("Microsoft.ManagedIdentity/userAssignedIdentities", kubeletIdentityName),
    scaleSet: (pool) => scaleSetName(pool, hidden.uid),
    outboundIp: (index) => stableUuid(hidden.uid, `outbound/${index}`),
  };
}
