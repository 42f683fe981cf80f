import type { Unfit } from "./unfit.ts";

/** Why no node takes a pod: the reasons with the number of nodes that gave them. */
export interface FitErrors {
  add(unfit: Unfit, nodes?: number): void;
  /** `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable.` */
  message(allNodes: number): string;
}

export function createFitErrors(): FitErrors {
  const counts = new Map<string, number>();
  return {
    add({ reasons }, nodes = 1) {
      for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + nodes);
    },
    message(allNodes) {
      // Sorted as text with the number in front, as upstream prints them.
      const parts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort();
      const text = `0/${allNodes} nodes are available:`;
      return parts.length === 0 ? text : `${text} ${parts.join(", ")}.`;
    },
  };
}

/** Upstream cuts the messages of events and conditions to this many bytes. */
const maxMessage = 1024;

export function truncateMessage(message: string): string {
  return message.length <= maxMessage ? message : `${message.slice(0, maxMessage - 3)}...`;
}
