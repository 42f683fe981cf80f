import type { Condition, IntOrString, KubeObject, LabelSelector } from "./meta.ts";
import type { PodTemplateSpec } from "./pod.ts";

export interface DaemonSet extends KubeObject {
  readonly spec: {
    readonly selector: LabelSelector;
    readonly template: PodTemplateSpec;
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
    readonly updateStrategy?: {
      readonly type?: "RollingUpdate" | "OnDelete";
      readonly rollingUpdate?: { readonly maxUnavailable?: IntOrString; readonly maxSurge?: IntOrString };
    };
  };
  readonly status?: DaemonSetStatus;
}

export interface DaemonSetStatus {
  readonly currentNumberScheduled: number;
  readonly desiredNumberScheduled: number;
  readonly numberMisscheduled: number;
  readonly numberReady: number;
  readonly updatedNumberScheduled?: number;
  readonly numberAvailable?: number;
  readonly numberUnavailable?: number;
  readonly observedGeneration?: number;
  readonly collisionCount?: number;
  readonly conditions?: readonly Condition[];
}

export interface ReplicaSet extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly selector: LabelSelector;
    readonly template: PodTemplateSpec;
  };
  readonly status?: ReplicaSetStatus;
}

export interface ReplicaSetStatus {
  readonly replicas: number;
  readonly fullyLabeledReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
}

export interface DeploymentCondition extends Condition {
  readonly lastUpdateTime?: string;
}

export interface Deployment extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
    readonly progressDeadlineSeconds?: number;
    readonly paused?: boolean;
    readonly selector: LabelSelector;
    readonly template: PodTemplateSpec;
    readonly strategy?: {
      readonly type?: "RollingUpdate" | "Recreate";
      readonly rollingUpdate?: { readonly maxUnavailable?: IntOrString; readonly maxSurge?: IntOrString };
    };
  };
  readonly status?: DeploymentStatus;
}

export interface DeploymentStatus {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly unavailableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly collisionCount?: number;
  readonly conditions?: readonly DeploymentCondition[];
}

export interface StatefulSet extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly serviceName?: string;
    readonly podManagementPolicy?: "OrderedReady" | "Parallel";
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
    readonly selector: LabelSelector;
    readonly template: PodTemplateSpec;
    readonly ordinals?: { readonly start?: number };
    readonly volumeClaimTemplates?: readonly KubeObject[];
    readonly persistentVolumeClaimRetentionPolicy?: {
      readonly whenDeleted?: "Retain" | "Delete";
      readonly whenScaled?: "Retain" | "Delete";
    };
    readonly updateStrategy?: {
      readonly type?: "RollingUpdate" | "OnDelete";
      readonly rollingUpdate?: { readonly partition?: number; readonly maxUnavailable?: IntOrString };
    };
  };
  readonly status?: StatefulSetStatus;
}

export interface StatefulSetStatus {
  readonly observedGeneration?: number;
  readonly replicas: number;
  readonly readyReplicas?: number;
  readonly currentReplicas?: number;
  readonly updatedReplicas?: number;
  readonly availableReplicas?: number;
  readonly currentRevision?: string;
  readonly updateRevision?: string;
  readonly collisionCount?: number;
  readonly conditions?: readonly Condition[];
}

/** A stored template of a DaemonSet or StatefulSet; `data` is the patch that restores it. */
export interface ControllerRevision extends KubeObject {
  readonly revision: number;
  readonly data?: { readonly spec?: { readonly template?: unknown } };
}
