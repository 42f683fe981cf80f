import {
  microTimestamp,
  type Node,
  type NodeCondition,
  resources,
  type Taint,
  type Toleration,
} from "@byocni/kube/client";
import { type FakeApi, settle } from "@byocni/kube/client/testing";
import { describe, expect, it } from "vitest";
import { podCondition } from "../pod-state.ts";
import { makeNode, makePod, runPod, startTestCluster } from "../testing/index.ts";
import { wantedTaints } from "./node-taints.ts";
import { stayUnder } from "./taint-eviction.ts";

const lifecycle = ["node-lifecycle-controller"];
const withEviction = [...lifecycle, "taint-eviction-controller"];
const format = ({ key, value, effect }: Taint): string =>
  `${key.replace("node.kubernetes.io/", "")}${value ? `=${value}` : ""}:${effect}`;
const taintsOf = (api: FakeApi, name = "n"): readonly string[] =>
  (api.get(resources.nodes, name)?.spec?.taints ?? []).map(format);

function setReady(api: FakeApi, status: NodeCondition["status"], name = "n"): void {
  api.change(resources.nodes, name, (node) => ({
    ...node,
    status: { ...node.status, conditions: [{ type: "Ready", status }] },
  }));
}

describe("wantedTaints", () => {
  const condition = (type: string, status: NodeCondition["status"]): NodeCondition => ({ type, status });
  const node = (
    conditions: readonly NodeCondition[],
    taints: readonly Taint[] = [],
    unschedulable?: boolean,
  ): Node => ({
    metadata: { name: "n" },
    spec: { taints, ...(unschedulable === undefined ? {} : { unschedulable }) },
    status: { conditions },
  });
  it.each<[string, Node, readonly string[]]>([
    ["Ready", node([condition("Ready", "True")]), []],
    ["not Ready", node([condition("Ready", "False")]), ["not-ready:NoSchedule", "not-ready:NoExecute"]],
    ["silent", node([condition("Ready", "Unknown")]), ["unreachable:NoSchedule", "unreachable:NoExecute"]],
    ["memory", node([condition("MemoryPressure", "True")]), ["memory-pressure:NoSchedule"]],
    ["disk", node([condition("DiskPressure", "True")]), ["disk-pressure:NoSchedule"]],
    [
      "pid",
      node([condition("PIDPressure", "True"), condition("MemoryPressure", "False")]),
      ["pid-pressure:NoSchedule"],
    ],
    ["network", node([condition("NetworkUnavailable", "True")]), ["network-unavailable:NoSchedule"]],
    ["cordoned", node([], [], true), ["unschedulable:NoSchedule"]],
    ["no conditions yet", node([], [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }]), []],
    [
      "other taints stay, in place",
      node(
        [condition("Ready", "True")],
        [
          { key: "a", value: "b", effect: "NoSchedule" },
          { key: "node.kubernetes.io/not-ready", effect: "NoExecute" },
          { key: "node.kubernetes.io/out-of-service", effect: "NoExecute" },
        ],
      ),
      ["a=b:NoSchedule", "out-of-service:NoExecute"],
    ],
  ])("%s", (_, given, expected) => {
    expect(wantedTaints(given, "2026-01-01T00:00:00Z").map(format)).toEqual(expected);
  });
});

