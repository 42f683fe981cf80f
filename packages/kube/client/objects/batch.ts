import type { Condition, KubeObject, LabelSelector, NewObjectMeta, ObjectReference } from "./meta.ts";
import type { PodTemplateSpec } from "./pod.ts";

export interface JobSpec {
  readonly parallelism?: number;
  readonly completions?: number;
  readonly backoffLimit?: number;
  readonly activeDeadlineSeconds?: number;
  readonly ttlSecondsAfterFinished?: number;
  readonly completionMode?: "NonIndexed" | "Indexed";
  readonly suspend?: boolean;
  readonly manualSelector?: boolean;
  readonly managedBy?: string;
  readonly podReplacementPolicy?: "TerminatingOrFailed" | "Failed";
  readonly backoffLimitPerIndex?: number;
  readonly maxFailedIndexes?: number;
  readonly podFailurePolicy?: Readonly<Record<string, unknown>>;
  readonly successPolicy?: Readonly<Record<string, unknown>>;
  readonly selector?: LabelSelector;
  readonly template: PodTemplateSpec;
}

export interface JobCondition extends Condition {
  readonly lastProbeTime?: string;
}

export interface JobStatus {
  readonly conditions?: readonly JobCondition[];
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly active?: number;
  readonly ready?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly terminating?: number;
  readonly completedIndexes?: string;
  readonly failedIndexes?: string;
  readonly uncountedTerminatedPods?: {
    readonly succeeded?: readonly string[];
    readonly failed?: readonly string[];
  };
}

export interface Job extends KubeObject {
  readonly spec: JobSpec;
  readonly status?: JobStatus;
}

export interface CronJob extends KubeObject {
  readonly spec: {
    readonly schedule: string;
    readonly timeZone?: string;
    readonly startingDeadlineSeconds?: number;
    readonly concurrencyPolicy?: "Allow" | "Forbid" | "Replace";
    readonly suspend?: boolean;
    readonly jobTemplate: { readonly metadata?: Partial<NewObjectMeta>; readonly spec: JobSpec };
    readonly successfulJobsHistoryLimit?: number;
    readonly failedJobsHistoryLimit?: number;
  };
  readonly status?: CronJobStatus;
}

export interface CronJobStatus {
  readonly active?: readonly ObjectReference[];
  readonly lastScheduleTime?: string;
  readonly lastSuccessfulTime?: string;
}
