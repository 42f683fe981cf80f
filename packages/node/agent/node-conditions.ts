import type { NodeCondition } from "@byocni/kube/client";
import type { RuntimeStatus } from "./runtime.ts";

/** Why pods cannot have a network, as kubelet says it; undefined when they can. */
export function networkProblemOf(status: RuntimeStatus): string | undefined {
  const { networkReady, reason, message } = status.network;
  if (networkReady) return undefined;
  return `container runtime network not ready: NetworkReady=false reason:${reason} message:${message}`;
}

/** The message of the Ready condition when it is False; undefined: ready. Several causes stand in brackets. */
export function notReadyMessageOf(status: RuntimeStatus): string | undefined {
  const causes: string[] = [];
  // A runtime that does not answer says nothing about its network either.
  if (status.down !== undefined) causes.push("container runtime is down");
  else {
    const problem = networkProblemOf(status);
    if (problem !== undefined) causes.push(problem);
  }
  const [only] = causes;
  return causes.length > 1 ? `[${causes.join(", ")}]` : only;
}

/** The conditions in the order in which kubelet sets them, with its reasons and messages. */
export function nodeConditionsOf(
  status: RuntimeStatus,
  now: string,
  previous: readonly NodeCondition[] = [],
): readonly NodeCondition[] {
  const problem = notReadyMessageOf(status);
  const fine = (type: string, reason: string, message: string) => ({ type, status: "False" as const, reason, message });
  const conditions = [
    fine("MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
    fine("DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
    fine("PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
    problem === undefined
      ? { type: "Ready", status: "True" as const, reason: "KubeletReady", message: "kubelet is posting ready status" }
      : { type: "Ready", status: "False" as const, reason: "KubeletNotReady", message: problem },
  ];
  return conditions.map(({ type, status: value, reason, message }) => {
    const before = previous.find((condition) => condition.type === type);
    const kept = before?.status === value ? before.lastTransitionTime : undefined;
    return { type, status: value, lastHeartbeatTime: now, lastTransitionTime: kept ?? now, reason, message };
  });
}
