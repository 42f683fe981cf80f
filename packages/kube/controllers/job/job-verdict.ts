import { type Job, type JobCondition, type JobStatus, parseTimestamp, type Pod } from "@byocni/kube/client";

/** How a job ends. */
export interface Verdict {
  readonly kind: "complete" | "failed";
  readonly reason: string;
  readonly message: string;
}

export const isFinished = (job: Job): boolean =>
  (job.status?.conditions ?? []).some(
    ({ type, status }) => (type === "Complete" || type === "Failed") && status === "True",
  );

export function conditionOf(status: JobStatus | undefined, type: string): JobCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

const backoffLimitExceeded: Verdict = {
  kind: "failed",
  reason: "BackoffLimitExceeded",
  message: "Job has reached the specified backoff limit",
};
const deadlineExceeded: Verdict = {
  kind: "failed",
  reason: "DeadlineExceeded",
  message: "Job was active longer than specified deadline",
};
const completed: Verdict = {
  kind: "complete",
  reason: "CompletionsReached",
  message: "Reached expected number of succeeded pods",
};

export interface Tally {
  readonly active: readonly Pod[];
  readonly succeeded: number;
  readonly failed: number;
}

/** Restarts in place count as failures when pods restart on failure. */
function restartsReachLimit(job: Job, active: readonly Pod[]): boolean {
  if (job.spec.template.spec.restartPolicy !== "OnFailure") return false;
  let restarts = 0;
  for (const { status } of active) {
    for (const container of [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]) {
      restarts += container.restartCount;
    }
  }
  const limit = job.spec.backoffLimit ?? 6;
  return limit === 0 ? restarts > 0 : restarts >= limit;
}

/** Milliseconds until the job's deadline; `undefined` when it has none or has not started. */
export function untilDeadline(job: Job, now: number): number | undefined {
  const start = parseTimestamp(job.status?.startTime);
  const { activeDeadlineSeconds, suspend } = job.spec;
  if (activeDeadlineSeconds === undefined || start === undefined || suspend) return undefined;
  return start + activeDeadlineSeconds * 1000 - now;
}

/** Whether the job is at its end, and how. */
export function judge(job: Job, { active, succeeded, failed }: Tally, now: number): Verdict | undefined {
  if (failed > (job.spec.backoffLimit ?? 6) || restartsReachLimit(job, active)) return backoffLimitExceeded;
  if ((untilDeadline(job, now) ?? 1) <= 0) return deadlineExceeded;
  const { completions } = job.spec;
  // Without a number of completions, one success ends it as soon as nothing runs any more.
  if (completions === undefined) return succeeded > 0 && active.length === 0 ? completed : undefined;
  return succeeded >= completions ? completed : undefined;
}

/** How many pods should run now. */
export function wantedActive(job: Job, { active, succeeded }: Tally): number {
  const { completions, parallelism = 1 } = job.spec;
  if (completions === undefined) return succeeded > 0 ? Math.min(active.length, parallelism) : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}
