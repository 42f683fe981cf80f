import { type Pod, resources, type Taint } from "@byocni/kube/client";
import { settle } from "@byocni/kube/client/testing";
import { statusErrors } from "@byocni/kube/schema";
import { describe, expect, it } from "vitest";
import { podCondition } from "../pod-state.ts";
import { makeNode, makePod, type NodeShape, type PodShape, startTestCluster } from "../testing/index.ts";

const scheduler = ["default-scheduler"];
const notReady: Taint = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };

function nodeOf(pod: Pod | undefined): string | undefined {
  return pod?.spec.nodeName;
}

async function tryOne(
  nodes: Readonly<Record<string, NodeShape>>,
  pod: PodShape,
  others: Readonly<Record<string, PodShape>> = {},
) {
  const cluster = await startTestCluster(scheduler, (api) => {
    for (const [name, shape] of Object.entries(nodes)) api.put(resources.nodes, makeNode(name, shape));
    for (const [name, shape] of Object.entries(others)) api.put(resources.pods, makePod(name, shape));
    api.put(resources.pods, makePod("p", pod));
  });
  const result = cluster.api.get(resources.pods, "default/p");
  await cluster.running.close();
  return { node: nodeOf(result), pod: result, events: cluster.events("p") };
}

const one: NodeShape = {};
const zone = (name: string): NodeShape => ({ labels: { zone: name } });
const hostname = "kubernetes.io/hostname";
const anti = (app: string) => ({
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { labelSelector: { matchLabels: { app } }, topologyKey: hostname },
    ],
  },
});

