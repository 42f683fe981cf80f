import type { corev1, KubeObject } from "@byocni/kube/schema";
import { describe, expect, it } from "vitest";
import { humanDuration } from "./duration.ts";
import { eventPrinter } from "./event.ts";
import { compileJsonPath } from "./json-path.ts";
import { nodePrinter } from "./node.ts";
import { podPrinter } from "./pod.ts";
import { servicePrinter } from "./service.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 0, 10);

describe("humanDuration", () => {
  // As k8s.io/apimachinery/pkg/util/duration prints them.
  it.each([
    [-2 * second, "<invalid>"],
    [-1 * second, "0s"],
    [0, "0s"],
    [119 * second, "119s"],
    [2 * minute, "2m"],
    [2 * minute + 30 * second, "2m30s"],
    [10 * minute + 5 * second, "10m"],
    [179 * minute, "179m"],
    [3 * hour, "3h"],
    [7 * hour + 59 * minute, "7h59m"],
    [8 * hour + 10 * minute, "8h"],
    [47 * hour, "47h"],
    [48 * hour, "2d"],
    [3 * day + 4 * hour, "3d4h"],
    [8 * day + 4 * hour, "8d"],
    [729 * day, "729d"],
    [2 * 365 * day, "2y"],
    [3 * 365 * day + 30 * day, "3y30d"],
    [9 * 365 * day, "9y"],
  ])("%d ms is %s", (milliseconds, text) => expect(humanDuration(milliseconds)).toBe(text));
});

const containers = [{ name: "a", image: "i" }];
const terminated = (exitCode: number, reason?: string) => ({ terminated: { exitCode, ...(reason ? { reason } : {}) } });
const status = (state: object, more: object = {}) => ({ name: "a", ready: false, restartCount: 0, state, ...more });

describe("podPrinter", () => {
  it.each<[string, object, object, unknown[]]>([
    ["pending", {}, { phase: "Pending" }, ["0/1", "Pending", "0"]],
    [
      "running",
      {},
      { phase: "Running", containerStatuses: [status({ running: {} }, { ready: true })] },
      ["1/1", "Running", "0"],
    ],
    [
      "waiting",
      {},
      { phase: "Pending", containerStatuses: [status({ waiting: { reason: "ImagePullBackOff" } })] },
      ["0/1", "ImagePullBackOff", "0"],
    ],
    [
      "crashed",
      {},
      {
        phase: "Running",
        containerStatuses: [
          status(
            { waiting: { reason: "CrashLoopBackOff" } },
            { restartCount: 3, lastState: { terminated: { exitCode: 1, finishedAt: "2026-01-09T23:58:00Z" } } },
          ),
        ],
      },
      ["0/1", "CrashLoopBackOff", "3 (2m ago)"],
    ],
    [
      "completed",
      {},
      { phase: "Succeeded", containerStatuses: [status(terminated(0, "Completed"))] },
      ["0/1", "Completed", "0"],
    ],
    ["exit code", {}, { phase: "Failed", containerStatuses: [status(terminated(7))] }, ["0/1", "ExitCode:7", "0"]],
    [
      "signal",
      {},
      { phase: "Failed", containerStatuses: [status({ terminated: { exitCode: 1, signal: 9 } })] },
      ["0/1", "Signal:9", "0"],
    ],
    [
      "init waiting",
      { initContainers: containers },
      { phase: "Pending", initContainerStatuses: [status({ waiting: { reason: "PodInitializing" } })] },
      ["0/1", "Init:0/1", "0"],
    ],
    [
      "init failed",
      { initContainers: containers },
      { phase: "Pending", initContainerStatuses: [status(terminated(1, "Error"))] },
      ["0/1", "Init:Error", "0"],
    ],
    [
      "init done",
      { initContainers: containers },
      {
        phase: "Pending",
        initContainerStatuses: [status(terminated(0))],
        containerStatuses: [status({ waiting: { reason: "PodInitializing" } })],
      },
      ["0/1", "PodInitializing", "0"],
    ],
    [
      "sidecar",
      { initContainers: [{ name: "a", image: "i", restartPolicy: "Always" }] },
      {
        phase: "Running",
        initContainerStatuses: [status({ running: {} }, { ready: true, started: true })],
        containerStatuses: [status({ running: {} }, { ready: true })],
      },
      ["2/2", "Running", "0"],
    ],
    ["evicted", {}, { phase: "Failed", reason: "Evicted" }, ["0/1", "Evicted", "0"]],
    [
      "gated",
      {},
      { phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }] },
      ["0/1", "SchedulingGated", "0"],
    ],
  ])("%s", (_case, spec, podStatus, cells) => {
    const pod = { metadata: { name: "p" }, spec: { containers, ...spec }, status: podStatus } as unknown as KubeObject;
    expect(podPrinter.cells(pod, now).slice(1, 4)).toEqual(cells);
  });

  it("says Terminating while a deleted pod has not ended", () => {
    const deleted = { name: "p", deletionTimestamp: "2026-01-01T00:00:00Z" };
    const pod = (phase: string) =>
      ({ metadata: deleted, spec: { containers }, status: { phase } }) as unknown as KubeObject;
    expect(podPrinter.cells(pod("Running"), now)[2]).toBe("Terminating");
    expect(podPrinter.cells(pod("Succeeded"), now)[2]).toBe("Succeeded");
  });
});

