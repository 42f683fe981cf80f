import { jsonEqual } from "@byocni/base/core";
import { type ControllerRevision, type DaemonSet, type Node, objectKey, resources } from "@byocni/kube/client";
import { labelSelectorOf } from "@byocni/kube/schema";
import { claimObjects } from "../claim.ts";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { createExpectations } from "../expectations.ts";
import { revisionHashLabel, syncRevisions, trimRevisions } from "../history/revisions.ts";
import { addOwnerIndexes } from "../owner.ts";
import { createPodControl, slowStart } from "../pod-control.ts";
import { isStatusOnly, patience, watchPodsOf } from "../pod-events.ts";
import { writeStatus } from "../status-writer.ts";
import { createDaemonPodMaker, createNodeFitter } from "./daemon-pod.ts";
import { createFailedPods } from "./failed-pods.ts";
import { type DaemonPlan, type DaemonView, planPlacement, planRollingUpdate } from "./plan.ts";
import { daemonSetStatus } from "./status.ts";

export const daemonSetController: ControllerDefinition = { name: "daemonset-controller", start: startDaemonSets };

/** Pods that one sync creates or deletes at most. */
const burst = 250;

function startDaemonSets(context: ControllerContext): void {
  const { client, clock, recorder } = context;
  const sets = context.informer(resources.daemonSets);
  const pods = context.informer(resources.pods);
  const nodes = context.informer(resources.nodes);
  const revisions = context.informer(resources.controllerRevisions);
  addOwnerIndexes(pods);
  addOwnerIndexes(revisions);
  const expectations = createExpectations(clock);
  const failedPods = createFailedPods(clock);
  const control = createPodControl(client, recorder);
  const queue = context.queue({ workers: 2, process: sync });

  async function sync(key: string): Promise<void> {
    const set = sets.get(key);
    if (!set) {
      expectations.forget(key);
      return;
    }
    if (set.metadata.deletionTimestamp !== undefined) return;
    const selector = labelSelectorOf(set.spec.selector);
    if (selector.empty) {
      const message = "This daemon set is selecting all pods. A non-empty selector is required.";
      recorder.event(set, "Warning", "SelectingAll", message);
      return;
    }
    const history = await syncRevisions({ client, informer: revisions, owner: set, ownerKind: "DaemonSet" });
    const hash = history.current.metadata.labels?.[revisionHashLabel] ?? "";
    const owned = await claimObjects({
      client,
      informer: pods,
      owner: set,
      selector,
      resource: resources.pods,
      ownerApiVersion: "apps/v1",
      ownerKind: "DaemonSet",
    });
    const view: DaemonView = {
      set,
      pods: owned,
      hash,
      nodes: { [Symbol.iterator]: () => nodes.values() },
      now: clock.now(),
      failedBackoff: (nodeName) => failedPods.wait(`${set.metadata.uid}/${nodeName}`),
    };
    let failure: unknown;
    if (expectations.satisfied(key)) {
      const plan = planPlacement(view);
      announce(set, plan);
      failure = await carryOut(key, set, plan, hash);
      if (plan.retryMs !== undefined) queue.addAfter(key, plan.retryMs);
      const rolling = (set.spec.updateStrategy?.type ?? "RollingUpdate") === "RollingUpdate";
      if (failure === undefined && rolling && expectations.satisfied(key)) {
        failure = await carryOut(key, set, planRollingUpdate(view), hash);
      }
      const inUse = new Set(owned.map((pod) => pod.metadata.labels?.[revisionHashLabel] ?? ""));
      const isInUse = (revision: ControllerRevision): boolean =>
        inUse.has(revision.metadata.labels?.[revisionHashLabel] ?? "");
      await trimRevisions(client, history.old, isInUse, set.spec.revisionHistoryLimit ?? 10);
    }
    const { status, changesIn } = daemonSetStatus(view, history.collisionCount);
    await writeStatus(client, resources.daemonSets, set, status);
    if (changesIn !== undefined) queue.addAfter(key, changesIn);
    if (failure !== undefined) throw failure as Error;
  }

  function announce(set: DaemonSet, { finished }: DaemonPlan): void {
    for (const { pod, nodeName } of finished) {
      const name = `${pod.metadata.namespace ?? ""}/${pod.metadata.name}`;
      if (pod.status?.phase === "Failed") {
        const message = `Found failed daemon pod ${name} on node ${nodeName}, will try to kill it`;
        recorder.event(set, "Warning", "FailedDaemonPod", message);
      } else {
        const message = `Found succeeded daemon pod ${name} on node ${nodeName}, will try to delete it`;
        recorder.event(set, "Normal", "SucceededDaemonPod", message);
      }
    }
  }

  /** @returns the first error; what was not done is no longer expected. */
  async function carryOut(key: string, set: DaemonSet, plan: DaemonPlan, hash: string): Promise<unknown> {
    const create = plan.create.slice(0, burst);
    const remove = plan.delete.slice(0, burst);
    expectations.expectCreations(key, create.length);
    expectations.expectDeletions(key, remove.map(objectKey));
    const makePod = createDaemonPodMaker(set, hash);
    const created = await slowStart(create.length, async (index) => {
      try {
        await control.create(set, makePod(create[index] ?? ""));
      } catch (error) {
        expectations.creationObserved(key);
        throw error;
      }
    });
    for (let missed = created.tried; missed < create.length; missed++) expectations.creationObserved(key);
    const deletions = await Promise.allSettled(
      remove.map(async (pod) => {
        try {
          await control.delete(set, pod);
        } catch (error) {
          expectations.deletionObserved(key, objectKey(pod));
          throw error;
        }
      }),
    );
    const failed = deletions.find((result) => result.status === "rejected");
    return created.error ?? failed?.reason;
  }

  const enqueueSoon = (set: DaemonSet): void => queue.addAfter(objectKey(set), patience(pods, set));

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
    kind: "DaemonSet",
    look: (set) => queue.add(objectKey(set)),
    added(set) {
      const key = objectKey(set);
      expectations.creationObserved(key);
      if (expectations.satisfied(key)) queue.add(key);
      else enqueueSoon(set);
    },
    updated(set, pod, old) {
      if (pod.metadata.deletionTimestamp !== undefined && old.metadata.deletionTimestamp === undefined) {
        expectations.deletionObserved(objectKey(set), objectKey(pod));
      }
      enqueueSoon(set);
    },
    deleted(set, pod) {
      expectations.deletionObserved(objectKey(set), objectKey(pod));
      queue.add(objectKey(set));
    },
  });
  const wantedBy = (node: Node, act: (set: DaemonSet, fits: ReturnType<typeof createNodeFitter>) => boolean): void => {
    for (const set of sets.values()) if (act(set, createNodeFitter(set))) enqueueSoon(set);
  };
  nodes.addHandler({
    add: (node) => wantedBy(node, (_, fits) => fits(node).shouldRun),
    update(node, old) {
      if (jsonEqual(node.metadata.labels, old.metadata.labels) && jsonEqual(node.spec?.taints, old.spec?.taints))
        return;
      wantedBy(node, (_, fits) => !jsonEqual(fits(node), fits(old)));
    },
    delete: (node) => wantedBy(node, (_, fits) => fits(node).shouldContinue),
  });
}
