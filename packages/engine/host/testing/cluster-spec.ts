import type { ClusterSpec, NodePoolSpec } from "@byocni/azure/providers";

/** A node pool of AKS, as tests need one. */
export function testPool(name: string, count: number, changes: Partial<NodePoolSpec> = {}): NodePoolSpec {
  return {
    name,
    count,
    mode: "System",
    osType: "Linux",
    osSku: "Ubuntu",
    vmSize: "Standard_D4s_v5",
    maxPods: 250,
    kubernetesVersion: "1.35.4",
    nodeImageVersion: "AKSUbuntu-2404gen2containerd-202607.09.0",
    nodeLabels: {},
    nodeTaints: [],
    nodeInitializationTaints: [],
    availabilityZones: [],
    scaleSetName: `aks-${name}-12345678-vmss`,
    subnetCidr: "10.224.0.0/16",
    ...changes,
  };
}

/** A `none` cluster with these pools. */
export function testSpec(...pools: readonly NodePoolSpec[]): ClusterSpec {
  return {
    uid: "uid-1",
    name: "mine",
    subscriptionId: "00000000-0000-0000-0000-000000000001",
    resourceGroup: "group",
    nodeResourceGroup: "MC_group_mine_eastus",
    location: "eastus",
    kubernetesVersion: "1.35.4",
    fqdn: "mine.hcp.eastus.azmk8s.io",
    rbac: true,
    network: {
      plugin: "none",
      serviceCidrs: ["10.0.0.0/16"],
      dnsServiceIP: "10.0.0.10",
      podCidrs: [],
      kubeProxy: true,
    },
    pools,
  };
}
