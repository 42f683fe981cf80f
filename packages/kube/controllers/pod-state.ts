import { parseTimestamp, type Pod, type PodCondition } from "@byocni/kube/client";

/** The condition of this type, if the pod has it. */
export function podCondition(pod: Pod, type: string): PodCondition | undefined {
  return pod.status?.conditions?.find((condition) => condition.type === type);
}

/** Succeeded or Failed: it will never run again. */
export function isPodTerminal(pod: Pod): boolean {
  const phase = pod.status?.phase;
  return phase === "Succeeded" || phase === "Failed";
}

/** Neither finished nor being deleted. */
export function isPodActive(pod: Pod): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}

export function isPodReady(pod: Pod): boolean {
  return podCondition(pod, "Ready")?.status === "True";
}

/** Ready for at least `minReadySeconds`. */
export function isPodAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  const ready = podCondition(pod, "Ready");
  if (ready?.status !== "True") return false;
  if (minReadySeconds === 0) return true;
  const since = parseTimestamp(ready.lastTransitionTime);
  return since !== undefined && since + minReadySeconds * 1000 <= now;
}

/** Milliseconds until a ready pod becomes available; `undefined` when it is not ready or is available already. */
export function untilAvailable(pod: Pod, minReadySeconds: number, now: number): number | undefined {
  const ready = podCondition(pod, "Ready");
  const since = parseTimestamp(ready?.lastTransitionTime);
  if (ready?.status !== "True" || minReadySeconds === 0 || since === undefined) return undefined;
  const left = since + minReadySeconds * 1000 - now;
  return left > 0 ? left : undefined;
}

const phaseRank: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };
const deletionCost = "controller.kubernetes.io/pod-deletion-cost";

/**
 * Sorts pods by who should go first when there are too many: unassigned, pending, not ready, cheap by annotation, on
 * a node with many of them, ready for a short time, restarted often, young.
 */
export function sortForDeletion(pods: readonly Pod[]): Pod[] {
  const onNode = new Map<string, number>();
  for (const { spec } of pods) if (spec.nodeName) onNode.set(spec.nodeName, (onNode.get(spec.nodeName) ?? 0) + 1);
  const neighbours = ({ spec }: Pod): number => onNode.get(spec.nodeName ?? "") ?? 0;
  const cost = ({ metadata }: Pod): number => Number.parseInt(metadata.annotations?.[deletionCost] ?? "0", 10) || 0;
  const readySince = (pod: Pod): string =>
    isPodReady(pod) ? (podCondition(pod, "Ready")?.lastTransitionTime ?? "") : "";
  return [...pods].sort(
    (a, b) =>
      Number(Boolean(a.spec.nodeName)) - Number(Boolean(b.spec.nodeName)) ||
      (phaseRank[a.status?.phase ?? ""] ?? 0) - (phaseRank[b.status?.phase ?? ""] ?? 0) ||
      Number(isPodReady(a)) - Number(isPodReady(b)) ||
      cost(a) - cost(b) ||
      neighbours(b) - neighbours(a) ||
      readySince(b).localeCompare(readySince(a), "en") ||
      restarts(b) - restarts(a) ||
      compareByAge(b, a),
  );
}

/** Oldest first; names break ties. */
export function compareByAge(a: Pod, b: Pod): number {
  const left = a.metadata.creationTimestamp ?? "";
  const right = b.metadata.creationTimestamp ?? "";
  if (left !== right) return left < right ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

function restarts(pod: Pod): number {
  let most = 0;
  for (const status of pod.status?.containerStatuses ?? []) most = Math.max(most, status.restartCount);
  return most;
}
