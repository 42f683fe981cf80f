import type { Condition, IntOrString, KubeObject, LabelSelector } from "./meta.ts";

export interface PodDisruptionBudget extends KubeObject {
  readonly spec?: {
    readonly minAvailable?: IntOrString;
    readonly maxUnavailable?: IntOrString;
    readonly selector?: LabelSelector | null;
    readonly unhealthyPodEvictionPolicy?: string;
  };
  readonly status?: PodDisruptionBudgetStatus;
}

export interface PodDisruptionBudgetStatus {
  readonly observedGeneration?: number;
  readonly disruptedPods?: Readonly<Record<string, string>>;
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  readonly conditions?: readonly (Condition & { readonly observedGeneration?: number })[];
}

/** scheduling.k8s.io/v1. */
export interface PriorityClass extends KubeObject {
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}
