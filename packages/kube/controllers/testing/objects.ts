import { type FakeApi, settle } from "@byocni/kube/client/testing";
import { type Container, type NewObject, type Node, type Pod, resources, type Taint } from "@byocni/kube/client";

export interface NodeShape {
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly ready?: "True" | "False" | "Unknown" | "none";
}

/** A node that a healthy kubelet has registered, unless the shape says otherwise. */
export function makeNode(name: string, shape: NodeShape = {}): NewObject<Node> {
  const { labels = {}, taints, unschedulable, ready = "True" } = shape;
  const allocatable = { cpu: "2", memory: "4Gi", pods: "110", ...shape.allocatable };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels: { "kubernetes.io/hostname": name, ...labels } },
    spec: { ...(taints ? { taints } : {}), ...(unschedulable === undefined ? {} : { unschedulable }) },
    status: {
      allocatable,
      capacity: allocatable,
      ...(ready === "none" ? {} : { conditions: [{ type: "Ready", status: ready }] }),
    },
  };
}

export interface PodShape extends Partial<Pod["spec"]> {
  readonly labels?: Readonly<Record<string, string>>;
  readonly requests?: Readonly<Record<string, string>>;
  readonly ports?: Container["ports"];
}

/** A pod with one container, in namespace `default`. */
export function makePod(name: string, shape: PodShape = {}): NewObject<Pod> {
  const { labels = {}, requests, ports, ...spec } = shape;
  const container = {
    name: "main",
    image: "example.com/app:1",
    ...(requests ? { resources: { requests } } : {}),
    ...(ports ? { ports } : {}),
  };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "default", labels },
    spec: { containers: [container], ...spec },
  };
}

/** Does what a kubelet does to a bound pod that comes up: Running and Ready. */
export function runPod(api: FakeApi, key: string, now: string, ready = true): void {
  api.change(resources.pods, key, (pod): Pod => ({
    ...pod,
    status: {
      ...pod.status,
      phase: "Running",
      startTime: now,
      podIP: "10.0.0.1",
      podIPs: [{ ip: "10.0.0.1" }],
      conditions: [
        ...(pod.status?.conditions ?? []).filter(({ type }) => type !== "Ready"),
        { type: "Ready", status: ready ? "True" : "False", lastTransitionTime: now },
      ],
    },
  }));
}

/**
 * Plays the kubelets for a round: every bound pod comes up Ready, every pod that is being deleted goes.
 * @param broken an image that never comes up.
 */
export async function runKubelets(api: FakeApi, clock: { now(): number }, broken = ""): Promise<void> {
  const now = new Date(clock.now()).toISOString();
  for (const pod of api.list(resources.pods)) {
    const key = `${pod.metadata.namespace ?? ""}/${pod.metadata.name}`;
    if (pod.metadata.deletionTimestamp !== undefined) api.remove(resources.pods, key);
    else if (pod.spec.nodeName && pod.status?.phase === "Pending" && pod.spec.containers[0]?.image !== broken) {
      runPod(api, key, now);
    }
  }
  await settle();
}