describe("node-lifecycle-controller", () => {
  it("follows the Ready condition with taints and Events, and marks the pods", async () => {
    await using cluster = await startTestCluster(lifecycle, (api) => {
      api.put(resources.nodes, makeNode("n"));
      api.put(resources.pods, makePod("p", { nodeName: "n" }));
      runPod(api, "default/p", "2026-01-01T00:00:00Z");
    });
    const { api } = cluster;
    expect(taintsOf(api)).toEqual([]);
    setReady(api, "False");
    await settle();
    expect(taintsOf(api)).toEqual(["not-ready:NoSchedule", "not-ready:NoExecute"]);
    expect(api.get(resources.nodes, "n")?.spec?.taints?.every(({ timeAdded }) => timeAdded !== undefined)).toBe(true);
    expect(cluster.events("n")).toEqual(["NodeNotReady: Node n status is now: NodeNotReady"]);
    expect(cluster.events("p")).toEqual(["NodeNotReady: Node is not ready"]);
    const pod = api.get(resources.pods, "default/p");
    expect(pod && podCondition(pod, "Ready")?.status).toBe("False");
    setReady(api, "True");
    await settle();
    expect(taintsOf(api)).toEqual([]);
  });

  it("says which nodes come and go", async () => {
    await using cluster = await startTestCluster(lifecycle);
    cluster.api.put(resources.nodes, makeNode("n"));
    await settle();
    cluster.api.remove(resources.nodes, "n");
    await settle();
    expect(cluster.events("n")).toEqual([
      "RegisteredNode: Node n event: Registered Node n in Controller",
      "RemovingNode: Node n event: Removing Node n from Controller",
    ]);
  });

  it("calls a node Unknown when neither lease nor status came for the grace period", async () => {
    await using cluster = await startTestCluster(lifecycle, (api) => {
      api.put(resources.nodes, makeNode("n"));
    });
    const { api, clock } = cluster;
    const lease = (): unknown =>
      api.put(resources.leases, {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { name: "n", namespace: "kube-node-lease" },
        spec: { holderIdentity: "n", renewTime: microTimestamp(clock.now()) },
      });
    for (let count = 0; count < 6; count++) {
      lease();
      await clock.advance(10_000);
    }
    const ready = (): NodeCondition | undefined => api.get(resources.nodes, "n")?.status?.conditions?.[0];
    expect(ready()?.status).toBe("True");
    await clock.advance(39_000);
    await settle();
    expect(ready()?.status).toBe("True");
    await clock.advance(2_000);
    await settle();
    expect(ready()).toMatchObject({
      status: "Unknown",
      reason: "NodeStatusUnknown",
      message: "Kubelet stopped posting node status.",
    });
    expect(taintsOf(api)).toEqual(["unreachable:NoSchedule", "unreachable:NoExecute"]);
    expect(cluster.events("n")).toEqual(["NodeNotReady: Node n status is now: NodeNotReady"]);
    setReady(api, "True");
    await settle();
    expect(taintsOf(api)).toEqual([]);
    await clock.advance(51_000);
    await settle();
    expect(ready()?.status).toBe("Unknown");
  });

  it("gives a node that never said anything the longer start-up grace", async () => {
    await using cluster = await startTestCluster(lifecycle, (api) => {
      api.put(resources.nodes, makeNode("n", { ready: "none" }));
    });
    await cluster.clock.advance(59_000);
    expect(cluster.api.get(resources.nodes, "n")?.status?.conditions).toBeUndefined();
    await cluster.clock.advance(2_000);
    await settle();
    expect(cluster.api.get(resources.nodes, "n")?.status?.conditions).toMatchObject(
      ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"].map((type) => ({
        type,
        status: "Unknown",
        reason: "NodeStatusNeverUpdated",
        message: "Kubelet never posted node status.",
      })),
    );
  });
});

describe("stayUnder", () => {
  const taints: readonly Taint[] = [
    { key: "a", effect: "NoExecute" },
    { key: "b", value: "x", effect: "NoExecute" },
  ];
  it.each<[string, readonly Toleration[], number | undefined]>([
    ["no toleration", [], 0],
    ["only one of two", [{ key: "a", operator: "Exists" }], 0],
    ["all for ever", [{ operator: "Exists" }], undefined],
    [
      "the shortest counts",
      [
        { key: "a", operator: "Exists", tolerationSeconds: 300 },
        { key: "b", value: "x", tolerationSeconds: 30 },
      ],
      30_000,
    ],
    [
      "for ever and for a time",
      [{ operator: "Exists" }, { key: "a", operator: "Exists", tolerationSeconds: 60 }],
      60_000,
    ],
    ["less than nothing", [{ operator: "Exists", tolerationSeconds: -5 }], 0],
    [
      "wrong value",
      [
        { key: "a", operator: "Exists" },
        { key: "b", value: "y" },
      ],
      0,
    ],
    ["wrong effect", [{ operator: "Exists", effect: "NoSchedule" }], 0],
  ])("%s", (_, tolerations, expected) => {
    expect(stayUnder({ metadata: { name: "p" }, spec: { containers: [], tolerations } }, taints)).toBe(expected);
  });
});

