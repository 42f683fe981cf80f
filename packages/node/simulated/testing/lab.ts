import { isJsonObject } from "@byocni/base/core";
import { createFakeClock, createSeededRandom, type FakeClock } from "@byocni/base/core/testing";
import type { KubeObject, Pod, PodTemplateSpec, Resource } from "@byocni/kube/client";
import { resources } from "@byocni/kube/client";
import { createFakeApi, type FakeApi } from "@byocni/kube/client/testing";
import {
  createClusterAccess,
  createNodePool,
  type NodeDescription,
  type NodePool,
  type NodePoolOptions,
} from "@byocni/node/agent";
import { parseAllDocuments } from "yaml";
import { createSimulatedCluster, type SimulatedClusterOptions } from "../cluster.ts";
import type { FileChange } from "../files/snapshot.ts";
import type { SimulatedNode } from "../simulated-node.ts";

/** A cluster of simulated nodes over an API in memory, with no controllers: pods are put onto nodes by hand. */
export interface NodeLab {
  readonly clock: FakeClock;
  readonly api: FakeApi;
  readonly pool: NodePool;
  addNode(name?: string, podCIDR?: string, disk?: readonly FileChange[]): Promise<SimulatedNode>;
  /** Puts the objects of a manifest in, and a pod of each workload that can run on nodes without network onto every node. */
  apply(manifest: string): Promise<void>;
  /** Puts one pod onto a node. */
  run(
    node: string,
    name: string,
    spec: Pod["spec"],
    annotations?: Readonly<Record<string, string>>,
    namespace?: string,
  ): Promise<void>;
  pod(name: string, namespace?: string): Pod | undefined;
  /** `Reason: message` of the events so far about an object. */
  events(name: string): string[];
  settle(ms?: number): Promise<void>;
  close(): Promise<void>;
}

export function describeNode(name: string, ip: string, podCIDR?: string): NodeDescription {
  return {
    name,
    ip,
    ...(podCIDR === undefined ? {} : { podCIDR }),
    capacity: { cpu: "2", memory: "8Gi", pods: "110" },
    allocatable: { cpu: "1900m", memory: "5Gi", pods: "110" },
    system: {
      machineID: "m",
      systemUUID: "u",
      bootID: "b",
      kernelVersion: "5.15.0-1089-azure",
      osImage: "Ubuntu 22.04.5 LTS",
      kubeletVersion: "v1.34.2",
      kubeProxyVersion: "v1.34.2",
      operatingSystem: "linux",
      architecture: "amd64",
    },
  };
}

const kinds: Readonly<Record<string, Resource>> = {
  ConfigMap: resources.configMaps,
  Secret: resources.secrets,
  Installation: { group: "operator.tigera.io", version: "v1", resource: "installations" },
};
const clusterScoped = new Set(["Installation"]);

export function createNodeLab(
  options: Partial<SimulatedClusterOptions> & {
    readonly pool?: Partial<NodePoolOptions>;
    /** Whether nodes run kube-proxy, as AKS's do unless it is switched off. Default true. */
    readonly kubeProxy?: boolean;
  } = {},
): NodeLab {
  const clock = createFakeClock();
  const api = createFakeApi({ clock });
  const { client } = api;
  const cluster = createSimulatedCluster({
    clock,
    random: createSeededRandom(1),
    access: createClusterAccess(client),
    ...options,
  });
  const pool = createNodePool({ client, clock, ...options.pool });
  let count = 0;
  const settle = async (ms = 100): Promise<void> => {
    await clock.advance(ms);
    await clock.advance(0);
  };
  function place(node: string, pod: Omit<Pod, "metadata"> & { readonly metadata: Partial<Pod["metadata"]> }): void {
    const namespace = pod.metadata.namespace ?? "default";
    if (!api.get(resources.namespaces, namespace)) {
      api.put(resources.namespaces, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    }
    api.put(resources.pods, {
      apiVersion: "v1",
      kind: "Pod",
      ...pod,
      metadata: { ...pod.metadata, name: pod.metadata.name ?? "pod", namespace },
      spec: { ...pod.spec, nodeName: node },
    });
  }

  return {
    clock,
    api,
    pool,
    settle,
    async addNode(name = `aks-nodepool1-12345678-vmss00000${count}`, podCIDR, disk) {
      const ip = `10.224.0.${4 + count++}`;
      const runtime = cluster.createNode({ name, ip, ...(disk ? { disk } : {}) });
      pool.add(describeNode(name, ip, podCIDR), runtime);
      if (options.kubeProxy !== false && !disk) {
        place(name, {
          metadata: { name: `kube-proxy-${name}`, namespace: "kube-system" },
          spec: {
            hostNetwork: true,
            containers: [{ name: "kube-proxy", image: "mcr.microsoft.com/oss/kubernetes/kube-proxy:v1.34.2" }],
          },
        });
      }
      await settle();
      return runtime;
    },
    async apply(manifest) {
      const objects = parseAllDocuments(manifest)
        .map((document) => document.toJS() as unknown)
        .flatMap((value) => (isJsonObject(value) && value["kind"] === "List" ? (value["items"] as unknown[]) : [value]))
        .filter(isJsonObject) as unknown as KubeObject[];
      for (const object of objects) {
        const kind = kinds[object.kind ?? ""];
        if (!kind) continue;
        const scope = clusterScoped.has(object.kind ?? "") ? {} : { namespace: "default" };
        api.put(kind, { ...object, metadata: { ...scope, ...object.metadata } });
      }
      for (const object of objects) {
        if (object.kind !== "DaemonSet" && object.kind !== "Deployment") continue;
        const { template } = (object as KubeObject & { spec: { template: PodTemplateSpec } }).spec;
        const { spec } = template;
        const system = spec.nodeSelector?.["kubernetes.io/os"] ?? "linux";
        if (spec.hostNetwork !== true || system !== "linux") continue;
        const targets = object.kind === "DaemonSet" ? [...pool.nodes.keys()] : [...pool.nodes.keys()].slice(0, 1);
        for (const [index, node] of targets.entries()) {
          place(node, {
            metadata: {
              name: `${object.metadata.name}-${index}`,
              namespace: object.metadata.namespace ?? "default",
              labels: template.metadata?.labels ?? {},
              annotations: template.metadata?.annotations ?? {},
            },
            spec,
          });
        }
      }
      await settle();
    },
    async run(node, name, spec, annotations = {}, namespace = "default") {
      place(node, { metadata: { name, annotations, namespace }, spec });
      await settle();
    },
    pod: (name, namespace = "default") => api.get(resources.pods, `${namespace}/${name}`),
    events: (name) =>
      api
        .list(resources.events)
        .filter((event) => event.involvedObject.name === name)
        .map((event) => `${event.reason}: ${event.message}`),
    async close() {
      await pool.close();
    },
  };
}
