import { jsonEqual } from "@byocni/base/core";
import {
  backoffDelay,
  isNotFound,
  type Node,
  objectKey,
  type Pod,
  refTo,
  resources,
  timestamp,
} from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { isPodTerminal, podCondition } from "../pod-state.ts";
import { createClusterView } from "./cluster-view.ts";
import { createNodeFinder } from "./find-node.ts";
import { truncateMessage } from "./fit-error.ts";
import { createPodInfo, type PodInfo } from "./pod-info.ts";
import { createAmountReader } from "./resource-amounts.ts";
import { createSchedulingQueue } from "./scheduling-queue.ts";

const schedulerName = "default-scheduler";
/** Bindings under way at a time; more pods wait in the queue. */
const maxBindings = 128;
/** Pods decided on before others get a turn of the event loop. */
const podsPerTurn = 64;
/** Waits before a pod is tried again whose binding failed, or that other pods keep from its nodes. */
const backoff = { baseMs: 1000, maxMs: 10_000 } as const;

export const schedulerController: ControllerDefinition = {
  name: "default-scheduler",
  fieldManager: "kube-scheduler",
  start: startScheduler,
};

/** What of a node can make a pod fit that did not before. */
function schedulingChanged(node: Node, old: Node): boolean {
  return (
    node.spec?.unschedulable !== old.spec?.unschedulable ||
    !jsonEqual(node.spec?.taints, old.spec?.taints) ||
    !jsonEqual(node.metadata.labels, old.metadata.labels) ||
    !jsonEqual(node.status?.allocatable, old.status?.allocatable)
  );
}

