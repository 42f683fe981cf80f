import type { corev1 } from "@byocni/kube/schema";
import { age } from "./duration.ts";

/** What a line about a pod says. */
export interface PodDisplay {
  readonly ready: number;
  readonly total: number;
  /** One word for the state of the pod and of its containers: the worst that is known. */
  readonly reason: string;
  readonly restarts: string;
}

interface Restarts {
  count: number;
  /** RFC 3339; "" if never. */
  last: string;
}

/** A node that cannot be reached leaves this as the reason of its pods. */
const unreachableReason = "NodeLost";

export function podDisplay(pod: corev1.Pod, now: number): PodDisplay {
  const { spec, status } = pod;
  const restartable = new Set(
    (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always").map(({ name }) => name),
  );
  let reason = status?.reason || status?.phase || "";
  if (status?.conditions?.some((item) => item.type === "PodScheduled" && item.reason === "SchedulingGated"))
    reason = "SchedulingGated";

  let ready = 0;
  let restarts: Restarts = { count: 0, last: "" };
  const sidecarRestarts: Restarts = { count: 0, last: "" };
  let initReason: string | undefined;
  for (const [index, container] of (status?.initContainerStatuses ?? []).entries()) {
    const sidecar = restartable.has(container.name);
    count(restarts, container);
    if (sidecar) count(sidecarRestarts, container);
    if (container.state?.terminated?.exitCode === 0) continue;
    if (sidecar && container.started) {
      if (container.ready) ready++;
      continue;
    }
    initReason = initReasonOf(container, index, spec?.initContainers?.length ?? 0);
    break;
  }
  if (initReason !== undefined) reason = initReason;

  if (initReason === undefined || hasCondition(status, "Initialized")) {
    restarts = { ...sidecarRestarts };
    let running = false;
    for (const container of [...(status?.containerStatuses ?? [])].reverse()) {
      count(restarts, container);
      const { waiting, terminated, running: runs } = container.state ?? {};
      if (waiting?.reason) reason = waiting.reason;
      else if (terminated) reason = terminated.reason || exitText(terminated);
      else if (container.ready && runs) {
        running = true;
        ready++;
      }
    }
    // Some containers have ended well, others go on.
    if (reason === "Completed" && running) reason = hasCondition(status, "Ready") ? "Running" : "NotReady";
  }

  if (pod.metadata.deletionTimestamp) {
    if (status?.reason === unreachableReason) reason = "Unknown";
    else if (status?.phase !== "Succeeded" && status?.phase !== "Failed") reason = "Terminating";
  }
  const total = (spec?.containers ?? []).length + restartable.size;
  const when = restarts.count !== 0 && restarts.last !== "" ? ` (${age(restarts.last, now)} ago)` : "";
  return { ready, total, reason, restarts: `${restarts.count}${when}` };
}

function count(restarts: Restarts, { restartCount, lastState }: corev1.ContainerStatus): void {
  restarts.count += restartCount;
  const finished = lastState?.terminated?.finishedAt ?? "";
  if (finished > restarts.last) restarts.last = finished;
}

function initReasonOf({ state }: corev1.ContainerStatus, index: number, total: number): string {
  if (state?.terminated) return `Init:${state.terminated.reason || exitText(state.terminated)}`;
  if (state?.waiting?.reason && state.waiting.reason !== "PodInitializing") return `Init:${state.waiting.reason}`;
  return `Init:${index}/${total}`;
}

function exitText({ signal, exitCode }: corev1.ContainerStateTerminated): string {
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode}`;
}

function hasCondition(status: corev1.PodStatus | undefined, type: string): boolean {
  return status?.conditions?.some((item) => item.type === type && item.status === "True") ?? false;
}