describe("taint-eviction-controller", () => {
  const seconds = (tolerationSeconds: number): Toleration => ({
    operator: "Exists",
    effect: "NoExecute",
    tolerationSeconds,
  });
  async function start() {
    return startTestCluster(withEviction, (api) => {
      api.put(resources.nodes, makeNode("n"));
      api.put(resources.pods, makePod("now", { nodeName: "n" }));
      api.put(resources.pods, makePod("later", { nodeName: "n", tolerations: [seconds(300)] }));
      api.put(resources.pods, makePod("never", { nodeName: "n", tolerations: [{ operator: "Exists" }] }));
    });
  }
  const leaving = (api: FakeApi): readonly string[] =>
    api
      .list(resources.pods)
      .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
      .map(({ metadata }) => metadata.name);

  it("deletes pods at once, after their time, or never", async () => {
    await using cluster = await start();
    const { api, clock } = cluster;
    setReady(api, "False");
    await settle();
    expect(leaving(api)).toEqual(["now"]);
    const gone = api.get(resources.pods, "default/now");
    expect(gone && podCondition(gone, "DisruptionTarget")?.reason).toBe("DeletionByTaintManager");
    expect(cluster.events("now")).toContain("TaintManagerEviction: Marking for deletion Pod default/now");
    await clock.advance(299_000);
    expect(leaving(api)).toEqual(["now"]);
    await clock.advance(2_000);
    await settle();
    expect(leaving(api)).toEqual(["now", "later"]);
  });

  it("does not delete when the node comes back in time", async () => {
    await using cluster = await start();
    const { api, clock } = cluster;
    setReady(api, "False");
    await clock.advance(100_000);
    setReady(api, "True");
    await settle();
    expect(cluster.events("later")).toContain("TaintManagerEviction: Cancelling deletion of Pod default/later");
    await clock.advance(300_000);
    expect(leaving(api)).toEqual(["now"]);
  });

  it("judges a pod that comes to a tainted node", async () => {
    await using cluster = await start();
    const { api } = cluster;
    setReady(api, "False");
    await settle();
    api.put(resources.pods, makePod("late", { nodeName: "n" }));
    await settle();
    expect(leaving(api)).toEqual(["now", "late"]);
  });
});

describe("pod-garbage-collector-controller", () => {
  const name = ["pod-garbage-collector-controller"];
  it("removes the pods of a node that stays away, and only those", async () => {
    await using cluster = await startTestCluster(name, (api) => {
      for (const node of ["a", "b"]) api.put(resources.nodes, makeNode(node));
      for (const node of ["a", "b", "ghost"]) api.put(resources.pods, makePod(`on-${node}`, { nodeName: node }));
      api.put(resources.pods, makePod("free"));
    });
    const { api, clock } = cluster;
    const names = (): readonly string[] => api.list(resources.pods).map(({ metadata }) => metadata.name);
    api.remove(resources.nodes, "a");
    await clock.advance(30_000);
    expect(names()).toEqual(["on-a", "on-b", "on-ghost", "free"]);
    api.put(resources.nodes, makeNode("ghost"));
    await clock.advance(11_000);
    await settle();
    expect(names()).toEqual(["on-b", "on-ghost", "free"]);
  });
});
