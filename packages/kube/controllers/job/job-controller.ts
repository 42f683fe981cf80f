import { jsonEqual } from "@byocni/base/core";
import {
  isNotFound,
  type Job,
  type JobCondition,
  type JobStatus,
  objectKey,
  parseTimestamp,
  type Pod,
  refTo,
  resources,
  timestamp,
} from "@byocni/kube/client";
import { labelSelectorOf } from "@byocni/kube/schema";
import { claimObjects } from "../claim.ts";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { createExpectations } from "../expectations.ts";
import { addOwnerIndexes, controllerOf } from "../owner.ts";
import { createPodControl, slowStart } from "../pod-control.ts";
import { isStatusOnly, watchPodsOf } from "../pod-events.ts";
import { isPodReady, isPodTerminal, sortForDeletion } from "../pod-state.ts";
import { writeStatusStrictly } from "../status-writer.ts";
import { formatIndexes, parseIndexes } from "./indexes.ts";
import { indexOf, isIndexed, isTracked, jobPod, trackingFinalizer } from "./job-pod.ts";
import {
  conditionOf,
  isFinished,
  judge,
  type Tally,
  untilDeadline,
  type Verdict,
  wantedActive,
} from "./job-verdict.ts";

export const jobController: ControllerDefinition = { name: "job-controller", start: startJobs };

/** Pods that one sync creates or deletes at most. */
const burst = 500;
/** Wait after failures: 10 s, doubling, up to 6 minutes. */
const backoffMs = 10_000;
const maxBackoffMs = 360_000;

/** The pods of a job, counted: each finished pod once, by way of `uncountedTerminatedPods`. */
interface Count extends Tally {
  readonly terminating: number;
  readonly completedIndexes: ReadonlySet<number>;
  readonly uncounted: { readonly succeeded: readonly string[]; readonly failed: readonly string[] };
  /** Counted in `succeeded` and `failed` of the status, without the uncounted. */
  readonly settled: { readonly succeeded: number; readonly failed: number };
}

const hasFailed = (pod: Pod): boolean =>
  pod.status?.phase === "Failed" || (pod.metadata.deletionTimestamp !== undefined && pod.status?.phase !== "Succeeded");

function countPods(job: Job, pods: readonly Pod[]): Count {
  const before = job.status?.uncountedTerminatedPods;
  const tracked = new Set(pods.filter(isTracked).map(({ metadata }) => metadata.uid ?? ""));
  const completedIndexes = parseIndexes(job.status?.completedIndexes);
  const succeeded = new Set(before?.succeeded ?? []);
  const failed = new Set(before?.failed ?? []);
  const active: Pod[] = [];
  let terminating = 0;
  for (const pod of pods) {
    const { uid = "", deletionTimestamp } = pod.metadata;
    const index = indexOf(pod);
    if (!isPodTerminal(pod) && deletionTimestamp !== undefined) terminating++;
    if (pod.status?.phase === "Succeeded") {
      if (isTracked(pod)) {
        succeeded.add(uid);
        if (isIndexed(job) && index !== undefined) completedIndexes.add(index);
      }
    } else if (hasFailed(pod)) {
      // A suspended job's pods are taken away, they did not fail.
      if (isTracked(pod) && !job.spec.suspend) failed.add(uid);
    } else active.push(pod);
  }
  // Whose finalizer is gone is counted for good: it may vanish at any time.
  const split = (uids: ReadonlySet<string>) => [...uids].filter((uid) => tracked.has(uid));
  const uncounted = { succeeded: split(succeeded), failed: split(failed) };
  const settled = {
    succeeded: (job.status?.succeeded ?? 0) + succeeded.size - uncounted.succeeded.length,
    failed: (job.status?.failed ?? 0) + failed.size - uncounted.failed.length,
  };
  return {
    active,
    terminating,
    completedIndexes,
    uncounted,
    settled,
    succeeded: isIndexed(job) ? completedIndexes.size : settled.succeeded + uncounted.succeeded.length,
    failed: settled.failed + uncounted.failed.length,
  };
}

