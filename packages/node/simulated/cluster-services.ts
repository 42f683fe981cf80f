import type { Clock, Random } from "@byocni/base/core";
import type { ContainerdProfile } from "@byocni/node/cni";
import type { DirectoryNode } from "./files/inode.ts";
import type { FileChange } from "./files/snapshot.ts";
import type { ImageModel } from "./images/image-model.ts";
import type { ImageReference } from "./images/reference.ts";
import type { ClusterContext } from "./node-context.ts";
import type { PodAddresses } from "./pod-addresses.ts";

export interface SimulatedNodeOptions {
  readonly name: string;
  /** The InternalIP. */
  readonly ip: string;
  /** What an earlier life of the node left on its disk. @see SimulatedNode.snapshot */
  readonly disk?: readonly FileChange[];
  /** What was written to the disk when the machine was made, by path; not looked at when there is a `disk`. */
  readonly files?: Readonly<Record<string, string>>;
  /** For the plugins of AKS itself; absent with networkPlugin `none`. */
  readonly podAddresses?: PodAddresses;
}

/** What nodes need of the cluster beyond what their containers know. */
export interface ClusterServices {
  readonly context: ClusterContext;
  readonly clock: Clock;
  readonly random: Random;
  readonly containerdVersion: string;
  readonly profile: ContainerdProfile;
  readonly baseLayer: DirectoryNode;
  readonly containerdRestartMs: number;
  imageOf(reference: ImageReference): { readonly model: ImageModel | undefined; readonly layer: DirectoryNode };
}
