import {
  type CronJob,
  type CronJobStatus,
  inNamespace,
  isAlreadyExists,
  isNamespaceTerminating,
  isNotFound,
  type Job,
  type NewObject,
  objectKey,
  parseTimestamp,
  referenceTo,
  refTo,
  resources,
  timestamp,
} from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { conditionOf, isFinished } from "../job/job-verdict.ts";
import { addOwnerIndexes, controllerOf, controllerReference } from "../owner.ts";
import { writeStatusStrictly } from "../status-writer.ts";
import { parseSchedule, type Schedule } from "./schedule.ts";

export const cronJobController: ControllerDefinition = {
  name: "cronjob-controller",
  start: startCronJobs,
};

/** More missed times than this are an error of the clock or the schedule. */
const maxMissed = 100;

function startCronJobs(context: ControllerContext): void {
  const { client, clock, recorder } = context;
  const cronJobs = context.informer(resources.cronJobs);
  const jobs = context.informer(resources.jobs);
  addOwnerIndexes(jobs);
  const queue = context.queue({ workers: 5, process: sync });

  async function sync(key: string): Promise<void> {
    const cron = cronJobs.get(key);
    if (!cron) return;
    const owned = [...jobs.byIndex("controller", cron.metadata.uid ?? "")];
    let status = followJobs(cron, owned);
    await trimHistory(cron, owned);
    const schedule = scheduleOf(cron);
    if (schedule && !cron.spec.suspend && cron.metadata.deletionTimestamp === undefined) {
      status = await startDue(cron, schedule, owned, status);
      const next = schedule.next(clock.now());
      // A little late rather than a little early.
      if (next !== undefined) queue.addAfter(key, next - clock.now() + 100);
    }
    await writeStatusStrictly(client, resources.cronJobs, cron, status);
  }

  function scheduleOf(cron: CronJob): Schedule | undefined {
    const schedule = parseSchedule(cron.spec.schedule, cron.spec.timeZone);
    if ("next" in schedule) return schedule;
    const message = `invalid schedule: ${cron.spec.schedule} : ${schedule.problem}`;
    recorder.event(cron, "Warning", "InvalidSchedule", message);
    return undefined;
  }

  /** Takes finished and lost jobs off the active list. */
  function followJobs(cron: CronJob, owned: readonly Job[]): CronJobStatus {
    const active = (cron.status?.active ?? []).filter(({ uid, name }) => {
      const job = owned.find(({ metadata }) => metadata.uid === uid);
      if (!job) {
        recorder.event(cron, "Normal", "MissingJob", `Active job went missing: ${name}`);
        return false;
      }
      if (!isFinished(job)) return true;
      const type = conditionOf(job.status, "Complete")?.status === "True" ? "Complete" : "Failed";
      recorder.event(cron, "Normal", "SawCompletedJob", `Saw completed job: ${name}, condition: ${type}`);
      return false;
    });
    let last = cron.status?.lastSuccessfulTime;
    for (const { status } of owned) {
      const end = status?.completionTime;
      if (end !== undefined && (last === undefined || end > last)) last = end;
    }
    const { lastScheduleTime } = cron.status ?? {};
    return {
      ...(active.length > 0 ? { active } : {}),
      ...(lastScheduleTime === undefined ? {} : { lastScheduleTime }),
      ...(last === undefined ? {} : { lastSuccessfulTime: last }),
    };
  }

  async function trimHistory(cron: CronJob, owned: readonly Job[]): Promise<void> {
    const { successfulJobsHistoryLimit = 3, failedJobsHistoryLimit = 1 } = cron.spec;
    const finished = owned.filter(isFinished);
    const succeeded = finished.filter(({ status }) => conditionOf(status, "Complete")?.status === "True");
    const failed = finished.filter((job) => !succeeded.includes(job));
    for (const [list, limit] of [
      [succeeded, successfulJobsHistoryLimit],
      [failed, failedJobsHistoryLimit],
    ] as const) {
      const oldestFirst = list.toSorted((a, b) => ((a.status?.startTime ?? "") < (b.status?.startTime ?? "") ? -1 : 1));
      for (const job of oldestFirst.slice(0, Math.max(0, list.length - limit))) await remove(cron, job);
    }
  }

  async function remove(cron: CronJob, job: Job): Promise<void> {
    if (job.metadata.deletionTimestamp !== undefined) return;
    try {
      await client.delete(refTo(resources.jobs, job), { propagationPolicy: "Background" });
      recorder.event(cron, "Normal", "SuccessfulDelete", `Deleted job ${job.metadata.name}`);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** Starts the job of the latest time that has come, unless a rule forbids it. */
  async function startDue(
    cron: CronJob,
    schedule: Schedule,
    owned: readonly Job[],
    status: CronJobStatus,
  ): Promise<CronJobStatus> {
    const now = clock.now();
    const { startingDeadlineSeconds, concurrencyPolicy = "Allow" } = cron.spec;
    const begin = parseTimestamp(status.lastScheduleTime ?? cron.metadata.creationTimestamp) ?? now;
    const earliest =
      startingDeadlineSeconds === undefined ? begin : Math.max(begin, now - startingDeadlineSeconds * 1000);
    let due: number | undefined;
    let missed = 0;
    for (let time = schedule.next(earliest); time !== undefined && time <= now; time = schedule.next(time)) {
      due = time;
      if (++missed <= maxMissed) continue;
      const message = "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew";
      if (missed === maxMissed + 1) recorder.event(cron, "Warning", "TooManyMissedTimes", message);
      // Near enough: the schedule goes on from now.
      time = Math.max(time, now - 24 * 3_600_000);
    }
    if (due === undefined) return status;
    const name = `${cron.metadata.name}-${Math.floor(due / 60_000)}`;
    if (owned.some(({ metadata }) => metadata.name === name)) return { ...status, lastScheduleTime: timestamp(due) };
    const running = owned.filter((job) => status.active?.some(({ uid }) => uid === job.metadata.uid));
    if (concurrencyPolicy === "Forbid" && (status.active?.length ?? 0) > 0) {
      const message = "Not starting job because prior execution is running and concurrency policy is Forbid";
      recorder.event(cron, "Normal", "JobAlreadyActive", message);
      return status;
    }
    const replaced = concurrencyPolicy === "Replace";
    if (replaced) for (const job of running) await remove(cron, job);
    const job = await create(cron, name, due);
    if (!job) return status;
    const active = [...(replaced ? [] : (status.active ?? [])), referenceTo(job)];
    return { ...status, active, lastScheduleTime: timestamp(due) };
  }

  async function create(cron: CronJob, name: string, due: number): Promise<Job | undefined> {
    const { namespace = "" } = cron.metadata;
    const { metadata = {}, spec } = cron.spec.jobTemplate;
    const wanted: NewObject<Job> = {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: {
        name,
        namespace,
        ...(metadata.labels ? { labels: metadata.labels } : {}),
        annotations: { ...metadata.annotations, "batch.kubernetes.io/cronjob-scheduled-timestamp": timestamp(due) },
        ownerReferences: [controllerReference(cron, "batch/v1", "CronJob")],
      },
      spec,
    };
    try {
      const job = await client.create(inNamespace(resources.jobs, namespace), wanted);
      recorder.event(cron, "Normal", "SuccessfulCreate", `Created job ${name}`);
      return job;
    } catch (error) {
      if (isNamespaceTerminating(error)) return undefined;
      if (isAlreadyExists(error)) return client.get(refTo(resources.jobs, { metadata: { name, namespace } }));
      recorder.event(
        cron,
        "Warning",
        "FailedCreate",
        `Error creating job: ${error instanceof Error ? error.message : String(error)}`,
      );
      throw error;
    }
  }

  cronJobs.addHandler({
    add: (cron) => queue.add(objectKey(cron)),
    update: (cron) => queue.add(objectKey(cron)),
  });
  const look = (job: Job): void => {
    const owner = controllerOf(job);
    if (owner?.kind === "CronJob") queue.add(`${job.metadata.namespace ?? ""}/${owner.name}`);
  };
  jobs.addHandler({ add: look, update: look, delete: look });
}