function startJobs(context: ControllerContext): void {
  const { client, clock, recorder } = context;
  const jobs = context.informer(resources.jobs);
  const pods = context.informer(resources.pods);
  addOwnerIndexes(pods);
  const expectations = createExpectations(clock);
  /** The resourceVersion of the status that was written last, by job: versions of one server can be compared. */
  const versions = new Map<string, number>();
  const control = createPodControl(client, recorder);
  const queue = context.queue({ workers: 5, process: sync });

  async function sync(key: string): Promise<void> {
    const job = jobs.get(key);
    if (!job) {
      expectations.forget(key);
      versions.delete(key);
      return;
    }
    // Counting goes on from the status: one that is older than what was written last would lose pods.
    if (Number(job.metadata.resourceVersion ?? 0) < (versions.get(key) ?? 0)) return;
    if (job.spec.managedBy !== undefined && job.spec.managedBy !== "kubernetes.io/job-controller") return;
    const owned = await claimObjects({
      client,
      informer: pods,
      owner: job,
      selector: labelSelectorOf(job.spec.selector),
      resource: resources.pods,
      ownerApiVersion: "batch/v1",
      ownerKind: "Job",
    });
    if (isFinished(job)) {
      await release(owned);
      return;
    }
    const now = clock.now();
    const count = countPods(job, owned);
    const verdict = judge(job, count, now);
    let active: number = count.active.length;
    let failure: unknown;
    if (verdict || job.spec.suspend) {
      if (active > 0) await deletePods(key, job, count.active);
      active = 0;
    } else if (expectations.satisfied(key) && job.metadata.deletionTimestamp === undefined) {
      failure = await adjust(key, job, owned, count, now);
    }
    const status = statusOf(job, count, active, verdict, now);
    const written = await write(key, job, status);
    announce(job, status, verdict);
    // Only after the status names them may counted pods go.
    const counted = new Set([...count.uncounted.succeeded, ...count.uncounted.failed]);
    await release(owned.filter(({ metadata }) => verdict !== undefined || counted.has(metadata.uid ?? "")));
    const deadline = untilDeadline(written, now);
    if (deadline !== undefined && deadline > 0) queue.addAfter(key, deadline);
    if (failure !== undefined) throw failure as Error;
  }

  /** Writes the status if it differs. A conflict means that the counting is out of date: it is done again. */
  async function write(key: string, job: Job, status: JobStatus): Promise<Job> {
    const written = await writeStatusStrictly(client, resources.jobs, job, status);
    versions.set(key, Number(written.metadata.resourceVersion ?? 0));
    return written;
  }

  /** Starts or takes away pods. @returns the first error. */
  async function adjust(key: string, job: Job, owned: readonly Pod[], count: Count, now: number): Promise<unknown> {
    const missing = wantedActive(job, count) - count.active.length;
    if (missing < 0) {
      await deletePods(key, job, sortForDeletion(count.active).slice(0, Math.min(burst, -missing)));
      return undefined;
    }
    if (missing === 0) return undefined;
    const wait = backoffLeft(owned, count.failed, now);
    if (wait > 0) {
      queue.addAfter(key, wait);
      return undefined;
    }
    const indexes = isIndexed(job) ? freeIndexes(job, count, missing) : undefined;
    const total = Math.min(burst, indexes?.length ?? missing);
    expectations.expectCreations(key, total);
    const { tried, error } = await slowStart(total, async (number) => {
      try {
        await control.create(job, jobPod(job, indexes?.[number]));
      } catch (reason) {
        expectations.creationObserved(key);
        throw reason;
      }
    });
    for (let missed = tried; missed < total; missed++) expectations.creationObserved(key);
    return error;
  }

  async function deletePods(key: string, job: Job, chosen: readonly Pod[]): Promise<void> {
    expectations.expectDeletions(key, chosen.map(objectKey));
    await Promise.all(
      chosen.map(async (pod) => {
        try {
          await control.delete(job, pod);
        } catch (error) {
          expectations.deletionObserved(key, objectKey(pod));
          throw error;
        }
      }),
    );
  }

  /** Takes the tracking finalizer off pods that have been counted. */
  async function release(counted: readonly Pod[]): Promise<void> {
    for (const pod of counted) {
      if (!isTracked(pod)) continue;
      const { resourceVersion, finalizers = [] } = pod.metadata;
      const kept = finalizers.filter((name) => name !== trackingFinalizer);
      try {
        await client.patch(refTo(resources.pods, pod), { metadata: { resourceVersion, finalizers: kept } }, "merge");
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
  }

  function announce(job: Job, status: JobStatus, verdict: Verdict | undefined): void {
    if (verdict?.kind === "complete") recorder.event(job, "Normal", "Completed", "Job completed");
    else if (verdict) recorder.event(job, "Warning", verdict.reason, verdict.message);
    const [now, before] = [conditionOf(status, "Suspended")?.status, conditionOf(job.status, "Suspended")?.status];
    if (now === before) return;
    if (now === "True") recorder.event(job, "Normal", "Suspended", "Job suspended");
    else if (before === "True") recorder.event(job, "Normal", "Resumed", "Job resumed");
  }

  jobs.addHandler({
    add: (job) => queue.add(objectKey(job)),
    update(job, old) {
      if (!isStatusOnly(job, old) || !jsonEqual(job.status, old.status)) queue.add(objectKey(job));
    },
    delete: (job) => queue.add(objectKey(job)),
  });
  watchPodsOf({
    pods,
    owners: jobs,
    kind: "Job",
    look: (job) => queue.add(objectKey(job)),
    added(job) {
      expectations.creationObserved(objectKey(job));
      queue.add(objectKey(job));
    },
    updated(job, pod, old) {
      if (pod.metadata.deletionTimestamp !== undefined && old.metadata.deletionTimestamp === undefined) {
        expectations.deletionObserved(objectKey(job), objectKey(pod));
      }
      queue.add(objectKey(job));
    },
    deleted(job, pod) {
      expectations.deletionObserved(objectKey(job), objectKey(pod));
      queue.add(objectKey(job));
    },
  });
  // A pod whose job is gone waits for nobody.
  const freeOrphan = (pod: Pod): void => {
    const owner = controllerOf(pod);
    if (!isTracked(pod) || owner?.kind !== "Job" || !jobs.hasSynced) return;
    const job = jobs.get(`${pod.metadata.namespace ?? ""}/${owner.name}`);
    if (pod.metadata.deletionTimestamp !== undefined && job?.metadata.uid !== owner.uid) orphans.add(objectKey(pod));
  };
  const orphans = context.queue({
    async process(key) {
      const pod = pods.get(key);
      if (pod) await release([pod]);
    },
  });
  pods.addHandler({ add: freeOrphan, update: freeOrphan });
}

/** Milliseconds that must pass since the last failure before the next pod is started. */
function backoffLeft(owned: readonly Pod[], failures: number, now: number): number {
  if (failures === 0) return 0;
  let last = 0;
  for (const pod of owned) {
    if (!hasFailed(pod)) continue;
    const ends = pod.status?.containerStatuses?.map(({ state }) => parseTimestamp(state?.terminated?.finishedAt) ?? 0);
    const fallback = parseTimestamp(pod.metadata.deletionTimestamp ?? pod.metadata.creationTimestamp) ?? 0;
    last = Math.max(last, ...(ends ?? []), ends?.some((end) => end > 0) ? 0 : fallback);
  }
  if (last === 0) return 0;
  return last + Math.min(maxBackoffMs, backoffMs * 2 ** Math.min(20, failures - 1)) - now;
}

function freeIndexes(job: Job, count: Count, missing: number): readonly number[] {
  const taken = new Set([...count.completedIndexes, ...count.active.flatMap((pod) => indexOf(pod) ?? [])]);
  const free: number[] = [];
  for (let index = 0; index < (job.spec.completions ?? 0) && free.length < missing; index++) {
    if (!taken.has(index)) free.push(index);
  }
  return free;
}

function statusOf(job: Job, count: Count, active: number, verdict: Verdict | undefined, now: number): JobStatus {
  const time = timestamp(now);
  const make = (type: string, status: "True" | "False", reason: string, message: string): JobCondition => ({
    type,
    status,
    reason,
    message,
    lastProbeTime: time,
    lastTransitionTime: time,
  });
  const conditions = [...(job.status?.conditions ?? [])];
  const set = (condition: JobCondition): void => {
    const index = conditions.findIndex(({ type }) => type === condition.type);
    if (index < 0) conditions.push(condition);
    else if (conditions[index]?.status !== condition.status) conditions[index] = condition;
  };
  const suspended = conditionOf(job.status, "Suspended")?.status === "True";
  if (job.spec.suspend && !verdict) set(make("Suspended", "True", "JobSuspended", "Job suspended"));
  else if (suspended && !job.spec.suspend) set(make("Suspended", "False", "JobResumed", "Job resumed"));
  if (verdict) {
    const interim = verdict.kind === "complete" ? "SuccessCriteriaMet" : "FailureTarget";
    set(make(interim, "True", verdict.reason, verdict.message));
    set(make(verdict.kind === "complete" ? "Complete" : "Failed", "True", verdict.reason, verdict.message));
  }
  // At the end all pods count, and nothing is left uncounted.
  const settled = verdict ? { succeeded: count.succeeded, failed: count.failed } : count.settled;
  const uncounted = verdict ? { succeeded: [], failed: [] } : count.uncounted;
  const succeeded = isIndexed(job) ? count.completedIndexes.size : settled.succeeded;
  const running = active > 0 && !verdict ? active : 0;
  const ready = running > 0 ? count.active.filter(isPodReady).length : 0;
  const startTime = job.spec.suspend ? undefined : ((suspended ? undefined : job.status?.startTime) ?? time);
  return {
    ...(conditions.length > 0 ? { conditions } : {}),
    ...(startTime === undefined ? {} : { startTime }),
    ...(verdict?.kind === "complete" ? { completionTime: time } : {}),
    ...(running > 0 ? { active: running } : {}),
    ready,
    ...(succeeded > 0 ? { succeeded } : {}),
    ...(settled.failed > 0 ? { failed: settled.failed } : {}),
    terminating: count.terminating,
    ...(count.completedIndexes.size > 0 ? { completedIndexes: formatIndexes(count.completedIndexes) } : {}),
    uncountedTerminatedPods: {
      ...(uncounted.succeeded.length > 0 ? { succeeded: uncounted.succeeded } : {}),
      ...(uncounted.failed.length > 0 ? { failed: uncounted.failed } : {}),
    },
  };
}
