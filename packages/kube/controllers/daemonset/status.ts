import type { DaemonSetStatus } from "@byocni/kube/client";
import { revisionHashLabel } from "../history/revisions.ts";
import { compareByAge, isPodAvailable, isPodReady, untilAvailable } from "../pod-state.ts";
import { createNodeFitter } from "./daemon-pod.ts";
import { type DaemonView, podsByNode } from "./plan.ts";

/** The counts of a set, and when they change by the passing of time alone (milliseconds). */
export function daemonSetStatus(
  view: DaemonView,
  collisionCount: number | undefined,
): { readonly status: DaemonSetStatus; readonly changesIn?: number } {
  const { set, hash, now } = view;
  const fitOf = createNodeFitter(set);
  const byNode = podsByNode(view.pods);
  const minReady = set.spec.minReadySeconds ?? 0;
  let [desired, current, misscheduled, ready, available, updated] = [0, 0, 0, 0, 0, 0];
  let changesIn: number | undefined;
  for (const node of view.nodes) {
    const { shouldRun } = fitOf(node);
    const here = byNode.get(node.metadata.name);
    if (!shouldRun) {
      if (here) misscheduled++;
      continue;
    }
    desired++;
    if (!here) continue;
    current++;
    const [pod] = here.length > 1 ? here.sort(compareByAge) : here;
    if (!pod) continue;
    if (isPodReady(pod)) ready++;
    if (isPodAvailable(pod, minReady, now)) available++;
    const wait = untilAvailable(pod, minReady, now);
    if (wait !== undefined) changesIn = Math.min(changesIn ?? wait, wait);
    if (pod.metadata.labels?.[revisionHashLabel] === hash) updated++;
  }
  const collisions = collisionCount ?? set.status?.collisionCount;
  const unavailable = desired - available;
  return {
    status: {
      currentNumberScheduled: current,
      numberMisscheduled: misscheduled,
      desiredNumberScheduled: desired,
      numberReady: ready,
      ...(set.metadata.generation === undefined ? {} : { observedGeneration: set.metadata.generation }),
      ...(updated === 0 ? {} : { updatedNumberScheduled: updated }),
      ...(available === 0 ? {} : { numberAvailable: available }),
      ...(unavailable === 0 ? {} : { numberUnavailable: unavailable }),
      ...(collisions === undefined ? {} : { collisionCount: collisions }),
      ...(set.status?.conditions ? { conditions: set.status.conditions } : {}),
    },
    ...(changesIn === undefined ? {} : { changesIn }),
  };
}
