import { jsonEqual } from "@byocni/base/core";
import type { Deployment, PodTemplateSpec, ReplicaSet } from "@byocni/kube/client";

export const templateHashLabel = "pod-template-hash";
export const revisionAnnotation = "deployment.kubernetes.io/revision";
export const revisionHistoryAnnotation = "deployment.kubernetes.io/revision-history";
export const desiredAnnotation = "deployment.kubernetes.io/desired-replicas";
export const maxAnnotation = "deployment.kubernetes.io/max-replicas";

/** Annotations of a deployment that are its own and not handed down to its replica sets. */
const ownAnnotations: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "deprecated.deployment.rollback.to",
  revisionAnnotation,
  revisionHistoryAnnotation,
  desiredAnnotation,
  maxAnnotation,
]);

/** The annotations that a deployment hands down. */
export function inheritedAnnotations(deployment: Deployment): Record<string, string> {
  const entries = Object.entries(deployment.metadata.annotations ?? {});
  return Object.fromEntries(entries.filter(([key]) => !ownAnnotations.has(key)));
}

function withoutHash(template: PodTemplateSpec): PodTemplateSpec {
  const { [templateHashLabel]: _hash, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}

/** Templates that make the same pods, but for the hash label. */
export function sameTemplate(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  return jsonEqual(withoutHash(a), withoutHash(b));
}

export function byAge(a: ReplicaSet, b: ReplicaSet): number {
  const [left, right] = [a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? ""];
  if (left !== right) return left < right ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

export function revisionOf(set: ReplicaSet | Deployment): number {
  return Number.parseInt(set.metadata.annotations?.[revisionAnnotation] ?? "0", 10) || 0;
}

export const replicasOf = (set: ReplicaSet): number => set.spec.replicas ?? 1;
export const availableOf = (set: ReplicaSet): number => set.status?.availableReplicas ?? 0;

export function sum(sets: readonly ReplicaSet[], amount: (set: ReplicaSet) => number): number {
  return sets.reduce((total, set) => total + amount(set), 0);
}
