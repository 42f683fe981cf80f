import type { Node, Taint } from "@byocni/kube/client";

/** A condition that is turned into a `NoSchedule` taint while it has one of the statuses. */
const conditionTaints: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>> = {
  Ready: { False: "node.kubernetes.io/not-ready", Unknown: "node.kubernetes.io/unreachable" },
  MemoryPressure: { True: "node.kubernetes.io/memory-pressure" },
  DiskPressure: { True: "node.kubernetes.io/disk-pressure" },
  NetworkUnavailable: { True: "node.kubernetes.io/network-unavailable" },
  PIDPressure: { True: "node.kubernetes.io/pid-pressure" },
};
const unschedulableKey = "node.kubernetes.io/unschedulable";
const notReadyKey = "node.kubernetes.io/not-ready";
const unreachableKey = "node.kubernetes.io/unreachable";

/** The keys that the controller owns, by effect: taints with other keys are never touched. */
const managed: Readonly<Record<string, ReadonlySet<string>>> = {
  NoSchedule: new Set([
    unschedulableKey,
    ...Object.values(conditionTaints).flatMap((byStatus) => Object.values(byStatus).filter((key) => key !== undefined)),
  ]),
  NoExecute: new Set([notReadyKey, unreachableKey]),
};

/**
 * The taints that a node should have by its conditions and `spec.unschedulable`; those it has that are not this
 * controller's are kept, and so are their places in the list. @param now for `timeAdded` of new taints.
 */
export function wantedTaints(node: Node, now: string): readonly Taint[] {
  const wanted: Taint[] = [];
  for (const { type, status } of node.status?.conditions ?? []) {
    const key = conditionTaints[type]?.[status];
    if (key === undefined) continue;
    wanted.push({ key, effect: "NoSchedule" });
    if (type === "Ready") wanted.push({ key, effect: "NoExecute" });
  }
  if (node.spec?.unschedulable) wanted.push({ key: unschedulableKey, effect: "NoSchedule" });
  const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;
  const current = node.spec?.taints ?? [];
  const kept = current.filter(
    (taint) => !managed[taint.effect]?.has(taint.key) || wanted.some((other) => isSame(taint, other)),
  );
  const added = wanted.filter((taint) => !current.some((other) => isSame(taint, other)));
  return [...kept, ...added.map((taint) => ({ ...taint, timeAdded: now }))];
}
