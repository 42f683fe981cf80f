import { type Clock, type Closeable, type Logger, type Random, silentLogger } from "@byocni/base/core";
import {
  createInformer,
  type Informer,
  isNotFound,
  type KubeClient,
  type KubeObject,
  type Pod,
  type Resource,
  resources,
} from "@byocni/kube/client";
import { createClusterReader, sourceKey } from "./cluster-reader.ts";
import { createLeaseKeeper } from "./leases.ts";
import { type AgentServices, createNodeAgent, type NodeAgent } from "./node-agent.ts";
import type { NodeDescription } from "./node-description.ts";
import type { ProbeDelays } from "./pod-host.ts";
import type { NodeRuntime } from "./runtime.ts";
import { requestToken } from "./service-account-token.ts";
import { createStatusWriter } from "./status-writer.ts";
import { createWriteQueue } from "./write-queue.ts";

export interface NodePoolOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random?: Random;
  readonly logger?: Logger;
  /** The pods of the cluster, if an informer of them is already there. It is not closed by the pool. */
  readonly pods?: Informer<Pod>;
  /** How long after a change of the runtime the node's status follows. Kubelet looks every 5 s; default 0. */
  readonly statusUpdateDelayMs?: number;
  /** Default `none`. */
  readonly probeDelays?: ProbeDelays;
  /** Default 10 s, as kubelet. */
  readonly leaseRenewMs?: number;
  /** With more nodes than this, events of type Normal are left out; warnings never. Default 200. */
  readonly normalEventsUpTo?: number;
  /** Variables that containers get for services. Default: the API server's service at 10.0.0.1. */
  readonly serviceEnvironment?: (namespace: string) => Readonly<Record<string, string>>;
  /** The address of the cluster's DNS service. Default 10.0.0.10. */
  readonly clusterDns?: string;
}

/** All nodes of one cluster that this process runs, on one source of pods. */
export interface NodePool extends Closeable {
  /** Adds a node: it registers, takes its pods, and reports. The pool closes the runtime with the node. */
  add(description: NodeDescription, runtime: NodeRuntime): NodeAgent;
  get(name: string): NodeAgent | undefined;
  readonly nodes: ReadonlyMap<string, NodeAgent>;
  /** Stops a node; with `deleteObject` its Node object goes too, as when its machine was deleted. */
  remove(name: string, options?: { readonly deleteObject?: boolean }): Promise<void>;
}

/** The variables of the service `kubernetes` at an address. */
export function kubernetesServiceEnvironment(host: string, port = "443"): Readonly<Record<string, string>> {
  return {
    KUBERNETES_SERVICE_HOST: host,
    KUBERNETES_SERVICE_PORT: port,
    KUBERNETES_SERVICE_PORT_HTTPS: port,
    KUBERNETES_PORT: `tcp://${host}:${port}`,
    [`KUBERNETES_PORT_${port}_TCP`]: `tcp://${host}:${port}`,
    [`KUBERNETES_PORT_${port}_TCP_PROTO`]: "tcp",
    [`KUBERNETES_PORT_${port}_TCP_PORT`]: port,
    [`KUBERNETES_PORT_${port}_TCP_ADDR`]: host,
  };
}

/** Status heartbeats come this many lease renewals apart: kubelet's five minutes. */
const renewalsPerHeartbeat = 30;
const concurrentWrites = 64;

export function createNodePool(options: NodePoolOptions): NodePool {
  const { client, clock } = options;
  const logger = options.logger ?? silentLogger;
  const nodes = new Map<string, NodeAgent>();
  const writes = createWriteQueue(concurrentWrites);
  const statuses = createStatusWriter(client, clock, writes, logger);
  const normalEventsUpTo = options.normalEventsUpTo ?? 200;
  const defaultEnvironment = kubernetesServiceEnvironment("10.0.0.1");
  const reader = createClusterReader(client, clock);
  const services: AgentServices = {
    client,
    eventClient: {
      ...client,
      async create(resource, object, more) {
        await writes.idle();
        return client.create(resource, object, more);
      },
    },
    clock,
    logger,
    reader,
    writes,
    statuses,
    probeDelays: options.probeDelays ?? "none",
    statusUpdateDelayMs: options.statusUpdateDelayMs ?? 0,
    normalEvents: () => nodes.size <= normalEventsUpTo,
    serviceEnvironment: options.serviceEnvironment ?? (() => defaultEnvironment),
    clusterDns: options.clusterDns ?? "10.0.0.10",
    issueToken: (pod, audience, seconds) => requestToken(client, pod, audience, seconds),
  };
  const leases = createLeaseKeeper(client, clock, writes, logger, options.leaseRenewMs ?? 10_000, (name, count) => {
    if (count % renewalsPerHeartbeat === 0) nodes.get(name)?.heartbeat();
  });
  const pods =
    options.pods ??
    createInformer({
      client,
      clock,
      logger,
      resource: resources.pods,
      ...(options.random ? { random: options.random } : {}),
    });
  const own = options.pods === undefined;
  /** Pods of nodes that are not (yet) here, by node. */
  const assigned = new Map<string, Map<string, Pod>>();

  const removeHandler = pods.addHandler({
    add: seen,
    update: seen,
    delete(pod) {
      const { nodeName } = pod.spec;
      if (nodeName === undefined) return;
      assigned.get(nodeName)?.delete(pod.metadata.uid ?? "");
      nodes.get(nodeName)?.podGone(pod);
    },
  });
  function seen(pod: Pod): void {
    const { nodeName } = pod.spec;
    if (nodeName === undefined || nodeName === "") return;
    const list = assigned.get(nodeName) ?? new Map<string, Pod>();
    assigned.set(nodeName, list.set(pod.metadata.uid ?? "", pod));
    nodes.get(nodeName)?.podSeen(pod);
  }

  // What pods have mounted follows its source: one watch of each kind for all nodes.
  const sources = ([resources.configMaps, resources.secrets] as readonly Resource[]).map((resource) => {
    const informer = createInformer({
      client,
      clock,
      logger,
      resource,
      ...(options.random ? { random: options.random } : {}),
    });
    const changed = (object: KubeObject): void => {
      reader.put(resource, object);
      const key = sourceKey(resource, object.metadata.namespace ?? "", object.metadata.name);
      for (const node of nodes.values()) node.sourceChanged(key, object.metadata.resourceVersion ?? "");
    };
    informer.addHandler({ add: changed, update: changed });
    return informer;
  });

  return {
    nodes,
    get: (name) => nodes.get(name),
    add(description, runtime) {
      const agent = createNodeAgent(services, description, runtime);
      nodes.set(description.name, agent);
      agent.registered.then(
        (node) => nodes.get(agent.name) === agent && leases.add(agent.name, node.metadata.uid),
        (error: unknown) => logger.error("node not registered", { node: agent.name, error }),
      );
      for (const pod of assigned.get(description.name)?.values() ?? []) agent.podSeen(pod);
      return agent;
    },
    async remove(name, more = {}) {
      const agent = nodes.get(name);
      nodes.delete(name);
      leases.remove(name);
      await agent?.registered.catch(() => {});
      await agent?.close();
      if (more.deleteObject !== true) return;
      try {
        await client.delete({ ...resources.nodes, name });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    async close() {
      removeHandler();
      leases.close();
      statuses.close();
      await Promise.all(sources.map((informer) => informer.close()));
      if (own) await pods.close();
      await Promise.all(Array.from(nodes.values(), (agent) => agent.close()));
      nodes.clear();
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}
