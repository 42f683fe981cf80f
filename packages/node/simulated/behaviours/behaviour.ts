import type { JsonObject } from "@byocni/base/core";
import type { ContainerHealth } from "@byocni/node/agent";
import type { ProgramCall } from "../shell/index.ts";
import type { NodeContext } from "../node-context.ts";

/** What a behaviour knows about the container it runs in, and may do there. */
export interface ContainerContext {
  readonly node: NodeContext;
  readonly pod: {
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
    readonly serviceAccountName: string;
  };
  readonly container: string;
  readonly image: string;
  /** Makes sure that the token in the container's files is there and good. */
  prepareVolumes(): Promise<void>;
  /** What the probes find. A container starts healthy unless its behaviour says else before it first waits. */
  setHealth(health: Partial<ContainerHealth>): void;
  /**
   * Waits until the API server can be reached from this container: a service address needs kube-proxy (or what
   * replaces it) on the node. @returns the client's error after `timeoutMs`, else undefined.
   */
  connect(call: ProgramCall, timeoutMs?: number): Promise<string | undefined>;
  /** An object of the API, or undefined. */
  get(resource: string, name: string, namespace?: string): Promise<JsonObject | undefined>;
  /** All objects of a resource; none where it is not served, or programs may not list. */
  list(group: string, version: string, resource: string): Promise<readonly JsonObject[]>;
  /** Makes an object, or makes it be so. @returns false where programs may not */
  apply(object: JsonObject): Promise<boolean>;
  /** Changes the node's status by a strategic merge patch. */
  patchNodeStatus(status: JsonObject): Promise<void>;
}

/** What a program leaves behind: the exit status. @see runForever for daemons */
export type Behaviour = (call: ProgramCall, context: ContainerContext) => number | Promise<number>;

/** Never settles by itself: the process runs until it is killed. */
export function runForever(call: ProgramCall): Promise<number> {
  return new Promise((_, reject) => {
    const end = (): void => reject(call.signal.reason as Error);
    if (call.signal.aborted) end();
    else call.signal.addEventListener("abort", end, { once: true });
  });
}
