import { type DaemonSet, type NewObject, type Pod, resources, type Taint } from "@byocni/kube/client";
import { type FakeApi, settle } from "@byocni/kube/client/testing";
import { statusErrors } from "@byocni/kube/schema";
import { describe, expect, it } from "vitest";
import {
  makeNode,
  makePod,
  type NodeShape,
  runKubelets,
  startTestCluster,
  type TestCluster,
} from "../testing/index.ts";
import { targetNode } from "./daemon-pod.ts";

const only = ["daemonset-controller"];
const both = ["daemonset-controller", "default-scheduler"];
type Spec = DaemonSet["spec"];

function makeSet(template: Partial<Pod["spec"]> = {}, more: Partial<Spec> = {}): NewObject<DaemonSet> {
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "ds", namespace: "default" },
    spec: {
      selector: { matchLabels: { app: "ds" } },
      template: {
        metadata: { labels: { app: "ds" } },
        spec: { containers: [{ name: "main", image: "example.com/ds:1" }], ...template },
      },
      ...more,
    },
  };
}

async function start(
  nodes: Readonly<Record<string, NodeShape>>,
  set = makeSet(),
  enabled = only,
): Promise<TestCluster & { pods(): readonly Pod[]; status(): DaemonSet["status"] }> {
  const cluster = await startTestCluster(enabled, (api) => {
    for (const [name, shape] of Object.entries(nodes)) api.put(resources.nodes, makeNode(name, shape));
    api.put(resources.daemonSets, set);
  });
  return {
    ...cluster,
    pods: () => cluster.api.list(resources.pods),
    status: () => cluster.api.get(resources.daemonSets, "default/ds")?.status,
  };
}

const targets = (pods: readonly Pod[]): readonly (string | undefined)[] => pods.map(targetNode).sort();

function setImage(api: FakeApi, image: string): void {
  api.change(resources.daemonSets, "default/ds", (set) => ({
    ...set,
    metadata: { ...set.metadata, generation: (set.metadata.generation ?? 0) + 1 },
    spec: {
      ...set.spec,
      template: { ...set.spec.template, spec: { ...set.spec.template.spec, containers: [{ name: "main", image }] } },
    },
  }));
}

const images = (pods: readonly Pod[]): readonly (string | undefined)[] =>
  pods.map((pod) => pod.spec.containers[0]?.image).sort();

const kubelets = ({ api, clock }: TestCluster, broken = ""): Promise<void> => runKubelets(api, clock, broken);

