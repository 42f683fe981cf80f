import type { Clock, Logger, Random } from "@byocni/base/core";
import type { HttpCaller } from "@byocni/base/http";
import type { Store } from "@byocni/base/store";
import type { ClusterSpec, NodeCommandResult, NodeStatus } from "@byocni/azure/providers";

export interface NodeFleetDeps {
  readonly caller: HttpCaller;
  readonly disks: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}
export async function createNodeFleet(_deps: NodeFleetDeps) {
  return {
    async apply(_spec: ClusterSpec, _signal: AbortSignal): Promise<void> {},
    async nodes(): Promise<readonly NodeStatus[]> {
      return [];
    },
    async run(_node: string, _script: string): Promise<NodeCommandResult> {
      throw new Error("x");
    },
    async close(): Promise<void> {},
  };
}
