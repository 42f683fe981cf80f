import { isNotFound, type Pod, refTo, resources, timestamp } from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { isPodTerminal } from "../pod-state.ts";

export const podGarbageCollector: ControllerDefinition = {
  name: "pod-garbage-collector-controller",
  start: startPodGarbage,
};

/** Removes pods whose node is gone, after a quarantine in which the node may come back. */
function startPodGarbage(context: ControllerContext): void {
  const { client, clock, settings } = context;
  const nodes = context.informer(resources.nodes);
  const pods = context.informer(resources.pods);
  pods.addIndex("node", (pod) => (pod.spec.nodeName ? [pod.spec.nodeName] : []));
  /** Nodes known to be absent since. */
  const absentSince = new Map<string, number>();

  const queue = context.queue({
    workers: 4,
    async process(nodeName) {
      const orphans = [...pods.byIndex("node", nodeName)];
      if (nodes.get(nodeName) || orphans.length === 0) {
        absentSince.delete(nodeName);
        return;
      }
      const since = absentSince.get(nodeName) ?? clock.now();
      absentSince.set(nodeName, since);
      const left = since + settings.podGarbageQuarantineMs - clock.now();
      if (left > 0) {
        queue.addAfter(nodeName, left);
        return;
      }
      for (const pod of orphans) await remove(pod);
    },
  });

  async function remove(pod: Pod): Promise<void> {
    const ref = refTo(resources.pods, pod);
    const { uid } = pod.metadata;
    try {
      if (!isPodTerminal(pod)) {
        const condition = {
          type: "DisruptionTarget",
          status: "True",
          reason: "DeletionByPodGC",
          message: "PodGC: node no longer exists",
          lastTransitionTime: timestamp(clock.now()),
        };
        const status = { phase: "Failed", conditions: [condition] };
        await client.patch(ref, { status }, "strategic", { subresource: "status" });
      }
      await client.delete(ref, { gracePeriodSeconds: 0, ...(uid === undefined ? {} : { preconditions: { uid } }) });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  const check = (pod: Pod): void => {
    if (pod.spec.nodeName && nodes.hasSynced && !nodes.get(pod.spec.nodeName)) queue.add(pod.spec.nodeName);
  };
  pods.addHandler({
    add: check,
    update(pod, old) {
      if (pod.spec.nodeName !== old.spec.nodeName) check(pod);
    },
  });
  nodes.addHandler({ delete: (node) => queue.add(node.metadata.name) });
  // Pods that were listed before the nodes were.
  void context.ready().then(() => {
    for (const pod of pods.values()) check(pod);
  });
}
