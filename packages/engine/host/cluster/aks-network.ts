import type { ClusterSpec, NodePoolSpec } from "@byocni/azure/providers";
import { type AksNetwork, azureNodeFiles, kubenetNodeFiles } from "@byocni/node/simulated";
import type { NodeRecord } from "./node-records.ts";

/** How AKS networks the cluster itself; undefined with networkPlugin `none`. */
export function aksNetworkOf({ network, pools }: ClusterSpec): AksNetwork | undefined {
  const { plugin, pluginMode, dataplane = "azure", policy } = network;
  if (plugin === "none") return undefined;
  const fromSubnet = pools.some(({ podSubnetCidr }) => podSubnetCidr !== undefined);
  return {
    plugin,
    mode: pluginMode ?? (fromSubnet ? "podSubnet" : "nodeSubnet"),
    dataplane,
    ...(policy ? { policy } : {}),
  };
}

/** From where a pool's pods have their addresses; undefined: the user's CNI plugin gives them. */
export type PodAddressing =
  /** A /24 of the cluster's pod range for each node. */
  | { readonly kind: "nodeRange"; readonly cidr: string }
  /** The addresses after the node's own in its subnet. */
  | { readonly kind: "nodeSubnet" }
  | { readonly kind: "podSubnet"; readonly cidr: string };

export function podAddressing({ network }: ClusterSpec, pool: NodePoolSpec): PodAddressing | undefined {
  const [podCidr = "10.244.0.0/16"] = network.podCidrs;
  if (network.plugin === "none") return undefined;
  if (network.plugin === "kubenet" || network.pluginMode === "overlay") return { kind: "nodeRange", cidr: podCidr };
  return pool.podSubnetCidr === undefined ? { kind: "nodeSubnet" } : { kind: "podSubnet", cidr: pool.podSubnetCidr };
}

/** What makes a machine another one when AKS moves a cluster to another network; empty with `none`. */
export function networkMark(spec: ClusterSpec): string {
  const network = aksNetworkOf(spec);
  return network ? ` ${network.plugin} ${network.mode} ${network.dataplane}` : "";
}

/** What the node image brings of AKS's network, by path: where azure-cns runs it writes the configuration itself. */
export function networkFiles(
  spec: ClusterSpec,
  pool: NodePoolSpec,
  record: NodeRecord,
): Readonly<Record<string, string>> {
  const network = aksNetworkOf(spec);
  if (!network) return {};
  if (network.plugin === "kubenet") return kubenetNodeFiles(record.pods?.subnet ?? "");
  // Agents of Windows nodes are not played: such a node has its configuration from the start.
  const hasOwn = pool.osType === "Windows" || (network.mode === "nodeSubnet" && network.dataplane === "azure");
  return hasOwn ? azureNodeFiles() : {};
}
