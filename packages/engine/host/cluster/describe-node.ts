import { createHash } from "node:crypto";
import type { ClusterSpec, NodePoolSpec } from "@byocni/azure/providers";
import type { NodeDescription } from "@byocni/node/agent";
import type { Taint } from "@byocni/kube/client";
import type { PodAddresses } from "@byocni/node/simulated";
import { nodeImage } from "./node-image.ts";
import { machineSize, nodeResources } from "./vm-size.ts";

/** The instance of a scale set that a node is. */
export interface NodeInstance {
  readonly name: string;
  readonly pool: string;
  readonly index: number;
  readonly ip: string;
}

/** `aks-nodepool1-23902496-vmss00000a`: the index in base 36. */
export function nodeName(scaleSetName: string, index: number): string {
  return `${scaleSetName}${index.toString(36).padStart(6, "0")}`;
}

/** What a node of AKS registers with. */
export function describeNode(
  spec: ClusterSpec,
  pool: NodePoolSpec,
  instance: NodeInstance & { readonly pods?: PodAddresses },
): NodeDescription {
  const image = nodeImage(pool.nodeImageVersion);
  const size = machineSize(pool.vmSize);
  const zones = pool.availabilityZones;
  const zone = zones.length > 0 ? `${spec.location}-${zones[instance.index % zones.length]}` : "0";
  const id = (what: string): string =>
    createHash("sha256").update(`${what}/${spec.uid}/${instance.name}`).digest("hex");
  const minor = Number(pool.kubernetesVersion.split(".")[1]);
  return {
    name: instance.name,
    ip: instance.ip,
    labels: {
      agentpool: pool.name,
      "beta.kubernetes.io/instance-type": pool.vmSize,
      "failure-domain.beta.kubernetes.io/region": spec.location,
      "failure-domain.beta.kubernetes.io/zone": zone,
      "kubernetes.azure.com/agentpool": pool.name,
      "kubernetes.azure.com/cluster": spec.nodeResourceGroup,
      "kubernetes.azure.com/mode": pool.mode.toLowerCase(),
      "kubernetes.azure.com/node-image-version": pool.nodeImageVersion,
      "kubernetes.azure.com/os-sku": pool.osSku,
      "kubernetes.azure.com/role": "agent",
      // The published article shows the role `agent` at 1.21; nodes of today have none.
      ...(minor <= 22 ? { "kubernetes.io/role": "agent" } : {}),
      "node.kubernetes.io/instance-type": pool.vmSize,
      "topology.disk.csi.azure.com/zone": zones.length > 0 ? zone : "",
      "topology.kubernetes.io/region": spec.location,
      "topology.kubernetes.io/zone": zone,
      ...pool.nodeLabels,
    },
    taints: [...pool.nodeTaints, ...pool.nodeInitializationTaints].flatMap(taintOf),
    providerID: `azure:///subscriptions/${spec.subscriptionId}/resourceGroups/${spec.nodeResourceGroup.toLowerCase()}/providers/Microsoft.Compute/virtualMachineScaleSets/${pool.scaleSetName}/virtualMachines/${instance.index}`,
    // The route controller gives nodes of kubenet their ranges; Azure's own plugins do without.
    ...(spec.network.plugin === "kubenet" && instance.pods ? { podCIDR: instance.pods.subnet } : {}),
    ...nodeResources(size, pool.maxPods, 128),
    system: {
      machineID: id("machine").slice(0, 32),
      systemUUID: uuidOf(id("system")),
      bootID: uuidOf(id("boot")),
      kernelVersion: image.kernelVersion,
      osImage: image.osImage,
      kubeletVersion: `v${pool.kubernetesVersion}`,
      kubeProxyVersion: minor < 33 ? `v${pool.kubernetesVersion}` : "",
      operatingSystem: pool.osType.toLowerCase(),
      architecture: "amd64",
    },
  };
}

function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/** AKS writes taints as `key=value:Effect` or `key:Effect`; what is not one was refused before. */
function taintOf(text: string): readonly Taint[] {
  const match = /^([^=:]+)(?:=([^:]*))?:(NoSchedule|PreferNoSchedule|NoExecute)$/.exec(text);
  const [, key, value, effect] = match ?? [];
  if (key === undefined || effect === undefined) return [];
  return [{ key, ...(value ? { value } : {}), effect: effect as Taint["effect"] }];
}
