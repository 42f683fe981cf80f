import type { ClusterFacts, NetworkFacts, PoolFacts, SubnetFacts } from "../facts.ts";

/** A pool that breaks no rule. */
export function poolFacts(changes: Partial<PoolFacts> = {}): PoolFacts {
  return {
    name: "nodepool1",
    path: "properties.agentPoolProfiles[0]",
    subject: true,
    mode: "System",
    osType: "Linux",
    vmSize: "Standard_D4ds_v5",
    kubernetesVersion: "1.35.4",
    count: 3,
    maxCount: 3,
    maxPods: 250,
    nodeTaints: [],
    ...changes,
  };
}

/** A subnet of 10.1.0.0/16 that breaks no rule. */
export function subnetFacts(changes: Partial<SubnetFacts> = {}): SubnetFacts {
  return {
    id: "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/nodes",
    name: "nodes",
    prefixes: ["10.1.0.0/24"],
    delegations: [],
    vnet: {
      id: "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v",
      prefixes: ["10.1.0.0/16"],
      subnets: [{ name: "nodes", prefixes: ["10.1.0.0/24"] }],
      peers: [],
    },
    ...changes,
  };
}

/** A `none` cluster that breaks no rule. */
export function clusterFacts(
  changes: Omit<Partial<ClusterFacts>, "network" | "subnets"> & {
    readonly network?: Partial<NetworkFacts>;
    readonly subnets?: readonly SubnetFacts[];
  } = {},
): ClusterFacts {
  const { network, subnets = [], ...rest } = changes;
  return {
    name: "c",
    resourceGroup: "rg",
    apiVersion: "2026-05-01",
    kubernetesVersion: "1.35.4",
    identity: { kind: "systemAssigned" },
    pools: [poolFacts(subnets[0] ? { subnetId: subnets[0].id } : {})],
    ...rest,
    network: {
      plugin: "none",
      podCidrs: ["192.168.0.0/16"],
      serviceCidrs: ["10.0.0.0/16"],
      dnsServiceIP: "10.0.0.10",
      outboundType: "loadBalancer",
      given: new Set(["networkPlugin", "podCidr"]),
      ...network,
    },
    subnets: new Map(subnets.map((subnet) => [subnet.id.toLowerCase(), subnet])),
  };
}
