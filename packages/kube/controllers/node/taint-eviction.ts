import { jsonEqual, type Timer } from "@byocni/base/core";
import {
  isNotFound,
  type Node,
  objectKey,
  type Pod,
  refTo,
  resources,
  type Taint,
  timestamp,
} from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { tolerates } from "../placement/tolerations.ts";
import { isPodTerminal } from "../pod-state.ts";

export const taintEvictionController: ControllerDefinition = {
  name: "taint-eviction-controller",
  start: startTaintEviction,
};

/**
 * How long a pod may stay under these `NoExecute` taints, in milliseconds: 0 = not at all, `undefined` = for ever.
 */
export function stayUnder(pod: Pod, taints: readonly Taint[]): number | undefined {
  let shortest: number | undefined;
  for (const taint of taints) {
    const matching = pod.spec.tolerations?.filter((toleration) => tolerates(toleration, taint)) ?? [];
    if (matching.length === 0) return 0;
    for (const { tolerationSeconds } of matching) {
      if (tolerationSeconds === undefined) continue;
      shortest = Math.min(shortest ?? Infinity, Math.max(0, tolerationSeconds * 1000));
    }
  }
  return shortest;
}

function noExecute(node: Node): readonly Taint[] {
  return node.spec?.taints?.filter(({ effect }) => effect === "NoExecute") ?? [];
}

function startTaintEviction(context: ControllerContext): void {
  const { client, clock, recorder, closer } = context;
  const nodes = context.informer(resources.nodes);
  const pods = context.informer(resources.pods);
  pods.addIndex("node", (pod) => (pod.spec.nodeName ? [pod.spec.nodeName] : []));
  /** Evictions that are set, by pod. A changed deadline keeps the start, so that flapping taints do not prolong a stay. */
  const pending = new Map<string, { readonly start: number; readonly due: number; readonly timer: Timer }>();
  const evictions = context.queue({ workers: 8, process: evict });
  closer.add({
    close() {
      for (const { timer } of pending.values()) timer.cancel();
    },
  });

  async function evict(key: string): Promise<void> {
    const pod = pods.get(key);
    if (!pod || pod.metadata.deletionTimestamp !== undefined) return;
    const ref = refTo(resources.pods, pod);
    const condition = {
      type: "DisruptionTarget",
      status: "True",
      reason: "DeletionByTaintManager",
      message: "Taint manager: deleting due to NoExecute taint",
      lastTransitionTime: timestamp(clock.now()),
    };
    try {
      await client.patch(ref, { status: { conditions: [condition] } }, "strategic", { subresource: "status" });
      const { uid } = pod.metadata;
      await client.delete(ref, uid === undefined ? {} : { preconditions: { uid } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  function cancel(pod: Pod, say: boolean): void {
    const key = objectKey(pod);
    const set = pending.get(key);
    if (!set) return;
    set.timer.cancel();
    pending.delete(key);
    if (say) recorder.event(pod, "Normal", "TaintManagerEviction", `Cancelling deletion of Pod ${key}`);
  }

  function judge(pod: Pod, taints: readonly Taint[]): void {
    const key = objectKey(pod);
    if (pod.metadata.deletionTimestamp !== undefined || isPodTerminal(pod) || taints.length === 0) {
      cancel(pod, taints.length === 0);
      return;
    }
    const stay = stayUnder(pod, taints);
    if (stay === undefined) {
      cancel(pod, true);
      return;
    }
    const start = pending.get(key)?.start ?? clock.now();
    const due = start + stay;
    if (pending.get(key)?.due === due) return;
    cancel(pod, false);
    const fire = (): void => {
      pending.delete(key);
      recorder.event(pod, "Normal", "TaintManagerEviction", `Marking for deletion Pod ${key}`);
      evictions.add(key);
    };
    if (due <= clock.now()) fire();
    else pending.set(key, { start, due, timer: clock.setTimer(due - clock.now(), fire) });
  }

  pods.addHandler({
    add(pod) {
      const node = pod.spec.nodeName ? nodes.get(pod.spec.nodeName) : undefined;
      if (node) judge(pod, noExecute(node));
    },
    update(pod, old) {
      if (pod.spec.nodeName === old.spec.nodeName && jsonEqual(pod.spec.tolerations, old.spec.tolerations)) {
        const { deletionTimestamp } = pod.metadata;
        if (deletionTimestamp === old.metadata.deletionTimestamp && pod.status?.phase === old.status?.phase) return;
      }
      const node = pod.spec.nodeName ? nodes.get(pod.spec.nodeName) : undefined;
      if (node) judge(pod, noExecute(node));
    },
    delete: (pod) => cancel(pod, false),
  });
  const judgeAll = (node: Node): void => {
    const taints = noExecute(node);
    for (const pod of pods.byIndex("node", node.metadata.name)) judge(pod, taints);
  };
  nodes.addHandler({
    add(node) {
      if (noExecute(node).length > 0) judgeAll(node);
    },
    update(node, old) {
      if (!jsonEqual(noExecute(node), noExecute(old))) judgeAll(node);
    },
    delete(node) {
      for (const pod of pods.byIndex("node", node.metadata.name)) cancel(pod, false);
    },
  });
}
