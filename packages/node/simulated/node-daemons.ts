import type { JsonObject } from "@byocni/base/core";
import type { NodeContext } from "./node-context.ts";

/** Completes a node's context with the book of what runs on it. */
export function createNodeDaemons(node: Omit<NodeContext, "daemons" | "onDaemon" | "runDaemon">): NodeContext {
  const daemons = new Map<string, JsonObject>();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of Array.from(listeners)) listener();
  };
  return {
    ...node,
    daemons,
    onDaemon(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    runDaemon(name, offer, signal) {
      if (signal.aborted) return;
      daemons.set(name, offer);
      signal.addEventListener(
        "abort",
        () => {
          // A newer process may have taken the name over.
          if (daemons.get(name) !== offer) return;
          daemons.delete(name);
          changed();
        },
        { once: true },
      );
      changed();
    },
  };
}
