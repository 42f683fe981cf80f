import type { Closeable, Clock, Logger } from "@byocni/base/core";
import {
  createEventRecorder,
  type EventRecorder,
  isNotFound,
  type KubeClient,
  type Node,
  type NodeCondition,
  type ObjectReference,
  type Pod,
  refTo,
  resources,
  timestamp,
} from "@byocni/kube/client";
import type { ClusterReader } from "./cluster-reader.ts";
import { networkProblemOf, nodeConditionsOf } from "./node-conditions.ts";
import type { NodeDescription } from "./node-description.ts";
import { registerNode } from "./node-registration.ts";
import type { PodHost, ProbeDelays } from "./pod-host.ts";
import { createPodWorker, type PodWorker } from "./pod-worker.ts";
import type { ExecResult, LogLine, NodeRuntime, ResourceUsage } from "./runtime.ts";
import type { StatusWriter } from "./status-writer.ts";
import type { WriteQueue } from "./write-queue.ts";

/** What all nodes of a pool share. */
export interface AgentServices {
  readonly client: KubeClient;
  /** For events: waits until more important writes are done. */
  readonly eventClient: KubeClient;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly reader: ClusterReader;
  readonly writes: WriteQueue;
  readonly statuses: StatusWriter;
  readonly probeDelays: ProbeDelays;
  readonly statusUpdateDelayMs: number;
  /** Whether events of type Normal are written. */
  readonly normalEvents: () => boolean;
  readonly serviceEnvironment: (namespace: string) => Readonly<Record<string, string>>;
  readonly clusterDns: string;
  readonly issueToken: PodHost["issueToken"];
}

/** What the running containers of a pod use. */
export interface PodUsage {
  readonly pod: Pod;
  readonly containers: readonly (ResourceUsage & { readonly name: string })[];
}

/** One node: what its kubelet does. */
export interface NodeAgent extends Closeable {
  readonly name: string;
  readonly description: NodeDescription;
  readonly runtime: NodeRuntime;
  /** Settles when the Node object is there. */
  readonly registered: Promise<Node>;
  /** Told by the pool's pod source. */
  podSeen(pod: Pod): void;
  podGone(pod: Pod): void;
  /** A ConfigMap or Secret is another than it was: pods that have mounted it get its files. */
  sourceChanged(key: string, version: string): void;
  /** Makes the node's status known again even though nothing has changed (every five minutes in kubelet). */
  heartbeat(): void;
  /** What runs here uses this much: kubelet's resource metrics. */
  usage(): { readonly node: ResourceUsage; readonly pods: readonly PodUsage[] };
  /** A container's kept output. undefined: there is no such container here. */
  logs(
    pod: { readonly namespace: string; readonly name: string },
    container: string,
    options?: { readonly previous?: boolean },
  ): readonly LogLine[] | undefined;
  followLogs(
    pod: { readonly namespace: string; readonly name: string },
    container: string,
    listener: (line: LogLine) => void,
  ): (() => void) | undefined;
  /** Joins the output of a container's own process: its exit code, or 0 when the signal is aborted. undefined: it does not run here. */
  attach(
    pod: { readonly namespace: string; readonly name: string },
    container: string,
    listener: (line: LogLine) => void,
    signal: AbortSignal,
  ): Promise<number> | undefined;
  /** Runs a command in a container. undefined: it does not run here. */
  exec(
    pod: { readonly namespace: string; readonly name: string },
    container: string,
    command: readonly string[],
    input?: string,
  ): Promise<ExecResult> | undefined;
}

