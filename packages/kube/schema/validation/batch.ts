import type { CronJob, Job, JobSpec } from "../model/batch-v1.gen.ts";
import type { Check } from "./check.ts";
import { checkLabelSelector } from "./labels.ts";
import { dnsSubdomainProblems } from "./names.ts";
import { checkPodTemplate } from "./pod-spec.ts";

function checkJobSpec(check: Check, spec: JobSpec, path: string): void {
  for (const key of [
    "parallelism",
    "completions",
    "activeDeadlineSeconds",
    "backoffLimit",
    "ttlSecondsAfterFinished",
  ] as const)
    check.nonNegative(`${path}.${key}`, spec[key]);
  if (spec.completionMode === "Indexed" && spec.completions === undefined)
    check.required(`${path}.completions`, "when completion mode is Indexed");
  if (spec.completionMode !== undefined)
    check.oneOf(`${path}.completionMode`, spec.completionMode, ["Indexed", "NonIndexed"]);
  checkLabelSelector(check, spec.selector, `${path}.selector`);
  checkPodTemplate(check, spec.template, `${path}.template`);
  const policy = spec.template.spec?.restartPolicy;
  if (policy !== "OnFailure" && policy !== "Never")
    check.required(`${path}.template.spec.restartPolicy`, 'valid values: "OnFailure", "Never"');
}

export function checkJob(check: Check, job: Job): void {
  checkJobSpec(check, job.spec, "spec");
}

export function checkJobUpdate(check: Check, { spec }: Job, { spec: old }: Job): void {
  for (const key of ["selector", "completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy"] as const)
    check.immutable(`spec.${key}`, spec[key], old[key]);
  // An elastic indexed job may change both numbers together.
  if (spec.completionMode !== "Indexed" || spec.completions !== spec.parallelism)
    check.immutable("spec.completions", spec.completions, old.completions);
  // The template of a job that never started may still be adjusted.
  if (old.suspend !== true) check.immutable("spec.template", spec.template, old.template);
}

const field = String.raw`(?:\*|\?|[0-9A-Za-z]+(?:-[0-9A-Za-z]+)?)(?:\/[0-9]+)?`;
const schedule = new RegExp(
  String.raw`^(?:@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)|@every\s+\S+|(?:${field})(?:,${field})*(?:\s+(?:${field})(?:,${field})*){4})$`,
);

export function checkCronJob(check: Check, { spec }: CronJob): void {
  if (!spec.schedule) check.required("spec.schedule");
  else if (/TZ/.test(spec.schedule))
    check.invalid("spec.schedule", spec.schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
  else if (!schedule.test(spec.schedule.trim())) {
    const fields = spec.schedule.trim().split(/\s+/).length;
    check.invalid(
      "spec.schedule",
      spec.schedule,
      fields === 5
        ? `failed to parse int from ${spec.schedule}`
        : `expected exactly 5 fields, found ${fields}: [${spec.schedule.trim().split(/\s+/).join(" ")}]`,
    );
  }
  check.oneOf("spec.concurrencyPolicy", spec.concurrencyPolicy, ["Allow", "Forbid", "Replace"]);
  for (const key of ["startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit"] as const)
    check.nonNegative(`spec.${key}`, spec[key]);
  if (spec.jobTemplate.spec) checkJobSpec(check, spec.jobTemplate.spec, "spec.jobTemplate.spec");
}

/** Jobs are named after their CronJob, with eleven characters more. */
export function cronJobNameProblems(name: string): string[] {
  const problems = dnsSubdomainProblems(name);
  if (name.length > 52) problems.push("must be no more than 52 characters");
  return problems;
}
