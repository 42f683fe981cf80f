import type { Random } from "@byocni/base/core";
import type { Taint } from "@byocni/kube/client";
import type { NodeDescription } from "@byocni/node/agent";
import { aksNodeImage } from "./node-image.ts";

export interface AksNodeOptions {
  /** `aks-nodepool1-12345678-vmss000000` */
  readonly name: string;
  readonly ip: string;
  readonly poolName: string;
  readonly mode: "System" | "User";
  readonly kubernetesVersion: string;
  readonly location: string;
  readonly subscriptionId: string;
  /** `MC_myResourceGroup_myAKSCluster_eastus` */
  readonly nodeResourceGroup: string;
  readonly vmSize: string;
  readonly cpuCount: number;
  readonly memoryMiB: number;
  readonly maxPods: number;
  /** The instance's number in its scale set. */
  readonly instance: number;
  /** An availability zone such as `1`. */
  readonly zone?: string;
  readonly osDiskGiB?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly random: Random;
}

/** Memory that AKS keeps from pods, in MiB: 20 MiB a pod and 50 more, or a quarter of the whole, the smaller; and the eviction limit. */
function reservedMemoryMiB(totalMiB: number, maxPods: number): number {
  return Math.min(20 * maxPods + 50, Math.floor(totalMiB / 4)) + 100;
}

/** CPU that AKS keeps from pods, in thousandths, by the number of cores. */
function reservedCpu(cores: number): number {
  const table: readonly (readonly [cores: number, milli: number])[] = [
    [64, 740],
    [32, 420],
    [16, 260],
    [8, 180],
    [4, 140],
    [2, 100],
  ];
  return table.find(([least]) => cores >= least)?.[1] ?? 60;
}

/** A node as AKS registers it: labels, sizes, provider id and what the machine says about itself. */
export function aksNodeDescription(options: AksNodeOptions): NodeDescription {
  const { name, ip, poolName, mode, kubernetesVersion, location, nodeResourceGroup, vmSize, random } = options;
  const image = aksNodeImage(kubernetesVersion);
  const version = kubernetesVersion.startsWith("v") ? kubernetesVersion : `v${kubernetesVersion}`;
  const zone = options.zone === undefined ? String(options.instance % 5) : `${location}-${options.zone}`;
  const scaleSet = name.replace(/[0-9a-z]{6}$/, "");
  const diskGiB = options.osDiskGiB ?? 128;
  const diskKi = Math.floor(diskGiB * 1024 * 1024 * 0.967);
  const memoryKi = Math.floor(options.memoryMiB * 1024 * 0.988);
  const capacity = {
    cpu: String(options.cpuCount),
    "ephemeral-storage": `${diskKi}Ki`,
    "hugepages-1Gi": "0",
    "hugepages-2Mi": "0",
    memory: `${memoryKi}Ki`,
    pods: String(options.maxPods),
  };
  return {
    name,
    ip,
    labels: {
      agentpool: poolName,
      "beta.kubernetes.io/instance-type": vmSize,
      "failure-domain.beta.kubernetes.io/region": location,
      "failure-domain.beta.kubernetes.io/zone": zone,
      "kubernetes.azure.com/agentpool": poolName,
      "kubernetes.azure.com/cluster": nodeResourceGroup,
      "kubernetes.azure.com/mode": mode.toLowerCase(),
      "kubernetes.azure.com/node-image-version": image.nodeImageVersion,
      "kubernetes.azure.com/nodepool-type": "VirtualMachineScaleSets",
      "kubernetes.azure.com/os-sku": "Ubuntu",
      "kubernetes.azure.com/role": "agent",
      "kubernetes.azure.com/storageprofile": "managed",
      "kubernetes.azure.com/storagetier": "Premium_LRS",
      "node.kubernetes.io/instance-type": vmSize,
      storageprofile: "managed",
      storagetier: "Premium_LRS",
      "topology.disk.csi.azure.com/zone": options.zone === undefined ? "" : zone,
      "topology.kubernetes.io/region": location,
      "topology.kubernetes.io/zone": zone,
      ...options.labels,
    },
    ...(options.taints ? { taints: options.taints } : {}),
    providerID: `azure:///subscriptions/${options.subscriptionId}/resourceGroups/${nodeResourceGroup.toLowerCase()}/providers/Microsoft.Compute/virtualMachineScaleSets/${scaleSet}/virtualMachines/${options.instance}`,
    capacity,
    allocatable: {
      ...capacity,
      cpu: `${options.cpuCount * 1000 - reservedCpu(options.cpuCount)}m`,
      "ephemeral-storage": String(Math.floor(diskKi * 1024 * 0.9)),
      memory: `${memoryKi - reservedMemoryMiB(options.memoryMiB, options.maxPods) * 1024}Ki`,
    },
    system: {
      machineID: random.uuid().replaceAll("-", ""),
      systemUUID: random.uuid(),
      bootID: random.uuid(),
      kernelVersion: image.kernelVersion,
      osImage: image.osImage,
      kubeletVersion: version,
      kubeProxyVersion: version,
      operatingSystem: "linux",
      architecture: "amd64",
    },
  };
}
