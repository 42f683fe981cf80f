import { type Clock, jsonEqual, type Logger, type Timer } from "@byocni/base/core";
import {
  isConflict,
  isNotFound,
  type KubeClient,
  type Pod,
  type PodStatus,
  refTo,
  resources,
} from "@byocni/kube/client";
import type { PodWorker } from "./pod-worker.ts";
import type { WriteQueue } from "./write-queue.ts";

/** Tells the API about pods: one patch for all that changed in a turn, none when nothing really did. */
export interface StatusWriter {
  /** `complete`: tell at the end of this turn; else a little later, as more is about to change. */
  changed(worker: PodWorker, complete: boolean): void;
  /** The pod as the API shows it now: a condition that is the node's to say is said again if somebody else changed it. */
  seen(worker: PodWorker, pod: Pod): void;
  /** Tells now what is still to tell about this pod. */
  flush(worker: PodWorker): Promise<void>;
  forget(worker: PodWorker): void;
  close(): void;
}

/** How long a pod that is still starting may go untold. */
const patienceMs = 50;
const retryMs = 1000;

/** Lists of addresses merge by address: those of an earlier life of the node must be replaced as a whole. */
function replacedIps(before: PodStatus | undefined, after: PodStatus): object {
  const wanted = (after.podIPs ?? []).map(({ ip }) => ip);
  const stale = (before?.podIPs ?? []).some(({ ip }) => !wanted.includes(ip));
  if (!stale || wanted.length === 0) return {};
  return { podIPs: [{ $patch: "replace" }, ...wanted.map((ip) => ({ ip }))] };
}

/** The node controller takes Ready from the pods of a node that is not ready; the node's word on its pods counts. */
function isContradicted(told: PodStatus, shown: PodStatus | undefined): boolean {
  return (told.conditions ?? []).some(({ type, status }) => {
    const other = shown?.conditions?.find((condition) => condition.type === type);
    return type !== "PodScheduled" && other !== undefined && other.status !== status;
  });
}

export function createStatusWriter(client: KubeClient, clock: Clock, writes: WriteQueue, logger: Logger): StatusWriter {
  const told = new Map<PodWorker, PodStatus>();
  /** The version that the last write made: only later ones can hold other writers' changes to it. */
  const written = new Map<PodWorker, number>();
  const due = new Map<PodWorker, number>();
  const busy = new Set<PodWorker>();
  let timer: Timer | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let closed = false;

  function schedule(at: number): void {
    if (closed || at >= timerAt) return;
    timer?.cancel();
    timerAt = at;
    timer = clock.setTimer(Math.max(0, at - clock.now()), tick);
  }
  function tick(): void {
    timerAt = Number.POSITIVE_INFINITY;
    const now = clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [worker, at] of due) {
      if (at > now) next = Math.min(next, at);
      else if (!busy.has(worker)) {
        due.delete(worker);
        void tell(worker);
      }
    }
    if (next < Number.POSITIVE_INFINITY) schedule(next);
  }
  async function tell(worker: PodWorker): Promise<void> {
    busy.add(worker);
    try {
      await writes.run(() => write(worker));
    } finally {
      busy.delete(worker);
      const at = due.get(worker);
      if (at !== undefined) schedule(at);
    }
  }
  async function write(worker: PodWorker): Promise<void> {
    const status = worker.status();
    const before = told.get(worker);
    if (before && jsonEqual(before, status)) return;
    const pod = worker.pod();
    // The uid makes sure that a successor of the same name is not told about.
    const patch = { metadata: { uid: worker.uid }, status: { ...status, ...replacedIps(pod.status, status) } };
    try {
      told.set(worker, status);
      const answer = await client.patch(refTo(resources.pods, pod), patch, "strategic", { subresource: "status" });
      written.set(worker, Number(answer.metadata.resourceVersion));
    } catch (error) {
      told.delete(worker);
      if (closed || isNotFound(error) || isConflict(error)) return;
      logger.warn("pod status not written", { pod: pod.metadata.name, error });
      due.set(worker, clock.now() + retryMs);
      schedule(clock.now() + retryMs);
    }
  }

  function changed(worker: PodWorker, complete: boolean): void {
    const at = clock.now() + (complete ? 0 : patienceMs);
    const known = due.get(worker);
    if (known === undefined || at < known) due.set(worker, at);
    if (!busy.has(worker)) schedule(due.get(worker) ?? at);
  }

  return {
    changed,
    seen(worker, pod) {
      const status = told.get(worker);
      const version = written.get(worker);
      if (!status || version === undefined || busy.has(worker)) return;
      if (!(Number(pod.metadata.resourceVersion) > version) || !isContradicted(status, pod.status)) return;
      told.delete(worker);
      changed(worker, true);
    },
    async flush(worker) {
      due.delete(worker);
      await tell(worker);
    },
    forget(worker) {
      due.delete(worker);
      told.delete(worker);
      written.delete(worker);
    },
    close() {
      closed = true;
      timer?.cancel();
      due.clear();
    },
  };
}