export function createNodeAgent(
  services: AgentServices,
  description: NodeDescription,
  runtime: NodeRuntime,
): NodeAgent {
  const { client, clock, logger, writes, statuses } = services;
  const { name } = description;
  const recorder: EventRecorder = createEventRecorder({
    client: services.eventClient,
    clock,
    component: "kubelet",
    host: name,
    logger,
  });
  const workers = new Map<string, PodWorker>();
  const nodeReference: ObjectReference = { kind: "Node", name, uid: name };
  let conditions: readonly NodeCondition[] = [];
  let closed = false;
  let syncing: Promise<void> | undefined;
  let syncAgain = false;
  let pending = false;
  let isRegistered = false;

  const host: PodHost = {
    nodeName: name,
    ip: description.ip,
    clock,
    runtime,
    reader: services.reader,
    allocatable: description.allocatable,
    probeDelays: services.probeDelays,
    event(about, type, reason, message) {
      if (type === "Warning" || services.normalEvents()) recorder.event(about, type, reason, message);
    },
    serviceEnvironment: services.serviceEnvironment,
    issueToken: services.issueToken,
    clusterDns: services.clusterDns,
    networkProblem: () => networkProblemOf(runtime.status()),
  };
  const nodeEvent = (reason: string, message: string): void => host.event(nodeReference, "Normal", reason, message);
  const readyOf = (list: readonly NodeCondition[]): NodeCondition | undefined =>
    list.find((condition) => condition.type === "Ready");

  async function register(): Promise<Node> {
    nodeEvent("Starting", "Starting kubelet.");
    const { node } = await writes.run(() =>
      registerNode(client, description, runtime.version, (previous) => {
        conditions = nodeConditionsOf(runtime.status(), timestamp(clock.now()), previous);
        return conditions;
      }),
    );
    isRegistered = true;
    for (const reason of ["NodeHasSufficientMemory", "NodeHasNoDiskPressure", "NodeHasSufficientPID"]) {
      nodeEvent(reason, `Node ${name} status is now: ${reason}`);
    }
    nodeEvent("NodeAllocatableEnforced", "Updated Node Allocatable limit across pods");
    if (readyOf(conditions)?.status === "True") nodeEvent("NodeReady", `Node ${name} status is now: NodeReady`);
    // What happened while the object was made.
    statusChanged();
    return node;
  }

  async function sync(force: boolean): Promise<void> {
    const next = nodeConditionsOf(runtime.status(), timestamp(clock.now()), conditions);
    const before = readyOf(conditions);
    const after = readyOf(next);
    const same = before?.status === after?.status && before?.message === after?.message;
    if (same && !force) return;
    conditions = next;
    try {
      await writes.run(() =>
        client.patch({ ...resources.nodes, name }, { status: { conditions: next } }, "strategic", {
          subresource: "status",
        }),
      );
    } catch (error) {
      if (!isNotFound(error)) {
        logger.warn("node status not written", { node: name, error });
        if (before) conditions = conditions.map((condition) => (condition.type === "Ready" ? before : condition));
        if (!closed) clock.setTimer(1000, statusChanged);
      }
      return;
    }
    if (before?.status !== after?.status) {
      const reason = after?.status === "True" ? "NodeReady" : "NodeNotReady";
      nodeEvent(reason, `Node ${name} status is now: ${reason}`);
    }
  }
  function startSync(force = false): void {
    pending = false;
    if (closed || !isRegistered) return;
    if (syncing) {
      syncAgain = true;
      return;
    }
    syncing = sync(force).finally(() => {
      syncing = undefined;
      if (!syncAgain) return;
      syncAgain = false;
      startSync();
    });
  }
  function statusChanged(): void {
    for (const worker of workers.values()) worker.nodeChanged();
    if (pending || closed) return;
    pending = true;
    // One turn later at the earliest, so that several files written at once are one change.
    clock.setTimer(services.statusUpdateDelayMs, () => startSync());
  }
  const stopWatching = runtime.onStatus(statusChanged);

  function finished(worker: PodWorker): void {
    void (async () => {
      const pod = worker.pod();
      await statuses.flush(worker);
      statuses.forget(worker);
      try {
        await writes.run(() =>
          client.delete(refTo(resources.pods, pod), { gracePeriodSeconds: 0, preconditions: { uid: worker.uid } }),
        );
      } catch (error) {
        if (!isNotFound(error)) logger.warn("pod not deleted", { pod: pod.metadata.name, error });
      }
    })();
  }
  const isOver = (pod: Pod): boolean => pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed";
  const find = (pod: { readonly namespace: string; readonly name: string }): PodWorker | undefined => {
    for (const worker of workers.values()) {
      const { metadata } = worker.pod();
      if (metadata.name === pod.name && metadata.namespace === pod.namespace) return worker;
    }
    return undefined;
  };

  return {
    name,
    description,
    runtime,
    registered: register(),
    podSeen(pod) {
      const uid = pod.metadata.uid ?? "";
      const known = workers.get(uid);
      if (known) {
        known.update(pod);
        statuses.seen(known, pod);
        return;
      }
      // A pod that has ended needs nothing but, once it is deleted, its removal.
      if (isOver(pod) && pod.metadata.deletionTimestamp === undefined) return;
      workers.set(uid, createPodWorker({ host, pod, changed: statuses.changed, finished }));
    },
    podGone(pod) {
      const uid = pod.metadata.uid ?? "";
      const worker = workers.get(uid);
      if (!worker) return;
      workers.delete(uid);
      statuses.forget(worker);
      worker.abandon();
    },
    sourceChanged(key, version) {
      for (const worker of workers.values()) worker.sourceChanged(key, version);
    },
    heartbeat: () => startSync(true),
    usage() {
      const pods = Array.from(workers.values(), (worker): PodUsage => {
        const pod = worker.pod();
        const containers = pod.spec.containers.flatMap(({ name: container }) => {
          const running = worker.container(container)?.current;
          return running ? [{ name: container, ...running.usage() }] : [];
        });
        return { pod, containers };
      }).filter(({ containers }) => containers.length > 0);
      const parts = [runtime.systemUsage(), ...pods.flatMap(({ containers }) => containers)];
      const sum = (of: keyof ResourceUsage): number => parts.reduce((total, part) => total + part[of], 0);
      return { node: { cpuNanocores: sum("cpuNanocores"), memoryBytes: sum("memoryBytes") }, pods };
    },
    logs(pod, container, options = {}) {
      const found = find(pod)?.container(container);
      if (!found) return undefined;
      if (options.previous === true) return found.previous?.logs();
      return (found.current ?? found.previous)?.logs() ?? [];
    },
    followLogs: (pod, container, listener) => find(pod)?.container(container)?.current?.followLogs(listener),
    attach(pod, container, listener, signal) {
      const current = find(pod)?.container(container)?.current;
      if (!current) return undefined;
      const stop = current.followLogs(listener);
      const left = new Promise<number>((resolve) => signal.addEventListener("abort", () => resolve(0), { once: true }));
      return Promise.race([current.exited.then(({ exitCode }) => exitCode), left]).finally(stop);
    },
    exec: (pod, container, command, input) => find(pod)?.container(container)?.current?.exec(command, input),
    async close() {
      if (closed) return;
      closed = true;
      stopWatching();
      for (const worker of workers.values()) {
        statuses.forget(worker);
        worker.abandon();
      }
      workers.clear();
      await recorder.close();
      await runtime.close();
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}
