import type { JsonObject } from "@byocni/base/core";
import type { OperationContext, Resource, ResourceState } from "@byocni/azure/arm";
import { managedSubnet } from "@byocni/rules/catalog";
import { clusterThatManages, managedByCluster } from "../../managed-by-aks.ts";
import { freeAddress } from "../../network/public-ip-addresses.ts";
import { clusterOf } from "../cluster-spec.ts";
import type { NodeGroupNames } from "./names.ts";

/** Puts the network that AKS makes: the VNet when no pool has a subnet of its own, the security group, the way out. */
export async function putNetwork(cluster: Resource, names: NodeGroupNames, context: OperationContext): Promise<void> {
  const { resources } = context;
  const { properties } = clusterOf(cluster);
  const put = (type: string, name: string, state: Omit<ResourceState, "hidden" | "location">): Promise<Resource> =>
    resources.put(names.id(type, name), {
      ...state,
      location: cluster.location ?? "",
      hidden: managedByCluster(cluster),
    });
  await put("Microsoft.Network/networkSecurityGroups", names.securityGroup, { properties: { securityRules: [] } });
  if (properties.networkProfile.networkPlugin === "kubenet")
    await put("Microsoft.Network/routeTables", names.routeTable, {
      properties: { disableBgpRoutePropagation: false, routes: [] },
    });
  if (properties.agentPoolProfiles.some((pool) => pool.vnetSubnetID === undefined))
    await put("Microsoft.Network/virtualNetworks", names.vnet, { properties: managedVnet() });
  if (properties.networkProfile.outboundType !== "loadBalancer") return removeWayOut(names, context);
  const addresses = outboundIps(cluster, names);
  for (const id of addresses.managed) {
    const before = await resources.get(id);
    if (before) continue;
    await put("Microsoft.Network/publicIPAddresses", id.slice(id.lastIndexOf("/") + 1), {
      sku: { name: "Standard", tier: "Regional" },
      tags: { "aks-managed-type": "aks-slb-managed-outbound-ip" },
      properties: {
        publicIPAddressVersion: "IPv4",
        publicIPAllocationMethod: "Static",
        idleTimeoutInMinutes: 4,
        ipTags: [],
        ipAddress: await freeAddress(id.toLowerCase(), "IPv4", context),
      },
    });
  }
  await put("Microsoft.Network/loadBalancers", "kubernetes", {
    sku: { name: "Standard", tier: "Regional" },
    tags: { "aks-managed-cluster-name": cluster.name, "aks-managed-cluster-rg": cluster.id.resourceGroup ?? "" },
    properties: loadBalancer(names, addresses.all),
  });
}

/** After a change of the outbound type nodes go out by other means. */
async function removeWayOut(names: NodeGroupNames, { resources }: OperationContext): Promise<void> {
  await resources.remove(names.id("Microsoft.Network/loadBalancers", "kubernetes"));
  const within = `/subscriptions/${names.subscriptionId}/resourceGroups/${names.group}`;
  for (const address of await resources.list({ within, type: "Microsoft.Network/publicIPAddresses" }))
    if (clusterThatManages(address) !== undefined) await resources.remove(address.id);
}

function managedVnet(): JsonObject {
  const [subnet = ""] = managedSubnet.prefixes;
  return {
    addressSpace: { addressPrefixes: managedSubnet.vnet.prefixes },
    subnets: [
      {
        name: managedSubnet.name,
        properties: {
          addressPrefix: subnet,
          delegations: [],
          privateEndpointNetworkPolicies: "Disabled",
          privateLinkServiceNetworkPolicies: "Enabled",
        },
      },
    ],
    virtualNetworkPeerings: [],
    enableDdosProtection: false,
  };
}

/** Public IPs by which nodes go out: those that AKS makes, or those that the user gave. */
export function outboundIps(
  cluster: Resource,
  names: NodeGroupNames,
): { readonly managed: readonly string[]; readonly all: readonly string[] } {
  const profile = (clusterOf(cluster).properties.networkProfile["loadBalancerProfile"] ?? {}) as JsonObject;
  const given = (profile["outboundIPs"] as { readonly publicIPs?: readonly { readonly id: string }[] } | undefined)
    ?.publicIPs;
  if (given) return { managed: [], all: given.map(({ id }) => id) };
  const count = Number((profile["managedOutboundIPs"] as JsonObject | undefined)?.["count"] ?? 1);
  const managed = Array.from({ length: count }, (_, index) =>
    names.id("Microsoft.Network/publicIPAddresses", names.outboundIp(index)),
  );
  return { managed, all: managed };
}

function loadBalancer(names: NodeGroupNames, addresses: readonly string[]): JsonObject {
  const id = names.id("Microsoft.Network/loadBalancers", "kubernetes");
  const frontends = addresses.map((address) => ({
    name: address.slice(address.lastIndexOf("/") + 1),
    properties: { privateIPAllocationMethod: "Dynamic", publicIPAddress: { id: address } },
  }));
  return {
    frontendIPConfigurations: frontends,
    backendAddressPools: [
      { name: "aksOutboundBackendPool", properties: {} },
      { name: "kubernetes", properties: {} },
    ],
    loadBalancingRules: [],
    probes: [],
    inboundNatRules: [],
    inboundNatPools: [],
    outboundRules: [
      {
        name: "aksOutboundRule",
        properties: {
          allocatedOutboundPorts: 0,
          protocol: "All",
          enableTcpReset: true,
          idleTimeoutInMinutes: 30,
          backendAddressPool: { id: `${id}/backendAddressPools/aksOutboundBackendPool` },
          frontendIPConfigurations: frontends.map(({ name }) => ({ id: `${id}/frontendIPConfigurations/${name}` })),
        },
      },
    ],
  };
}