describe("other printers", () => {
  it("shows a node's state, roles and addresses", () => {
    const node = {
      metadata: {
        name: "n",
        labels: { "node-role.kubernetes.io/b": "", "kubernetes.io/role": "agent" },
        creationTimestamp: "2026-01-09T00:00:00Z",
      },
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: "Ready", status: "False" }],
        addresses: [{ type: "InternalIP", address: "10.0.0.4" }],
        nodeInfo: { kubeletVersion: "v1.34.0", osImage: "Ubuntu" },
      },
    } as unknown as KubeObject;
    expect(nodePrinter.cells(node, now)).toEqual([
      "n",
      "NotReady,SchedulingDisabled",
      "agent,b",
      "24h",
      "v1.34.0",
      "10.0.0.4",
      "<none>",
      "Ubuntu",
      "<unknown>",
      "<unknown>",
    ]);
    expect(nodePrinter.cells({ metadata: { name: "n" } } as KubeObject, now)[1]).toBe("Unknown");
  });

  it.each([
    [{ type: "ClusterIP" }, {}, "<none>"],
    [{ type: "ClusterIP", externalIPs: ["1.1.1.1", "2.2.2.2"] }, {}, "1.1.1.1,2.2.2.2"],
    [{ type: "LoadBalancer" }, {}, "<pending>"],
    [{ type: "LoadBalancer" }, { loadBalancer: { ingress: [{ ip: "4.4.4.4" }] } }, "4.4.4.4"],
    [{ type: "ExternalName", externalName: "x.y" }, {}, "x.y"],
  ])("shows the external address of %j", (spec, serviceStatus, address) => {
    const service = {
      metadata: { name: "s" },
      spec: { ...spec, ports: [{ port: 80, nodePort: 30_000, protocol: "TCP" }] },
      status: serviceStatus,
    };
    const cells = servicePrinter.cells(service as unknown as KubeObject, now);
    expect([cells[3], cells[4]]).toEqual([address, "80:30000/TCP"]);
  });

  it("shows events of both groups alike", () => {
    const event: Partial<corev1.Event> = {
      apiVersion: "v1",
      metadata: { name: "e" },
      involvedObject: { kind: "Node", name: "n" },
      reason: "NodeNotReady",
      message: "text ",
      type: "Warning",
      lastTimestamp: "2026-01-09T23:59:00Z",
      firstTimestamp: "2026-01-09T23:00:00Z",
      source: { component: "kubelet", host: "n" },
    };
    expect(eventPrinter.cells(event as KubeObject, now)).toEqual([
      "60s",
      "Warning",
      "NodeNotReady",
      "node/n",
      "",
      "kubelet, n",
      "text",
      "60m",
      1,
      "e",
    ]);
  });
});

describe("compileJsonPath", () => {
  const value = {
    a: { "b.c": [1, 2, { d: "x" }] },
    s: [
      { t: "R", v: true },
      { t: "M", v: 2 },
    ],
  };
  it.each([
    [".a.b\\.c[0]", [1]],
    [".a['b.c'][-1].d", ["x"]],
    [".a['b.c'][0:2]", [1, 2]],
    ['.s[?(@.t=="R")].v', [true]],
    [".s[?(@.v > 1)].t", ["M"]],
    [".s[*].t", ["R", "M"]],
    ["{.s[0].t}", ["R"]],
    ["..d", ["x"]],
    [".nothing.at.all", []],
    [".[broken", []],
  ])("%s", (path, found) => expect(compileJsonPath(path)(value)).toEqual(found));
});