describe("default-scheduler", () => {
  it.each<[string, Record<string, NodeShape>, PodShape, Record<string, PodShape>, string]>([
    ["takes the only node", { a: one }, {}, {}, "a"],
    ["passes by a cordoned node", { a: { unschedulable: true }, b: one }, {}, {}, "b"],
    ["passes by a tainted node", { a: { taints: [notReady] }, b: one }, {}, {}, "b"],
    [
      "takes a tainted node when it tolerates",
      { a: { taints: [notReady] } },
      { tolerations: [{ operator: "Exists" }] },
      {},
      "a",
    ],
    ["follows the node selector", { a: zone("1"), b: zone("2") }, { nodeSelector: { zone: "2" } }, {}, "b"],
    [
      "follows a named node in its affinity",
      { a: one, b: one },
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["b"] }] }],
            },
          },
        },
      },
      {},
      "b",
    ],
    [
      "prefers the emptier node",
      { a: one, b: one },
      { requests: { cpu: "100m" } },
      { x: { nodeName: "a", requests: { cpu: "1", memory: "2Gi" } } },
      "b",
    ],
    [
      "passes by a full node",
      { a: one, b: { allocatable: { cpu: "1" } } },
      { requests: { cpu: "1" } },
      { x: { nodeName: "a", requests: { cpu: "1500m" } } },
      "b",
    ],
    [
      "passes by a node with the host port taken",
      { a: one, b: { taints: [{ key: "x", effect: "PreferNoSchedule" }] } },
      { ports: [{ containerPort: 80, hostPort: 80 }] },
      { x: { nodeName: "a", ports: [{ containerPort: 80, hostPort: 80 }] } },
      "b",
    ],
    ["shuns a preference taint", { a: { taints: [{ key: "x", effect: "PreferNoSchedule" }] }, b: one }, {}, {}, "b"],
    [
      "keeps away from its like",
      { a: one, b: { taints: [{ key: "x", effect: "PreferNoSchedule" }] } },
      { labels: { app: "w" }, affinity: anti("w") },
      { x: { nodeName: "a", labels: { app: "w" } } },
      "b",
    ],
    [
      "respects the anti-affinity of those already there",
      { a: one, b: { taints: [{ key: "x", effect: "PreferNoSchedule" }] } },
      { labels: { app: "w" } },
      { x: { nodeName: "a", affinity: anti("w") } },
      "b",
    ],
    [
      "spreads over zones",
      { a: zone("1"), b: zone("2") },
      {
        labels: { app: "w" },
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: "zone",
            whenUnsatisfiable: "DoNotSchedule",
            labelSelector: { matchLabels: { app: "w" } },
          },
        ],
      },
      { x: { nodeName: "a", labels: { app: "w" } } },
      "b",
    ],
  ])("%s", async (_, nodes, pod, others, expected) => {
    const { node, events } = await tryOne(nodes, pod, others);
    expect(node).toBe(expected);
    expect(events).toEqual([`Scheduled: Successfully assigned default/p to ${expected}`]);
  });

  const unhelpful = (count: number, of = count): string =>
    `preemption: 0/${of} nodes are available: ${count} Preemption is not helpful for scheduling.`;
  const noVictims = (count: number, of = count): string =>
    `preemption: 0/${of} nodes are available: ${count} No preemption victims found for incoming pod.`;

  it.each<[string, Record<string, NodeShape>, PodShape, Record<string, PodShape>, string]>([
    ["no nodes", {}, {}, {}, "no nodes available to schedule pods"],
    [
      "NotReady nodes",
      { a: { taints: [notReady] }, b: { taints: [notReady] }, c: { taints: [notReady] } },
      {},
      {},
      `0/3 nodes are available: 3 node(s) had untolerated taint {node.kubernetes.io/not-ready: }. ${unhelpful(3)}`,
    ],
    [
      "several reasons, sorted with their counts",
      {
        a: { taints: [{ key: "k", value: "v", effect: "NoExecute" }] },
        b: { unschedulable: true },
        c: { unschedulable: true },
      },
      {},
      {},
      `0/3 nodes are available: 1 node(s) had untolerated taint {k: v}, 2 node(s) were unschedulable. ${unhelpful(3)}`,
    ],
    [
      "not enough CPU and too many pods on one node",
      { a: { allocatable: { cpu: "1", pods: "1" } } },
      { requests: { cpu: "600m" } },
      { x: { nodeName: "a", requests: { cpu: "500m" } } },
      `0/1 nodes are available: 1 Insufficient cpu, 1 Too many pods. ${noVictims(1)}`,
    ],
    [
      "more than the node has at all",
      { a: { allocatable: { cpu: "1" } } },
      { requests: { cpu: "2" } },
      {},
      `0/1 nodes are available: 1 Insufficient cpu. ${unhelpful(1)}`,
    ],
    [
      "selector",
      { a: one },
      { nodeSelector: { zone: "9" } },
      {},
      `0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. ${unhelpful(1)}`,
    ],
    [
      "a daemon pod whose node is full",
      { a: { allocatable: { pods: "0" } }, b: one },
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["a"] }] }],
            },
          },
        },
      },
      {},
      "0/2 nodes are available: 1 Too many pods, 1 node(s) didn't satisfy plugin(s) [NodeAffinity]. " +
        "preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.",
    ],
    [
      "anti-affinity",
      { a: one },
      { labels: { app: "w" }, affinity: anti("w") },
      { x: { nodeName: "a", labels: { app: "w" } } },
      `0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules. ${noVictims(1)}`,
    ],
  ])("says why: %s", async (_, nodes, pod, others, message) => {
    const result = await tryOne(nodes, pod, others);
    expect(result.node).toBeUndefined();
    expect(result.events).toEqual([`FailedScheduling: ${message}`]);
    const condition = result.pod && podCondition(result.pod, "PodScheduled");
    expect(condition).toMatchObject({ status: "False", reason: "Unschedulable", message });
  });

  it("leaves alone pods with gates, other schedulers, or a deletion", async () => {
    await using cluster = await startTestCluster(scheduler, (api) => {
      api.put(resources.nodes, makeNode("a"));
      api.put(resources.pods, makePod("gated", { schedulingGates: [{ name: "x" }] }));
      api.put(resources.pods, makePod("other", { schedulerName: "mine" }));
    });
    const { api } = cluster;
    expect(api.list(resources.pods).map(nodeOf)).toEqual([undefined, undefined]);
    expect(cluster.events()).toEqual([]);
    api.change(resources.pods, "default/gated", ({ spec, ...pod }) => ({
      ...pod,
      spec: { ...spec, schedulingGates: [] },
    }));
    await settle();
    expect(nodeOf(api.get(resources.pods, "default/gated"))).toBe("a");
  });

  it("tries a pod again when a node changes so that it fits, and not when it does not", async () => {
    await using cluster = await startTestCluster(scheduler, (api) => {
      api.put(resources.nodes, makeNode("a", { taints: [notReady] }));
      api.put(resources.pods, makePod("p"));
    });
    const { api } = cluster;
    api.change(resources.nodes, "a", (node) => ({ ...node, metadata: { ...node.metadata, labels: { x: "y" } } }));
    await settle();
    expect(cluster.events("p")).toHaveLength(1);
    api.change(resources.nodes, "a", (node) => ({ ...node, spec: {} }));
    await settle();
    expect(nodeOf(api.get(resources.pods, "default/p"))).toBe("a");
  });

  it("tries a pod again when another one leaves room", async () => {
    await using cluster = await startTestCluster(scheduler, (api) => {
      api.put(resources.nodes, makeNode("a", { allocatable: { pods: "1" } }));
      api.put(resources.pods, makePod("x", { nodeName: "a" }));
      api.put(resources.pods, makePod("p"));
    });
    const { api } = cluster;
    expect(nodeOf(api.get(resources.pods, "default/p"))).toBeUndefined();
    api.change(resources.pods, "default/x", (pod) => ({ ...pod, status: { phase: "Succeeded" as const } }));
    await settle();
    expect(nodeOf(api.get(resources.pods, "default/p"))).toBe("a");
  });

  it("takes pods by priority, then by age", async () => {
    await using cluster = await startTestCluster(scheduler, (api) => {
      api.put(resources.nodes, makeNode("a", { allocatable: { pods: "2" } }));
      api.put(resources.pods, makePod("low"));
      api.put(resources.pods, makePod("first", { priority: 5 }));
      api.put(resources.pods, makePod("second", { priority: 5 }));
    });
    const placed = cluster.api.list(resources.pods).filter((pod) => nodeOf(pod) !== undefined);
    expect(placed.map((pod) => pod.metadata.name)).toEqual(["first", "second"]);
  });

  it("does not put two pods into room for one before the first is seen", async () => {
    await using cluster = await startTestCluster(scheduler, (api) => {
      for (const name of ["a", "b"]) api.put(resources.nodes, makeNode(name, { allocatable: { pods: "1" } }));
      for (const name of ["p", "q", "r"]) api.put(resources.pods, makePod(name));
    });
    const nodes = cluster.api.list(resources.pods).map(nodeOf);
    expect(new Set(nodes)).toEqual(new Set(["a", "b", undefined]));
  });

  it("makes room for a more important pod by the least important ones, and keeps the room for it", async () => {
    await using cluster = await startTestCluster(scheduler, (api) => {
      api.put(resources.nodes, makeNode("a", { allocatable: { cpu: "2" } }));
      for (const [name, priority] of [
        ["low", 1],
        ["mid", 5],
      ] as const) {
        api.put(resources.pods, makePod(name, { nodeName: "a", priority, requests: { cpu: "1" } }));
      }
      api.put(resources.pods, makePod("p", { priority: 10, requests: { cpu: "1" } }));
    });
    const { api } = cluster;
    const low = api.get(resources.pods, "default/low");
    expect(low?.metadata.deletionTimestamp).toBeDefined();
    expect(low && podCondition(low, "DisruptionTarget")?.reason).toBe("PreemptionByScheduler");
    expect(api.get(resources.pods, "default/mid")?.metadata.deletionTimestamp).toBeUndefined();
    expect(api.get(resources.pods, "default/p")?.status?.nominatedNodeName).toBe("a");
    expect(cluster.events("p")).toEqual(["FailedScheduling: 0/1 nodes are available: 1 Insufficient cpu."]);
    // A pod of no importance does not slip into the room that is being made.
    api.put(resources.pods, makePod("thief", { requests: { cpu: "1" } }));
    api.remove(resources.pods, "default/low");
    await settle();
    expect(nodeOf(api.get(resources.pods, "default/p"))).toBe("a");
    expect(nodeOf(api.get(resources.pods, "default/thief"))).toBeUndefined();
  });

  it("tries a pod that others are in the way of when they go, but not at every change", async () => {
    await using cluster = await startTestCluster(scheduler, (api) => {
      api.put(resources.nodes, makeNode("a"));
      api.put(resources.pods, makePod("x", { nodeName: "a", labels: { app: "w" } }));
      api.put(resources.pods, makePod("p", { labels: { app: "w" }, affinity: anti("w") }));
    });
    const { api, clock } = cluster;
    for (let count = 0; count < 5; count++) {
      api.change(resources.nodes, "a", (node) => ({
        ...node,
        metadata: { ...node.metadata, labels: { [hostname]: "a", n: String(count) } },
      }));
      await settle();
    }
    const tries = (): number => api.list(resources.events).reduce((sum, { count = 1 }) => sum + count, 0);
    expect(tries()).toBe(1);
    await clock.advance(1000);
    await settle();
    expect(tries()).toBe(2);
    api.remove(resources.pods, "default/x");
    await clock.advance(2000);
    await settle();
    expect(nodeOf(api.get(resources.pods, "default/p"))).toBe("a");
  });

  it("tries again after a binding that the server refused", async () => {
    await using cluster = await startTestCluster(scheduler, (api) => {
      api.put(resources.nodes, makeNode("a"));
    });
    const { api, clock } = cluster;
    const stop = api.intercept((call) => {
      return call.path.includes("/binding") ? statusErrors.internal("not now") : undefined;
    });
    api.put(resources.pods, makePod("p"));
    await settle();
    expect(nodeOf(api.get(resources.pods, "default/p"))).toBeUndefined();
    expect(cluster.events("p")[0]).toMatch(/^FailedScheduling: binding rejected: /);
    stop();
    await clock.advance(1100);
    await settle();
    expect(nodeOf(api.get(resources.pods, "default/p"))).toBe("a");
  });
});
