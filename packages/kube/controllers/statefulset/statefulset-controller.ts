import {
  type ControllerRevision,
  inNamespace,
  isAlreadyExists,
  isNamespaceTerminating,
  isNotFound,
  objectKey,
  type Pod,
  type PodTemplateSpec,
  refTo,
  resources,
  type StatefulSet,
  type StatefulSetStatus,
} from "@byocni/kube/client";
import { labelSelectorOf } from "@byocni/kube/schema";
import { claimObjects } from "../claim.ts";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { syncRevisions, trimRevisions } from "../history/revisions.ts";
import { addOwnerIndexes } from "../owner.ts";
import { isStatusOnly, watchPodsOf } from "../pod-events.ts";
import { untilAvailable } from "../pod-state.ts";
import { writeStatus } from "../status-writer.ts";
import { countPods, planStatefulSet, revisionOf, type StatefulStep, type StatefulView } from "./plan.ts";
import { claimsOf, ordinalOf, statefulPod } from "./stateful-pod.ts";

export const statefulSetController: ControllerDefinition = { name: "statefulset-controller", start: startStatefulSets };

function startStatefulSets(context: ControllerContext): void {
  const { client, clock, recorder } = context;
  const sets = context.informer(resources.statefulSets);
  const pods = context.informer(resources.pods);
  const revisions = context.informer(resources.controllerRevisions);
  addOwnerIndexes(pods);
  addOwnerIndexes(revisions);
  const queue = context.queue({ workers: 5, process: sync });

  async function sync(key: string): Promise<void> {
    const set = sets.get(key);
    if (!set) return;
    const selector = labelSelectorOf(set.spec.selector);
    if (selector.empty) return;
    const history = await syncRevisions({
      client,
      informer: revisions,
      owner: set,
      ownerKind: "StatefulSet",
      hashLabel: "controller.kubernetes.io/hash",
    });
    const owned = await claimObjects({
      client,
      informer: pods,
      owner: set,
      selector,
      accepts: (pod) => ordinalOf(set, pod) !== undefined,
      resource: resources.pods,
      ownerApiVersion: "apps/v1",
      ownerKind: "StatefulSet",
    });
    const updateRevision = history.current.metadata.name;
    const all = [history.current, ...history.old];
    const stored = all.find(({ metadata }) => metadata.name === set.status?.currentRevision);
    const view: Omit<StatefulView, "currentReplicas"> = {
      set,
      pods: owned,
      updateRevision,
      currentRevision: (stored ?? history.current).metadata.name,
      now: clock.now(),
    };
    const counts = countPods(view);
    if (set.metadata.deletionTimestamp === undefined) {
      for (const step of planStatefulSet({ ...view, currentReplicas: counts.current })) await take(set, step, all);
    }
    await writeStatus(client, resources.statefulSets, set, statusOf(view, counts, history.collisionCount));
    const inUse = new Set([...owned.map(revisionOf), view.currentRevision, updateRevision]);
    const limit = set.spec.revisionHistoryLimit ?? 10;
    await trimRevisions(client, history.old, ({ metadata }) => inUse.has(metadata.name), limit);
    const waits = owned.flatMap((pod) => untilAvailable(pod, set.spec.minReadySeconds ?? 0, view.now) ?? []);
    if (waits.length > 0) queue.addAfter(key, Math.min(...waits));
  }

  async function take(set: StatefulSet, step: StatefulStep, all: readonly ControllerRevision[]): Promise<void> {
    if (step.kind === "delete") await remove(set, step.pod, step.failed);
    else {
      const revision = all.find(({ metadata }) => metadata.name === step.revision);
      await create(set, step.ordinal, step.revision, templateOf(revision) ?? set.spec.template);
    }
  }

  async function create(set: StatefulSet, ordinal: number, revision: string, template: PodTemplateSpec): Promise<void> {
    const { name, namespace = "" } = set.metadata;
    const pod = statefulPod(set, template, revision, ordinal);
    const podName = `${name}-${ordinal}`;
    try {
      for (const claim of claimsOf(set, ordinal)) {
        const ref = refTo(resources.persistentVolumeClaims, claim);
        const isThere = await client.get(ref).then(
          () => true,
          (error: unknown) => {
            if (isNotFound(error)) return false;
            throw error;
          },
        );
        if (isThere) continue;
        await client.create(inNamespace(resources.persistentVolumeClaims, namespace), claim);
        const message = `create Claim ${claim.metadata.name} Pod ${podName} in StatefulSet ${name} success`;
        recorder.event(set, "Normal", "SuccessfulCreate", message);
      }
      await client.create(inNamespace(resources.pods, namespace), pod);
      recorder.event(set, "Normal", "SuccessfulCreate", `create Pod ${podName} in StatefulSet ${name} successful`);
    } catch (error) {
      // Made by an earlier attempt whose event has not come yet.
      if (isAlreadyExists(error) || isNamespaceTerminating(error)) return;
      const message = error instanceof Error ? error.message : String(error);
      const text = `create Pod ${podName} in StatefulSet ${name} failed error: ${message}`;
      recorder.event(set, "Warning", "FailedCreate", text);
      throw error;
    }
  }

  async function remove(set: StatefulSet, pod: Pod, failed: boolean): Promise<void> {
    const { name, namespace = "" } = set.metadata;
    if (failed) {
      const message = `StatefulSet ${namespace}/${name} is recreating failed Pod ${pod.metadata.name}`;
      recorder.event(set, "Warning", "RecreatingFailedPod", message);
    }
    try {
      const { uid } = pod.metadata;
      await client.delete(refTo(resources.pods, pod), uid === undefined ? {} : { preconditions: { uid } });
      const message = `delete Pod ${pod.metadata.name} in StatefulSet ${name} successful`;
      recorder.event(set, "Normal", "SuccessfulDelete", message);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  sets.addHandler({
    add: (set) => queue.add(objectKey(set)),
    update(set, old) {
      if (!isStatusOnly(set, old) || set.status !== old.status) queue.add(objectKey(set));
    },
  });
  const look = (set: StatefulSet): void => queue.add(objectKey(set));
  watchPodsOf({ pods, owners: sets, kind: "StatefulSet", look, added: look, updated: look, deleted: look });
}

function templateOf(revision: ControllerRevision | undefined): PodTemplateSpec | undefined {
  const stored = revision?.data?.spec?.template as (PodTemplateSpec & { readonly $patch?: string }) | undefined;
  if (!stored) return undefined;
  const { $patch: _patch, ...template } = stored;
  return template;
}

function statusOf(
  view: Omit<StatefulView, "currentReplicas">,
  counts: ReturnType<typeof countPods>,
  collisionCount: number | undefined,
): StatefulSetStatus {
  const { set, currentRevision, updateRevision } = view;
  const { generation } = set.metadata;
  const rolling = (set.spec.updateStrategy?.type ?? "RollingUpdate") === "RollingUpdate";
  // All pods are of the new revision and ready: it becomes the current one.
  const done = rolling && counts.updated === counts.replicas && counts.ready === counts.replicas;
  const current = done ? counts.updated : counts.current;
  const collisions = collisionCount ?? set.status?.collisionCount ?? 0;
  return {
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    replicas: counts.replicas,
    ...(counts.ready === 0 ? {} : { readyReplicas: counts.ready }),
    availableReplicas: counts.available,
    ...(current === 0 ? {} : { currentReplicas: current }),
    ...(counts.updated === 0 ? {} : { updatedReplicas: counts.updated }),
    currentRevision: done ? updateRevision : currentRevision,
    updateRevision,
    collisionCount: collisions,
    ...(set.status?.conditions ? { conditions: set.status.conditions } : {}),
  };
}
