import type { Pod, StatefulSet } from "@byocni/kube/client";
import { revisionHashLabel } from "../history/revisions.ts";
import { isPodActive, isPodAvailable, isPodReady, isPodTerminal } from "../pod-state.ts";
import { firstOrdinal, ordinalOf } from "./stateful-pod.ts";

export interface StatefulView {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  /** Names of revisions, as pods carry them. */
  readonly currentRevision: string;
  readonly updateRevision: string;
  /** Pods of the current revision, by the status. */
  readonly currentReplicas: number;
  readonly now: number;
}

export type StatefulStep =
  | { readonly kind: "create"; readonly ordinal: number; readonly revision: string }
  /** `failed`: it finished, though a stateful pod never should. */
  | { readonly kind: "delete"; readonly pod: Pod; readonly failed: boolean };

export const revisionOf = (pod: Pod): string => pod.metadata.labels?.[revisionHashLabel] ?? "";
export const isRunningAndReady = (pod: Pod): boolean => pod.status?.phase === "Running" && isPodReady(pod);
const isTerminating = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined;

/** The revision that a new pod of the ordinal is of: below the partition, the old one. */
function revisionFor(view: StatefulView, ordinal: number): string {
  const { updateStrategy } = view.set.spec;
  if (updateStrategy?.type === "OnDelete") return view.updateRevision;
  const kept = updateStrategy?.rollingUpdate?.partition ?? view.currentReplicas;
  return ordinal < firstOrdinal(view.set) + kept ? view.currentRevision : view.updateRevision;
}

/**
 * What to do next. With OrderedReady that is one step, and none while a pod of a lower ordinal is not available; with
 * Parallel all that is missing or too many at once. Updates go one pod at a time, from the highest ordinal down.
 */
export function planStatefulSet(view: StatefulView): readonly StatefulStep[] {
  const { set, now } = view;
  const ordered = (set.spec.podManagementPolicy ?? "OrderedReady") === "OrderedReady";
  const first = firstOrdinal(set);
  const end = first + (set.spec.replicas ?? 1);
  const minReady = set.spec.minReadySeconds ?? 0;
  const isHealthy = (pod: Pod): boolean => isRunningAndReady(pod) && !isTerminating(pod);
  const isAvailable = (pod: Pod): boolean => isHealthy(pod) && isPodAvailable(pod, minReady, now);

  const byOrdinal = new Map<number, Pod>();
  const condemned: Pod[] = [];
  for (const pod of view.pods) {
    const ordinal = ordinalOf(set, pod);
    if (ordinal === undefined) continue;
    if (ordinal >= first && ordinal < end) byOrdinal.set(ordinal, pod);
    else condemned.push(pod);
  }
  condemned.sort((a, b) => (ordinalOf(set, b) ?? 0) - (ordinalOf(set, a) ?? 0));

  const steps: StatefulStep[] = [];
  for (let ordinal = first; ordinal < end; ordinal++) {
    const pod = byOrdinal.get(ordinal);
    if (!pod) steps.push({ kind: "create", ordinal, revision: revisionFor(view, ordinal) });
    else if (isPodTerminal(pod)) {
      if (!isTerminating(pod)) steps.push({ kind: "delete", pod, failed: true });
    } else if (isAvailable(pod)) continue;
    else if (!ordered) continue;
    if (ordered) return steps;
  }
  if (!ordered && steps.length > 0) return steps;

  // Scaling down does not wait for the pod that is itself the first unhealthy one.
  const firstUnhealthy = [...byOrdinal.values(), ...condemned.toReversed()].find((pod) => !isHealthy(pod));
  for (const pod of condemned) {
    if (isTerminating(pod)) {
      if (ordered) return steps;
      continue;
    }
    if (ordered && !isAvailable(pod) && pod !== firstUnhealthy) return steps;
    steps.push({ kind: "delete", pod, failed: false });
    if (ordered) return steps;
  }
  if (steps.length > 0 || (set.spec.updateStrategy?.type ?? "RollingUpdate") === "OnDelete") return steps;

  const lowest = first + (set.spec.updateStrategy?.rollingUpdate?.partition ?? 0);
  for (let ordinal = end - 1; ordinal >= lowest; ordinal--) {
    const pod = byOrdinal.get(ordinal);
    if (!pod) return [];
    if (revisionOf(pod) !== view.updateRevision && !isTerminating(pod)) return [{ kind: "delete", pod, failed: false }];
    if (!isAvailable(pod)) return [];
  }
  return [];
}

/** The counts that a status shows. */
export function countPods(view: Omit<StatefulView, "currentReplicas">) {
  const minReady = view.set.spec.minReadySeconds ?? 0;
  const count = (matches: (pod: Pod) => boolean): number => view.pods.filter(matches).length;
  return {
    replicas: count((pod) => !isPodTerminal(pod)),
    ready: count((pod) => isRunningAndReady(pod)),
    available: count((pod) => isRunningAndReady(pod) && isPodAvailable(pod, minReady, view.now)),
    current: count((pod) => isPodActive(pod) && revisionOf(pod) === view.currentRevision),
    updated: count((pod) => isPodActive(pod) && revisionOf(pod) === view.updateRevision),
  };
}
