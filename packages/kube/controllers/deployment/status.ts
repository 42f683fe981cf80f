import {
  type Deployment,
  type DeploymentCondition,
  type DeploymentStatus,
  parseTimestamp,
  type ReplicaSet,
  timestamp,
} from "@byocni/kube/client";
import { availableOf, replicasOf, sum } from "./replica-sets.ts";
import { limits, wantedReplicas } from "./rolling.ts";

type Conditions = readonly DeploymentCondition[];
type Verdict = Pick<DeploymentCondition, "type" | "status" | "reason" | "message">;

export function conditionOf(conditions: Conditions, type: string): DeploymentCondition | undefined {
  return conditions.find((condition) => condition.type === type);
}

/** Puts a condition in; one that says the same (status and reason) is left as it is unless `renew` is set. */
export function withCondition(conditions: Conditions, verdict: Verdict, now: number, renew = false): Conditions {
  const before = conditionOf(conditions, verdict.type);
  if (before?.status === verdict.status && before.reason === verdict.reason && !renew) return conditions;
  const time = timestamp(now);
  const lastTransitionTime = before?.status === verdict.status ? (before.lastTransitionTime ?? time) : time;
  const next = { ...verdict, lastUpdateTime: time, lastTransitionTime };
  return [...conditions.filter(({ type }) => type !== verdict.type), next];
}

/** `progressDeadlineSeconds` as upstream treats it: the largest integer means that there is none. */
export function progressDeadline(deployment: Deployment): number | undefined {
  const seconds = deployment.spec.progressDeadlineSeconds ?? 600;
  return seconds === 2_147_483_647 ? undefined : seconds;
}

/** The counts and the Available condition. */
export function countStatus(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  fresh: ReplicaSet | undefined,
  now: number,
): DeploymentStatus {
  const available = sum(all, availableOf);
  const unavailable = Math.max(0, sum(all, replicasOf) - available);
  const replicas = sum(all, ({ status }) => status?.replicas ?? 0);
  const ready = sum(all, ({ status }) => status?.readyReplicas ?? 0);
  const updated = fresh?.status?.replicas ?? 0;
  const { generation } = deployment.metadata;
  const { collisionCount, conditions = [] } = deployment.status ?? {};
  const enough = available >= wantedReplicas(deployment) - limits(deployment).maxUnavailable;
  const verdict: Verdict = enough
    ? {
        type: "Available",
        status: "True",
        reason: "MinimumReplicasAvailable",
        message: "Deployment has minimum availability.",
      }
    : {
        type: "Available",
        status: "False",
        reason: "MinimumReplicasUnavailable",
        message: "Deployment does not have minimum availability.",
      };
  return {
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    ...(replicas === 0 ? {} : { replicas }),
    ...(updated === 0 ? {} : { updatedReplicas: updated }),
    ...(ready === 0 ? {} : { readyReplicas: ready }),
    ...(available === 0 ? {} : { availableReplicas: available }),
    ...(unavailable === 0 ? {} : { unavailableReplicas: unavailable }),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    conditions: withCondition(conditions, verdict, now),
  };
}

/** All pods are new, there are as many as wanted, and all are available. */
export function isComplete(deployment: Deployment, status: DeploymentStatus): boolean {
  const wanted = wantedReplicas(deployment);
  return (
    (status.updatedReplicas ?? 0) === wanted &&
    (status.replicas ?? 0) === wanted &&
    (status.availableReplicas ?? 0) === wanted &&
    (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

function hasProgressed(before: DeploymentStatus, status: DeploymentStatus): boolean {
  const count = (of: DeploymentStatus, field: "replicas" | "updatedReplicas" | "readyReplicas" | "availableReplicas") =>
    of[field] ?? 0;
  const old = (of: DeploymentStatus): number => count(of, "replicas") - count(of, "updatedReplicas");
  return (
    count(status, "updatedReplicas") > count(before, "updatedReplicas") ||
    old(status) < old(before) ||
    count(status, "readyReplicas") > count(before, "readyReplicas") ||
    count(status, "availableReplicas") > count(before, "availableReplicas")
  );
}

const moving: ReadonlySet<string | undefined> = new Set([
  "NewReplicaSetCreated",
  "FoundNewReplicaSet",
  "ReplicaSetUpdated",
  "DeploymentResumed",
]);

/** The whole status of a rollout, with Progressing and ReplicaFailure, and when it must be looked at again. */
export function rolloutStatus(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  fresh: ReplicaSet | undefined,
  now: number,
): { readonly status: DeploymentStatus; readonly lookInMs?: number } {
  const counted = countStatus(deployment, all, fresh, now);
  const deadline = progressDeadline(deployment);
  let conditions = counted.conditions ?? [];
  const current = conditionOf(conditions, "Progressing");
  if (deadline === undefined) conditions = conditions.filter(({ type }) => type !== "Progressing");
  const settled =
    (counted.replicas ?? 0) === (counted.updatedReplicas ?? 0) && current?.reason === "NewReplicaSetAvailable";
  const what = fresh ? `ReplicaSet "${fresh.metadata.name}"` : `Deployment "${deployment.metadata.name}"`;
  let lookInMs: number | undefined;
  if (deadline !== undefined && !settled) {
    const since = parseTimestamp(current?.lastUpdateTime) ?? now;
    const left = since + deadline * 1000 - now;
    if (isComplete(deployment, counted)) {
      const message = `${what} has successfully progressed.`;
      const verdict = { type: "Progressing", status: "True", reason: "NewReplicaSetAvailable", message } as const;
      conditions = withCondition(conditions, verdict, now);
    } else if (hasProgressed(deployment.status ?? {}, counted)) {
      const message = `${what} is progressing.`;
      const verdict = { type: "Progressing", status: "True", reason: "ReplicaSetUpdated", message } as const;
      // Every step starts the deadline anew.
      conditions = withCondition(conditions, verdict, now, true);
      lookInMs = deadline * 1000 + 1000;
    } else if (moving.has(current?.reason) && left < 0) {
      const message = `${what} has timed out progressing.`;
      const verdict = { type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded", message } as const;
      conditions = withCondition(conditions, verdict, now);
    } else if (moving.has(current?.reason)) lookInMs = Math.max(0, left) + 1000;
  }
  return {
    status: { ...counted, conditions: withReplicaFailure(conditions, all, fresh) },
    ...(lookInMs === undefined ? {} : { lookInMs }),
  };
}

/** The replica sets' complaint, first the new one's. */
function withReplicaFailure(
  conditions: Conditions,
  all: readonly ReplicaSet[],
  fresh: ReplicaSet | undefined,
): Conditions {
  const rest = conditions.filter(({ type }) => type !== "ReplicaFailure");
  for (const set of fresh ? [fresh, ...all] : all) {
    const failure = set.status?.conditions?.find(({ type }) => type === "ReplicaFailure");
    if (!failure) continue;
    const time = failure.lastTransitionTime;
    return [...rest, { ...failure, ...(time === undefined ? {} : { lastUpdateTime: time }) }];
  }
  return rest;
}
