import type { Clock, JsonObject } from "@byocni/base/core";
import type { ClusterAccess } from "@byocni/node/agent";
import type { PodAddresses } from "./pod-addresses.ts";
import type { Script } from "./shell/ast.ts";
import type { FileTree } from "./files/file-tree.ts";

/** What all nodes of one simulated cluster share: facts that daemons tell each other over the network in reality. */
export interface ClusterContext {
  readonly access: ClusterAccess;
  /** The cluster's pod range, for networks whose own is not known. */
  readonly podCidr: string;
  /** Addresses of services: reachable only through kube-proxy or what replaces it. */
  readonly serviceCidr: string;
  /** The block of a pool that belongs to a node: given at the first call, kept after that. */
  block(pool: string, prefix: number, node: string): string | undefined;
  /** Settles with what a daemon somewhere in the cluster has announced under this name, once it has. */
  announced(name: string, signal: AbortSignal): Promise<JsonObject>;
  announce(name: string, offer?: JsonObject): void;
  /** Reads a shell script, once for all nodes. */
  parseScript(text: string): Script;
}

/** One simulated node, as its containers and plugins know it. */
export interface NodeContext {
  readonly name: string;
  readonly ip: string;
  readonly clock: Clock;
  readonly files: FileTree;
  readonly cluster: ClusterContext;
  /** Daemons that run on this node now, by a name such as `kube-proxy`, with what they offer. */
  readonly daemons: Map<string, JsonObject>;
  /** Called when a daemon starts or stops. */
  onDaemon(listener: () => void): () => void;
  /** Notes that a daemon runs, until the signal is aborted. */
  runDaemon(name: string, offer: JsonObject, signal: AbortSignal): void;
  /** Addresses of the node's bridges, by name: `10.244.0.1/24`. */
  readonly bridges: Map<string, string>;
  /** What Azure's own IPAM may hand out here. */
  readonly podAddresses?: PodAddresses;
}