function startScheduler(context: ControllerContext): void {
  const { client, clock, random, recorder, logger, closer } = context;
  const reader = createAmountReader();
  const view = createClusterView(reader);
  const queue = createSchedulingQueue();
  const pods = context.informer(resources.pods);
  const nodes = context.informer(resources.nodes);
  const namespaces = context.informer(resources.namespaces);
  const finder = createNodeFinder(
    view,
    (namespace) => namespaces.get(namespace)?.metadata.labels,
    (limit) => random.int(limit),
  );
  /** Failed bindings, and attempts in vain because of other pods, by pod. */
  const failures = new Map<string, number>();
  /** Pods that other pods keep from their nodes: when they may be tried again. */
  const notBefore = new Map<string, number>();
  const waking = new Set<string>();
  /** Nodes that changed for the better since parked pods were last held against them. */
  const improved = new Set<string>();
  let othersChanged = false;
  let bindings = 0;
  let ready = false;
  let awake = false;

  function wake(): void {
    if (awake || !ready || closer.signal.aborted) return;
    awake = true;
    setImmediate(turn);
  }
  function turn(): void {
    awake = false;
    if (closer.signal.aborted) return;
    unparkHelped();
    for (let count = 0; count < podsPerTurn && bindings < maxBindings; count++) {
      const info = queue.pop();
      if (!info) return;
      schedule(info);
    }
    if (queue.waiting > 0 && bindings < maxBindings) wake();
  }

  /** Parked pods are tried again when a node that changed would take them, or when other pods decide about them. */
  function unparkHelped(): void {
    const helped = new Set<string>();
    for (const name of improved) {
      const node = view.node(name);
      if (!node) continue;
      for (const info of queue.parkedFor(name))
        if (!helped.has(info.key) && finder.fits(info, node)) helped.add(info.key);
    }
    improved.clear();
    if (othersChanged) {
      othersChanged = false;
      for (const info of queue.parked()) {
        const { affinity, antiAffinity, pod } = info;
        if (affinity.length > 0 || antiAffinity.length > 0 || pod.spec.topologySpreadConstraints) helped.add(info.key);
      }
    }
    for (const key of helped) unpark(key);
  }
  /** Nodes that fit by themselves say little about a pod that others are in the way of: it is not tried too often. */
  function unpark(key: string): void {
    const at = notBefore.get(key) ?? 0;
    if (at <= clock.now()) queue.unpark(key);
    else if (!waking.has(key)) {
      waking.add(key);
      clock.setTimer(at - clock.now(), () => {
        waking.delete(key);
        queue.unpark(key);
        wake();
      });
    }
  }

  function schedule(info: PodInfo): void {
    const current = pods.get(info.key);
    if (!current || current.metadata.uid !== info.pod.metadata.uid || !isMine(current)) return;
    const placement = finder.find(info);
    if (placement.kind === "node") {
      view.assume(info, placement.nodeName);
      finder.nominate(info, undefined);
      notBefore.delete(info.key);
      void bind(info, placement.nodeName);
      return;
    }
    queue.park(info);
    if (placement.byOthers) notBefore.set(info.key, clock.now() + nextBackoff(info.key));
    else notBefore.delete(info.key);
    const evicts = placement.preemption?.kind === "evict" ? placement.preemption : undefined;
    if (evicts) finder.nominate(info, evicts.nodeName);
    void fail(info, placement.message, "Unschedulable", evicts?.nodeName);
    if (evicts) for (const victim of evicts.victims) void evict(victim, info, evicts.nodeName);
  }

  async function bind(info: PodInfo, nodeName: string): Promise<void> {
    const { pod } = info;
    const { name, namespace = "", uid } = pod.metadata;
    bindings++;
    try {
      await client.createSub(refTo(resources.pods, pod), "binding", {
        apiVersion: "v1",
        kind: "Binding",
        metadata: { name, namespace, uid },
        target: { kind: "Node", name: nodeName },
      });
      failures.delete(info.key);
      recorder.event(pod, "Normal", "Scheduled", `Successfully assigned ${namespace}/${name} to ${nodeName}`);
    } catch (error) {
      if (closer.signal.aborted) return;
      const current = pods.get(info.key);
      // Somebody else may have bound it meanwhile: then the cache has the last word.
      if (current) view.setPod(current);
      else view.removePod(info.key);
      improved.add(nodeName);
      if (current && !isNotFound(error)) {
        const message = `binding rejected: ${error instanceof Error ? error.message : String(error)}`;
        logger.warn("binding failed", { pod: info.key, node: nodeName, error });
        await fail(info, message, "SchedulerError");
        retryLater(info);
      }
    } finally {
      bindings--;
      wake();
    }
  }

  function nextBackoff(key: string): number {
    const count = (failures.get(key) ?? 0) + 1;
    failures.set(key, count);
    return backoffDelay(backoff, count);
  }
  function retryLater(info: PodInfo): void {
    clock.setTimer(nextBackoff(info.key), () => {
      const current = pods.get(info.key);
      if (current && isMine(current)) enqueue(current);
    });
  }

  async function fail(info: PodInfo, message: string, reason: string, nominatedNodeName?: string): Promise<void> {
    const { pod } = info;
    const text = truncateMessage(message);
    recorder.event(pod, "Warning", "FailedScheduling", text);
    const current = pods.get(info.key) ?? pod;
    const known = podCondition(current, "PodScheduled");
    const sameNode = (current.status?.nominatedNodeName ?? "") === (nominatedNodeName ?? "");
    if (known?.status === "False" && known.reason === reason && known.message === text && sameNode) return;
    const now = timestamp(clock.now());
    const condition = {
      type: "PodScheduled",
      status: "False",
      reason,
      message: text,
      lastProbeTime: null,
      lastTransitionTime: known?.status === "False" ? (known.lastTransitionTime ?? now) : now,
    };
    const nomination = sameNode ? {} : { nominatedNodeName: nominatedNodeName ?? null };
    try {
      const patch = { status: { conditions: [condition], ...nomination } };
      await client.patch(refTo(resources.pods, pod), patch, "strategic", { subresource: "status" });
    } catch (error) {
      if (!isNotFound(error)) logger.warn("condition not written", { pod: info.key, error });
    }
  }

  async function evict(victim: PodInfo, preemptor: PodInfo, nodeName: string): Promise<void> {
    if (victim.pod.metadata.deletionTimestamp !== undefined) return;
    const ref = refTo(resources.pods, victim.pod);
    const condition = {
      type: "DisruptionTarget",
      status: "True",
      reason: "PreemptionByScheduler",
      message: `${schedulerName}: preempting to accommodate a higher priority pod`,
      lastTransitionTime: timestamp(clock.now()),
    };
    try {
      await client.patch(ref, { status: { conditions: [condition] } }, "strategic", { subresource: "status" });
      await client.delete(ref);
      const by = preemptor.pod.metadata.uid ?? preemptor.key;
      recorder.event(victim.pod, "Normal", "Preempted", `Preempted by pod ${by} on node ${nodeName}`);
    } catch (error) {
      if (!isNotFound(error)) logger.warn("preemption failed", { pod: victim.key, error });
    }
  }

  /** Waits for a node, for this scheduler to find it. */
  function isMine(pod: Pod): boolean {
    const { spec, metadata } = pod;
    if (spec.nodeName || metadata.deletionTimestamp !== undefined || isPodTerminal(pod)) return false;
    if ((spec.schedulerName ?? schedulerName) !== schedulerName) return false;
    return !spec.schedulingGates || spec.schedulingGates.length === 0;
  }
  function enqueue(pod: Pod): void {
    queue.add(createPodInfo(pod, reader));
    wake();
  }
  function freed(nodeName: string | undefined): void {
    if (nodeName !== undefined) improved.add(nodeName);
    othersChanged = true;
    wake();
  }

  pods.addHandler({
    add(pod) {
      if (isMine(pod)) enqueue(pod);
      else if (pod.spec.nodeName) {
        view.setPod(pod);
        othersChanged = true;
        wake();
      }
    },
    update(pod, old) {
      if (isMine(pod)) {
        const relevant =
          !isMine(old) || !jsonEqual(pod.spec, old.spec) || !jsonEqual(pod.metadata.labels, old.metadata.labels);
        if (relevant) enqueue(pod);
        return;
      }
      const key = objectKey(pod);
      const placed = pod.spec.nodeName !== undefined && old.spec.nodeName === undefined;
      if (!old.spec.nodeName) queue.remove(key);
      const left = view.setPod(pod);
      if (left !== undefined) freed(left);
      else if (placed && queue.parked()[Symbol.iterator]().next().done !== true) freed(undefined);
    },
    delete(pod) {
      const key = objectKey(pod);
      queue.remove(key);
      failures.delete(key);
      notBefore.delete(key);
      finder.nominate(createPodInfo(pod, reader), undefined);
      const left = view.removePod(key);
      if (left !== undefined) freed(left);
    },
  });
  nodes.addHandler({
    add(node) {
      view.setNode(node);
      improved.add(node.metadata.name);
      wake();
    },
    update(node, old) {
      view.setNode(node);
      if (!schedulingChanged(node, old)) return;
      improved.add(node.metadata.name);
      wake();
    },
    delete: (node) => view.removeNode(node.metadata.name),
  });

  void context.ready().then(() => {
    ready = true;
    wake();
  });
}
