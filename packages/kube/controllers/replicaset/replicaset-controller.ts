import {
  type Condition,
  objectKey,
  type Pod,
  type ReplicaSet,
  type ReplicaSetStatus,
  resources,
  timestamp,
} from "@byocni/kube/client";
import { labelSelectorOf } from "@byocni/kube/schema";
import { claimObjects } from "../claim.ts";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { createExpectations } from "../expectations.ts";
import { addOwnerIndexes, controllerReference } from "../owner.ts";
import { createPodControl, podFromTemplate, slowStart } from "../pod-control.ts";
import { isStatusOnly, patience, watchPodsOf } from "../pod-events.ts";
import {
  isPodActive,
  isPodAvailable,
  isPodReady,
  isPodTerminal,
  sortForDeletion,
  untilAvailable,
} from "../pod-state.ts";
import { writeStatus } from "../status-writer.ts";

export const replicaSetController: ControllerDefinition = { name: "replicaset-controller", start: startReplicaSets };

/** Pods that one sync creates or deletes at most. */
const burst = 500;

function startReplicaSets(context: ControllerContext): void {
  const { client, clock, recorder } = context;
  const sets = context.informer(resources.replicaSets);
  const pods = context.informer(resources.pods);
  addOwnerIndexes(pods);
  const expectations = createExpectations(clock);
  const control = createPodControl(client, recorder);
  const queue = context.queue({ workers: 5, process: sync });

  async function sync(key: string): Promise<void> {
    const set = sets.get(key);
    if (!set) {
      expectations.forget(key);
      return;
    }
    const claimed = await claimObjects({
      client,
      informer: pods,
      owner: set,
      selector: labelSelectorOf(set.spec.selector),
      accepts: (pod) => !isPodTerminal(pod),
      resource: resources.pods,
      ownerApiVersion: "apps/v1",
      ownerKind: "ReplicaSet",
    });
    const active = claimed.filter(isPodActive);
    const surplus = active.length - (set.spec.replicas ?? 1);
    const mayManage = set.metadata.deletionTimestamp === undefined && expectations.satisfied(key);
    const failure = mayManage ? await adjust(key, set, active, surplus) : undefined;
    const now = clock.now();
    await writeStatus(client, resources.replicaSets, set, statusOf(set, active, surplus, failure, now));
    const waits = active.flatMap((pod) => untilAvailable(pod, set.spec.minReadySeconds ?? 0, now) ?? []);
    if (waits.length > 0) queue.addAfter(key, Math.min(...waits));
    if (failure !== undefined) throw failure as Error;
  }

  /** @returns the first error. */
  async function adjust(key: string, set: ReplicaSet, active: readonly Pod[], surplus: number): Promise<unknown> {
    if (surplus < 0) {
      const count = Math.min(burst, -surplus);
      const pod = podFromTemplate(set.spec.template, set, controllerReference(set, "apps/v1", "ReplicaSet"));
      expectations.expectCreations(key, count);
      const { tried, error } = await slowStart(count, async () => {
        try {
          await control.create(set, pod);
        } catch (reason) {
          expectations.creationObserved(key);
          throw reason;
        }
      });
      for (let missed = tried; missed < count; missed++) expectations.creationObserved(key);
      return error;
    }
    if (surplus === 0) return undefined;
    const chosen = sortForDeletion(active).slice(0, Math.min(burst, surplus));
    expectations.expectDeletions(key, chosen.map(objectKey));
    const results = await Promise.allSettled(
      chosen.map(async (pod) => {
        try {
          await control.delete(set, pod);
        } catch (reason) {
          expectations.deletionObserved(key, objectKey(pod));
          throw reason;
        }
      }),
    );
    return results.find((result) => result.status === "rejected")?.reason as unknown;
  }

  sets.addHandler({
    add: (set) => queue.add(objectKey(set)),
    update(set, old) {
      if (!isStatusOnly(set, old)) queue.add(objectKey(set));
    },
    delete: (set) => queue.add(objectKey(set)),
  });
  watchPodsOf({
    pods,
    owners: sets,
    kind: "ReplicaSet",
    look: (set) => queue.add(objectKey(set)),
    added(set) {
      const key = objectKey(set);
      expectations.creationObserved(key);
      queue.addAfter(key, expectations.satisfied(key) ? 0 : patience(pods, set));
    },
    updated(set, pod, old) {
      const key = objectKey(set);
      const leaves = pod.metadata.deletionTimestamp !== undefined && old.metadata.deletionTimestamp === undefined;
      if (leaves) expectations.deletionObserved(key, objectKey(pod));
      queue.addAfter(key, leaves ? 0 : patience(pods, set));
    },
    deleted(set, pod) {
      expectations.deletionObserved(objectKey(set), objectKey(pod));
      queue.add(objectKey(set));
    },
  });
}

function statusOf(
  set: ReplicaSet,
  active: readonly Pod[],
  surplus: number,
  failure: unknown,
  now: number,
): ReplicaSetStatus {
  const { minReadySeconds = 0, template } = set.spec;
  const labels = Object.entries(template.metadata?.labels ?? {});
  let [fullyLabeled, ready, available] = [0, 0, 0];
  for (const pod of active) {
    if (labels.every(([key, value]) => pod.metadata.labels?.[key] === value)) fullyLabeled++;
    if (isPodReady(pod)) ready++;
    if (isPodAvailable(pod, minReadySeconds, now)) available++;
  }
  const others = (set.status?.conditions ?? []).filter(({ type }) => type !== "ReplicaFailure");
  const before = set.status?.conditions?.find(({ type }) => type === "ReplicaFailure");
  const conditions: readonly Condition[] =
    failure === undefined
      ? others
      : [
          ...others,
          before ?? {
            type: "ReplicaFailure",
            status: "True",
            reason: surplus < 0 ? "FailedCreate" : "FailedDelete",
            message: failure instanceof Error ? failure.message : String(failure),
            lastTransitionTime: timestamp(now),
          },
        ];
  return {
    replicas: active.length,
    ...(fullyLabeled === 0 ? {} : { fullyLabeledReplicas: fullyLabeled }),
    ...(ready === 0 ? {} : { readyReplicas: ready }),
    ...(available === 0 ? {} : { availableReplicas: available }),
    ...(set.metadata.generation === undefined ? {} : { observedGeneration: set.metadata.generation }),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}