describe("daemonset-controller", () => {
  const taint = (key: string, effect: Taint["effect"]): NodeShape => ({ taints: [{ key, effect }] });
  const tolerant = { tolerations: [{ operator: "Exists" }] };

  it.each<[string, Record<string, NodeShape>, Partial<Pod["spec"]>, readonly string[]]>([
    ["every node", { a: {}, b: {} }, {}, ["a", "b"]],
    [
      "cordoned nodes too",
      { a: { unschedulable: true, ...taint("node.kubernetes.io/unschedulable", "NoSchedule") } },
      {},
      ["a"],
    ],
    ["no NotReady node unless it tolerates", { a: taint("node.kubernetes.io/not-ready", "NoSchedule") }, {}, []],
    [
      "NotReady nodes when it tolerates all",
      { a: taint("node.kubernetes.io/not-ready", "NoSchedule") },
      tolerant,
      ["a"],
    ],
    ["nodes under pressure", { a: taint("node.kubernetes.io/disk-pressure", "NoSchedule") }, {}, ["a"]],
    [
      "no node whose network is not there",
      { a: taint("node.kubernetes.io/network-unavailable", "NoSchedule") },
      {},
      [],
    ],
    [
      "a node whose network is not there, on the host network",
      { a: taint("node.kubernetes.io/network-unavailable", "NoSchedule") },
      { hostNetwork: true },
      ["a"],
    ],
    ["nodes of the selector", { a: { labels: { os: "linux" } }, b: {} }, { nodeSelector: { os: "linux" } }, ["a"]],
    [
      "nodes of the affinity",
      { a: {}, b: { labels: { gpu: "1" } } },
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: "gpu", operator: "Exists" }] }],
            },
          },
        },
      },
      ["b"],
    ],
    ["the named node", { a: {}, b: {} }, { nodeName: "b" }, ["b"]],
  ])("runs on %s", async (_, nodes, template, expected) => {
    await using cluster = await start(nodes, makeSet(template));
    expect(targets(cluster.pods())).toEqual(expected);
    expect(cluster.status()?.desiredNumberScheduled).toBe(expected.length);
  });

  it("makes pods as upstream does: owner, labels, tolerations, the node in the affinity", async () => {
    await using cluster = await start(
      { a: {} },
      makeSet({ hostNetwork: true, tolerations: [{ key: "k", operator: "Exists" }] }),
    );
    const [pod] = cluster.pods();
    const set = cluster.api.get(resources.daemonSets, "default/ds");
    const [revision] = cluster.api.list(resources.controllerRevisions);
    expect(pod?.metadata).toMatchObject({
      generateName: "ds-",
      labels: { app: "ds", "controller-revision-hash": revision?.metadata.labels?.["controller-revision-hash"] },
      ownerReferences: [
        { kind: "DaemonSet", name: "ds", uid: set?.metadata.uid, controller: true, blockOwnerDeletion: true },
      ],
    });
    expect(pod?.spec.nodeName).toBeUndefined();
    expect(pod?.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution).toEqual({
      nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["a"] }] }],
    });
    expect(pod?.spec.tolerations?.map(({ key, effect }) => `${key}:${effect ?? ""}`)).toEqual([
      "k:",
      "node.kubernetes.io/not-ready:NoExecute",
      "node.kubernetes.io/unreachable:NoExecute",
      "node.kubernetes.io/disk-pressure:NoSchedule",
      "node.kubernetes.io/memory-pressure:NoSchedule",
      "node.kubernetes.io/pid-pressure:NoSchedule",
      "node.kubernetes.io/unschedulable:NoSchedule",
      "node.kubernetes.io/network-unavailable:NoSchedule",
    ]);
    expect(revision).toMatchObject({ revision: 1, metadata: { ownerReferences: [{ kind: "DaemonSet" }] } });
    expect(cluster.events("ds")).toEqual([`SuccessfulCreate: Created pod: ${pod?.metadata.name}`]);
  });

  it("counts in its status what runs", async () => {
    await using cluster = await start({ a: {}, b: {} }, makeSet(), both);
    expect(cluster.status()).toEqual({
      currentNumberScheduled: 2,
      desiredNumberScheduled: 2,
      numberMisscheduled: 0,
      numberReady: 0,
      numberUnavailable: 2,
      updatedNumberScheduled: 2,
      observedGeneration: 1,
    });
    await kubelets(cluster);
    expect(cluster.status()).toMatchObject({ numberReady: 2, numberAvailable: 2 });
    expect(cluster.status()?.numberUnavailable).toBeUndefined();
  });

  it("waits minReadySeconds before it calls a pod available", async () => {
    await using cluster = await start({ a: {} }, makeSet({}, { minReadySeconds: 10 }), both);
    await kubelets(cluster);
    expect(cluster.status()).toMatchObject({ numberReady: 1, numberUnavailable: 1 });
    await cluster.clock.advance(10_000);
    await settle();
    expect(cluster.status()).toMatchObject({ numberReady: 1, numberAvailable: 1 });
  });

  it("follows nodes that come, change and go", async () => {
    await using cluster = await start({ a: {} });
    const { api } = cluster;
    api.put(resources.nodes, makeNode("b"));
    await settle();
    expect(targets(cluster.pods())).toEqual(["a", "b"]);
    api.change(resources.nodes, "b", (node) => ({
      ...node,
      spec: { taints: [{ key: "x", effect: "NoExecute" as const }] },
    }));
    await settle();
    expect(targets(cluster.pods())).toEqual(["a"]);
    api.change(resources.nodes, "a", (node) => ({
      ...node,
      spec: { taints: [{ key: "x", effect: "NoSchedule" as const }] },
    }));
    await settle();
    expect(targets(cluster.pods())).toEqual(["a"]);
    expect(cluster.status()).toMatchObject({ desiredNumberScheduled: 0, numberMisscheduled: 1 });
  });

  it("replaces pods that are deleted, finish, or fail, the last slower and slower", async () => {
    await using cluster = await start({ a: {} });
    const { api, clock } = cluster;
    const first = cluster.pods()[0]?.metadata.name ?? "";
    api.remove(resources.pods, `default/${first}`);
    await settle();
    const name = (): string => cluster.pods()[0]?.metadata.name ?? "";
    const second = name();
    expect(second).not.toBe(first);
    const fail = async (): Promise<void> => {
      api.change(resources.pods, `default/${name()}`, (pod) => ({ ...pod, status: { phase: "Failed" as const } }));
      await settle();
    };
    await fail();
    const third = name();
    expect(third).not.toBe(second);
    expect(cluster.events("ds")).toContain(
      `FailedDaemonPod: Found failed daemon pod default/${second} on node a, will try to kill it`,
    );
    await fail();
    expect(name()).toBe(third);
    await clock.advance(1000);
    await settle();
    expect(name()).not.toBe(third);
  });

  it("adopts a matching orphan and lets go of a pod that matches no more", async () => {
    await using cluster = await start({ a: {} });
    const { api } = cluster;
    const own = cluster.pods()[0]?.metadata.name ?? "";
    api.change(resources.pods, `default/${own}`, ({ metadata, ...pod }) => ({
      ...pod,
      metadata: { ...metadata, labels: { app: "free" } },
    }));
    await settle();
    expect(api.get(resources.pods, `default/${own}`)?.metadata.ownerReferences).toEqual([]);
    expect(cluster.pods()).toHaveLength(2);
    api.put(resources.nodes, makeNode("b", { unschedulable: true, labels: { late: "1" } }));
    await settle();
    api.put(resources.pods, makePod("orphan", { nodeName: "c", labels: { app: "ds" } }));
    await settle();
    expect(api.get(resources.pods, "default/orphan")?.metadata.ownerReferences).toMatchObject([{ name: "ds" }]);
  });

  it("keeps to maxUnavailable while it rolls out, and stops at a broken revision", async () => {
    const nodes = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, {}]));
    await using cluster = await start(
      nodes,
      makeSet({}, { updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "50%" } } }),
      both,
    );
    const { api } = cluster;
    await kubelets(cluster);
    setImage(api, "example.com/ds:2");
    await settle();
    const leaving = (): number => cluster.pods().filter((pod) => pod.metadata.deletionTimestamp !== undefined).length;
    expect(leaving()).toBe(2);
    for (let round = 0; round < 6; round++) await kubelets(cluster);
    expect(images(cluster.pods())).toEqual(Array.from({ length: 4 }, () => "example.com/ds:2"));
    expect(cluster.status()).toMatchObject({ updatedNumberScheduled: 4, numberAvailable: 4, observedGeneration: 2 });
    setImage(api, "example.com/broken");
    await settle();
    for (let round = 0; round < 6; round++) await kubelets(cluster, "example.com/broken");
    expect(images(cluster.pods()).filter((image) => image === "example.com/broken")).toHaveLength(2);
    // Going back replaces the broken ones at once, whatever maxUnavailable says.
    setImage(api, "example.com/ds:2");
    await settle();
    for (let round = 0; round < 4; round++) await kubelets(cluster);
    expect(images(cluster.pods())).toEqual(Array.from({ length: 4 }, () => "example.com/ds:2"));
    expect(api.list(resources.controllerRevisions).map(({ revision }) => revision)).toEqual([1, 4, 3]);
  });

  it("with maxSurge starts the new pod before the old one goes", async () => {
    const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } as const;
    await using cluster = await start({ a: {}, b: {} }, makeSet({}, { updateStrategy: strategy }), both);
    await kubelets(cluster);
    setImage(cluster.api, "example.com/ds:2");
    await settle();
    expect(images(cluster.pods())).toEqual(["example.com/ds:1", "example.com/ds:1", "example.com/ds:2"]);
    expect(cluster.pods().every((pod) => pod.metadata.deletionTimestamp === undefined)).toBe(true);
    for (let round = 0; round < 6; round++) await kubelets(cluster);
    expect(images(cluster.pods())).toEqual(["example.com/ds:2", "example.com/ds:2"]);
  });

  it("OnDelete replaces only what is deleted", async () => {
    await using cluster = await start({ a: {}, b: {} }, makeSet({}, { updateStrategy: { type: "OnDelete" } }), both);
    await kubelets(cluster);
    setImage(cluster.api, "example.com/ds:2");
    await settle();
    expect(cluster.status()?.updatedNumberScheduled).toBeUndefined();
    const [pod] = cluster.pods();
    cluster.api.remove(resources.pods, `default/${pod?.metadata.name}`);
    await settle();
    expect(images(cluster.pods())).toEqual(["example.com/ds:1", "example.com/ds:2"]);
  });

  it("keeps as many old revisions as it is told, and those that pods are of", async () => {
    await using cluster = await start({ a: {} }, makeSet({}, { revisionHistoryLimit: 1 }), both);
    for (const version of [2, 3, 4]) {
      await kubelets(cluster);
      setImage(cluster.api, `example.com/ds:${version}`);
      await settle();
    }
    for (let round = 0; round < 3; round++) await kubelets(cluster);
    expect(cluster.api.list(resources.controllerRevisions).map(({ revision }) => revision)).toEqual([3, 4]);
  });

  it("says FailedCreate and tries again when the server refuses", async () => {
    await using cluster = await start({});
    const { api, clock } = cluster;
    const stop = api.intercept((call) =>
      call.method === "POST" && call.path.includes("/pods")
        ? statusErrors.forbidden({ group: "", resource: "pods" }, "ds-", "exceeded quota: q")
        : undefined,
    );
    for (const name of ["a", "b", "c"]) api.put(resources.nodes, makeNode(name));
    await settle();
    // Batches begin with one: a refusal of all costs one call a try.
    expect(cluster.events("ds")).toEqual(['FailedCreate: Error creating: pods "ds-" is forbidden: exceeded quota: q']);
    stop();
    await clock.advance(50);
    await settle();
    expect(cluster.pods()).toHaveLength(3);
  });

  it("does nothing for a set that selects all, nor for one that is being deleted", async () => {
    await using cluster = await start({ a: {} }, makeSet({}, { selector: {} }));
    expect(cluster.pods()).toEqual([]);
    expect(cluster.events("ds")[0]).toMatch(/^SelectingAll: /);
  });
});
