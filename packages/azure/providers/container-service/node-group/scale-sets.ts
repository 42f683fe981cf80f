import type { JsonObject } from "@byocni/base/core";
import type { OperationContext, Resource, ResourceState } from "@byocni/azure/arm";
import { managedByCluster } from "../../managed-by-aks.ts";
import { clusterOf } from "../cluster-spec.ts";
import type { AgentPoolProperties } from "../properties.ts";
import type { NodeGroupNames } from "./names.ts";

const type = "Microsoft.Compute/virtualMachineScaleSets";

/** Puts one scale set a pool, and takes away those of pools that are gone. */
export async function putScaleSets(
  cluster: Resource,
  names: NodeGroupNames,
  context: OperationContext,
  withoutPool?: string,
): Promise<void> {
  const { resources } = context;
  const pools = clusterOf(cluster).properties.agentPoolProfiles.filter(({ name }) => name !== withoutPool);
  const wanted = new Set<string>();
  for (const pool of pools) {
    const resource = await resources.put(names.id(type, names.scaleSet(pool.name)), scaleSet(cluster, pool, names));
    wanted.add(resource.id.key);
  }
  const within = `/subscriptions/${names.subscriptionId}/resourceGroups/${names.group}`;
  for (const { id } of await resources.list({ within, type })) if (!wanted.has(id.key)) await resources.remove(id);
}

function scaleSet(cluster: Resource, pool: AgentPoolProperties, names: NodeGroupNames): ResourceState {
  const { properties, hidden } = clusterOf(cluster);
  const name = names.scaleSet(pool.name);
  const { clientId, objectId } = hidden.kubeletIdentity;
  const stopped = pool.powerState.code === "Stopped" || properties.powerState.code === "Stopped";
  return {
    location: cluster.location ?? "",
    sku: { name: pool.vmSize, tier: "Standard", capacity: stopped ? 0 : pool.count },
    ...(pool.availabilityZones ? { zones: pool.availabilityZones } : {}),
    identity: {
      type: "UserAssigned",
      userAssignedIdentities: { [names.kubeletIdentityId]: { clientId, principalId: objectId } },
    },
    tags: {
      "aks-managed-cluster-name": cluster.name,
      "aks-managed-cluster-rg": cluster.id.resourceGroup ?? "",
      "aks-managed-kubeletIdentityClientID": clientId,
      "aks-managed-orchestrator": `Kubernetes:${pool.currentOrchestratorVersion}`,
      "aks-managed-poolName": pool.name,
    },
    properties: {
      singlePlacementGroup: false,
      orchestrationMode: "Uniform",
      upgradePolicy: { mode: "Manual" },
      overprovision: false,
      platformFaultDomainCount: 1,
      virtualMachineProfile: {
        osProfile: {
          computerNamePrefix: name,
          adminUsername: adminOf(properties["linuxProfile"]),
          allowExtensionOperations: true,
        },
        storageProfile: {
          imageReference: { id: imageId(pool.nodeImageVersion) },
          osDisk: {
            osType: pool.osType,
            createOption: "FromImage",
            caching: "ReadWrite",
            diskSizeGB: pool.osDiskSizeGB,
          },
        },
        networkProfile: {
          networkInterfaceConfigurations: [networkInterface(cluster, pool, names)],
        },
        priority: pool["scaleSetPriority"] === "Spot" ? "Spot" : "Regular",
      },
    },
    hidden: { ...managedByCluster(cluster), uid: hidden.uid, pool: pool.name },
  };
}

function networkInterface(cluster: Resource, pool: AgentPoolProperties, names: NodeGroupNames): JsonObject {
  const { networkPlugin, outboundType } = clusterOf(cluster).properties.networkProfile;
  const balancer = names.id("Microsoft.Network/loadBalancers", "kubernetes");
  return {
    name: names.scaleSet(pool.name),
    properties: {
      primary: true,
      enableAcceleratedNetworking: true,
      enableIPForwarding: networkPlugin === "kubenet",
      networkSecurityGroup: { id: names.id("Microsoft.Network/networkSecurityGroups", names.securityGroup) },
      ipConfigurations: [
        {
          name: "ipconfig1",
          properties: {
            primary: true,
            privateIPAddressVersion: "IPv4",
            subnet: { id: pool.vnetSubnetID ?? names.subnetId },
            ...(outboundType === "loadBalancer"
              ? {
                  loadBalancerBackendAddressPools: ["aksOutboundBackendPool", "kubernetes"].map((name) => ({
                    id: `${balancer}/backendAddressPools/${name}`,
                  })),
                }
              : {}),
          },
        },
      ],
    },
  };
}

/** Images of nodes lie in a gallery of AKS's own: `AKSUbuntu-2404gen2containerd-202607.09.0`. */
function imageId(nodeImage: string): string {
  const at = nodeImage.lastIndexOf("-");
  const [gallery = "AKSUbuntu", ...rest] = nodeImage.slice(0, at).split("-");
  return `/subscriptions/109a5e88-712a-48ae-9078-9ca8b3c81345/resourceGroups/${gallery}/providers/Microsoft.Compute/galleries/${gallery}/images/${rest.join("-")}/versions/${nodeImage.slice(at + 1)}`;
}

function adminOf(linuxProfile: unknown): string {
  const { adminUsername } = (linuxProfile ?? {}) as { readonly adminUsername?: unknown };
  return typeof adminUsername === "string" ? adminUsername : "azureuser";
}
