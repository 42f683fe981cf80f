import { jsonEqual } from "@byocni/base/core";
import {
  isConflict,
  isNotFound,
  type Lease,
  type Node,
  type NodeCondition,
  type Pod,
  parseTimestamp,
  refTo,
  resources,
  timestamp,
} from "@byocni/kube/client";
import type { ControllerContext, ControllerDefinition } from "../controller.ts";
import { isPodActive, isPodReady } from "../pod-state.ts";
import { wantedTaints } from "./node-taints.ts";

export const nodeLifecycleController: ControllerDefinition = {
  name: "node-lifecycle-controller",
  component: "node-controller",
  start: startNodeLifecycle,
};

const leaseNamespace = "kube-node-lease";
/** What becomes Unknown when a node is silent. */
const heartbeatConditions = ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"] as const;

const readyOf = (node: Node): NodeCondition | undefined =>
  node.status?.conditions?.find(({ type }) => type === "Ready");

/**
 * Taints nodes by their conditions, and calls those Unknown that are silent: no lease renewal and no change of the
 * Ready condition for the grace period. One timer a node, set again only when it fires: heartbeats cost nothing.
 */
function startNodeLifecycle(context: ControllerContext): void {
  const { client, clock, recorder, settings } = context;
  const nodes = context.informer(resources.nodes);
  const leases = context.informer(resources.leases);
  const pods = context.informer(resources.pods);
  pods.addIndex("node", (pod) => (pod.spec.nodeName ? [pod.spec.nodeName] : []));
  /** When a sign of life was last seen, by this process's clock: the node's own clock is not trusted. */
  const lastSeen = new Map<string, number>();
  const queue = context.queue({ workers: 8, process: sync });

  async function sync(name: string): Promise<void> {
    let node = nodes.get(name);
    if (!node) return;
    node = await judge(node);
    if (!node) return;
    const taints = wantedTaints(node, timestamp(clock.now()));
    if (!jsonEqual(taints, node.spec?.taints ?? [])) {
      try {
        const { resourceVersion } = node.metadata;
        // Taints are one list to a merge: the version makes sure that nobody else's is lost.
        await client.patch(refTo(resources.nodes, node), { metadata: { resourceVersion }, spec: { taints } }, "merge");
      } catch (error) {
        if (isConflict(error)) queue.addRateLimited(name);
        else if (!isNotFound(error)) throw error;
      }
    }
  }

  /** Makes a silent node Unknown. @returns the node as it is now, `undefined` when it is gone. */
  async function judge(node: Node): Promise<Node | undefined> {
    const { name } = node.metadata;
    const ready = readyOf(node);
    const graceMs = ready ? settings.nodeMonitorGraceMs : settings.nodeStartupGraceMs;
    const seen = lastSeen.get(name) ?? clock.now();
    const left = seen + graceMs - clock.now();
    if (left > 0) {
      queue.addAfter(name, left);
      return node;
    }
    if (ready?.status === "Unknown") return node;
    const now = timestamp(clock.now());
    const conditions = heartbeatConditions.flatMap((type): NodeCondition[] => {
      const old = node.status?.conditions?.find((condition) => condition.type === type);
      if (old?.status === "Unknown") return [];
      const said = old
        ? { reason: "NodeStatusUnknown", message: "Kubelet stopped posting node status." }
        : { reason: "NodeStatusNeverUpdated", message: "Kubelet never posted node status." };
      const lastHeartbeatTime = old?.lastHeartbeatTime ?? node.metadata.creationTimestamp ?? now;
      return [{ type, status: "Unknown", ...said, lastHeartbeatTime, lastTransitionTime: now }];
    });
    try {
      const patch = { status: { conditions } };
      return await client.patch(refTo(resources.nodes, node), patch, "strategic", { subresource: "status" });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Pods of a node that is not ready are not ready either, whatever they last said. */
  async function markPodsNotReady(node: Node): Promise<void> {
    const ready = [...pods.byIndex("node", node.metadata.name)].filter((pod) => isPodReady(pod) && isPodActive(pod));
    for (const pod of ready) await markNotReady(pod);
  }
  async function markNotReady(pod: Pod): Promise<void> {
    const condition = { type: "Ready", status: "False", lastTransitionTime: timestamp(clock.now()) };
    try {
      await client.patch(refTo(resources.pods, pod), { status: { conditions: [condition] } }, "strategic", {
        subresource: "status",
      });
      recorder.event(pod, "Warning", "NodeNotReady", "Node is not ready");
    } catch (error) {
      if (!isNotFound(error)) context.logger.warn("pod not marked", { pod: pod.metadata.name, error });
    }
  }

  function alive(name: string): void {
    lastSeen.set(name, clock.now());
  }
  /** Node events carry the name as uid, as upstream's do, so that `kubectl describe node` finds them. */
  const about = (node: Node) => ({ kind: "Node", name: node.metadata.name, uid: node.metadata.name, apiVersion: "v1" });

  nodes.addHandler({
    add(node) {
      const { name } = node.metadata;
      alive(name);
      if (nodes.hasSynced) {
        recorder.event(
          about(node),
          "Normal",
          "RegisteredNode",
          `Node ${name} event: Registered Node ${name} in Controller`,
        );
      }
      queue.add(name);
    },
    update(node, old) {
      const { name } = node.metadata;
      const [ready, before] = [readyOf(node), readyOf(old)];
      const silenced = ready?.status === "Unknown" && ready.reason?.startsWith("NodeStatus") === true;
      // A new heartbeat or a new verdict of the kubelet is a sign of life; this controller's own words are not.
      if (ready && !silenced && !jsonEqual(ready, before)) alive(name);
      if (before?.status === "True" && ready?.status !== "True") {
        recorder.event(about(node), "Normal", "NodeNotReady", `Node ${name} status is now: NodeNotReady`);
        void markPodsNotReady(node);
      }
      if (jsonEqual(node.status?.conditions?.map(statusOnly), old.status?.conditions?.map(statusOnly))) {
        if (node.spec?.unschedulable === old.spec?.unschedulable && jsonEqual(node.spec?.taints, old.spec?.taints))
          return;
      }
      queue.add(name);
    },
    delete(node) {
      const { name } = node.metadata;
      lastSeen.delete(name);
      recorder.event(
        about(node),
        "Normal",
        "RemovingNode",
        `Node ${name} event: Removing Node ${name} from Controller`,
      );
    },
  });
  const renewed = (lease: Lease, old?: Lease): void => {
    const { name, namespace } = lease.metadata;
    if (namespace !== leaseNamespace || !lastSeen.has(name)) return;
    const [time, before] = [parseTimestamp(lease.spec?.renewTime), parseTimestamp(old?.spec?.renewTime)];
    if (time !== undefined && time !== before) alive(name);
  };
  leases.addHandler({ add: renewed, update: renewed });
}

const statusOnly = ({ type, status }: NodeCondition): readonly string[] => [type, status];
