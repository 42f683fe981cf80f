import type { batchv1 } from "@byocni/kube/schema";
import { age, humanDuration } from "./duration.ts";
import { ageColumn, column, nameColumn, type Printer } from "./printer.ts";
import { containerColumns, formatFlag, formatSelector, none } from "./text.ts";

const wide = [column("~Containers"), column("~Images"), column("~Selector")];

export const jobPrinter: Printer = {
  columns: [
    nameColumn,
    column("Status", "string", "Status of the job."),
    column("Completions"),
    column("Duration", "string", "Time required to complete the job."),
    ageColumn,
    ...wide,
  ],
  cells(object, now) {
    const job = object as batchv1.Job;
    return [
      job.metadata.name ?? "",
      jobStatus(job),
      completions(job),
      duration(job, now),
      age(job.metadata.creationTimestamp, now),
      ...containerColumns(job.spec?.template.spec?.containers),
      formatSelector(job.spec?.selector),
    ];
  },
};

export const cronJobPrinter: Printer = {
  columns: [
    nameColumn,
    column("Schedule"),
    column("Timezone"),
    column("Suspend", "boolean"),
    column("Active", "integer"),
    column("Last Schedule"),
    ageColumn,
    ...wide,
  ],
  cells(object, now) {
    const { metadata, spec, status } = object as batchv1.CronJob;
    const template = spec?.jobTemplate.spec;
    return [
      metadata.name ?? "",
      spec?.schedule ?? "",
      spec?.timeZone ?? none,
      formatFlag(spec?.suspend),
      (status?.active ?? []).length,
      status?.lastScheduleTime ? age(status.lastScheduleTime, now) : none,
      age(metadata.creationTimestamp, now),
      ...containerColumns(template?.template.spec?.containers),
      formatSelector(template?.selector),
    ];
  },
};

function jobStatus({ metadata, status }: batchv1.Job): string {
  const is = (type: string): boolean =>
    status?.conditions?.some((item) => item.type === type && item.status === "True") ?? false;
  if (is("Complete")) return "Complete";
  if (is("Failed")) return "Failed";
  if (metadata.deletionTimestamp) return "Terminating";
  if (is("Suspended")) return "Suspended";
  if (is("FailureTarget")) return "FailureTarget";
  return is("SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
}

function completions({ spec, status }: batchv1.Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function duration({ status }: batchv1.Job, now: number): string {
  if (!status?.startTime) return "";
  const end = status.completionTime ? Date.parse(status.completionTime) : now;
  return humanDuration(end - Date.parse(status.startTime));
}
