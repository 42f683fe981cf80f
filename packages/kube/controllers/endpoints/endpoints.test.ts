import { type EndpointSlice, type NewObject, type Pod, resources, type Service } from "@byocni/kube/client";
import { type FakeApi, settle } from "@byocni/kube/client/testing";
import { describe, expect, it } from "vitest";
import { makeNode, makePod, startTestCluster } from "../testing/index.ts";
import { maxEndpoints, planSlices } from "./slice-plan.ts";

const names = ["endpoint-controller", "endpointslice-controller"];

function makeService(spec: Partial<NonNullable<Service["spec"]>> = {}): NewObject<Service> {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web", namespace: "default", labels: { team: "t" } },
    spec: { clusterIP: "10.0.0.9", selector: { app: "web" }, ports: [{ port: 80, targetPort: "http" }], ...spec },
  };
}
function putPod(
  api: FakeApi,
  name: string,
  ip: string | undefined,
  ready = true,
  more: Partial<Pod["spec"]> = {},
): void {
  const pod = makePod(name, {
    nodeName: "n",
    labels: { app: "web" },
    ports: [{ name: "http", containerPort: 8080 }],
    ...more,
  });
  const status: Pod["status"] = {
    phase: "Running",
    ...(ip === undefined ? {} : { podIP: ip, podIPs: [{ ip }] }),
    conditions: [{ type: "Ready", status: ready ? "True" : "False" }],
  };
  api.put(resources.pods, { ...pod, status });
}
async function start(service: NewObject<Service>, prepare: (api: FakeApi) => void) {
  const cluster = await startTestCluster(names, (api) => {
    api.put(resources.nodes, makeNode("n", { labels: { "topology.kubernetes.io/zone": "eastus-1" } }));
    api.put(resources.services, service);
    prepare(api);
  });
  const { api } = cluster;
  return {
    ...cluster,
    subsets: () => api.get(resources.endpoints, "default/web")?.subsets,
    slices: () => api.list(resources.endpointSlices),
  };
}

describe("endpoint controllers", () => {
  it("list ready and unready pods with the port that the name stands for", async () => {
    await using cluster = await start(makeService(), (api) => {
      putPod(api, "a", "10.1.0.2");
      putPod(api, "b", "10.1.0.1");
      putPod(api, "slow", "10.1.0.3", false);
      putPod(api, "no-ip", undefined);
      putPod(api, "no-port", "10.1.0.4", true, { containers: [{ name: "x" }] });
      api.put(resources.pods, makePod("other", { nodeName: "n" }));
    });
    expect(cluster.subsets()).toMatchObject([
      {
        addresses: [{ ip: "10.1.0.1", nodeName: "n", targetRef: { kind: "Pod", name: "b" } }, { ip: "10.1.0.2" }],
        notReadyAddresses: [{ ip: "10.1.0.3" }],
        ports: [{ port: 8080, protocol: "TCP" }],
      },
    ]);
    const slices = cluster.slices();
    expect(slices).toHaveLength(1);
    expect(slices[0]).toMatchObject({
      addressType: "IPv4",
      metadata: {
        generateName: "web-",
        labels: {
          team: "t",
          "kubernetes.io/service-name": "web",
          "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
        },
        ownerReferences: [{ kind: "Service", name: "web" }],
      },
      ports: [{ name: "", port: 8080, protocol: "TCP" }],
    });
    expect(
      slices[0]?.endpoints?.map(({ addresses, conditions, zone }) => [addresses[0], conditions?.ready, zone]),
    ).toEqual([
      ["10.1.0.2", true, "eastus-1"],
      ["10.1.0.1", true, "eastus-1"],
      ["10.1.0.3", false, "eastus-1"],
    ]);
  });

  it("follow pods that become ready, leave, and go", async () => {
    await using cluster = await start(makeService(), (api) => putPod(api, "a", "10.1.0.1", false));
    const { api } = cluster;
    const edit = async (change: (pod: Pod) => Pod): Promise<void> => {
      api.change(resources.pods, "default/a", change);
      await settle();
    };
    await edit((pod) => ({ ...pod, status: { ...pod.status, conditions: [{ type: "Ready", status: "True" }] } }));
    expect(cluster.subsets()).toMatchObject([{ addresses: [{ ip: "10.1.0.1" }] }]);
    await edit((pod) => ({ ...pod, metadata: { ...pod.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } }));
    expect(cluster.subsets()).toBeUndefined();
    expect(cluster.slices()[0]?.endpoints?.[0]?.conditions).toEqual({ ready: false, serving: true, terminating: true });
    api.remove(resources.pods, "default/a");
    await settle();
    expect(cluster.slices().map(({ endpoints }) => endpoints)).toEqual([[]]);
  });

  it("publish unready addresses, and the headless mark and host names", async () => {
    const service = makeService({ clusterIP: "None", publishNotReadyAddresses: true });
    await using cluster = await start(service, (api) =>
      putPod(api, "a", "10.1.0.1", false, { hostname: "a-0", subdomain: "web" }),
    );
    expect(cluster.subsets()).toMatchObject([{ addresses: [{ ip: "10.1.0.1", hostname: "a-0" }] }]);
    expect(cluster.slices()[0]?.metadata.labels).toMatchObject({ "service.kubernetes.io/headless": "" });
    expect(cluster.slices()[0]?.endpoints?.[0]).toMatchObject({
      hostname: "a-0",
      conditions: { ready: true, serving: false },
    });
  });

  it("leave services without a selector alone, and clean up after one that is deleted", async () => {
    const { selector: _selector, ...rest } = makeService().spec ?? {};
    await using bare = await start({ ...makeService(), spec: rest }, (api) => putPod(api, "a", "10.1.0.1"));
    expect(bare.subsets()).toBeUndefined();
    expect(bare.slices()).toEqual([]);
    await using cluster = await start(makeService(), (api) => putPod(api, "a", "10.1.0.1"));
    cluster.api.remove(resources.services, "default/web");
    await settle();
    expect(cluster.api.list(resources.endpoints)).toEqual([]);
  });
});

describe("planSlices", () => {
  const endpoints = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ addresses: [`10.0.0.${from + index}`] }));
  const blank = (): NewObject<EndpointSlice> => ({ metadata: {}, addressType: "IPv4", endpoints: [], ports: [] });
  const slice = (name: string, from: number, to: number, port = 80): EndpointSlice => ({
    metadata: { name, labels: {} },
    addressType: "IPv4",
    ports: [{ protocol: "TCP", port, name: "" }],
    endpoints: endpoints(from, to),
  });
  const group = (from: number, to: number) => ({
    addressType: "IPv4" as const,
    ports: [{ name: "", port: 80, protocol: "TCP" }],
    endpoints: endpoints(from, to),
  });
  const sizes = (slices: readonly { readonly endpoints?: readonly unknown[] | null }[]): readonly number[] =>
    slices.map((item) => item.endpoints?.length ?? 0);

  it.each<[string, number, readonly EndpointSlice[], readonly number[], readonly string[], readonly string[]]>([
    ["fills slices of a hundred", 250, [], [maxEndpoints, maxEndpoints, 50], [], []],
    ["leaves alone what is right, whatever the order of fields", 10, [slice("a", 0, 10)], [], [], []],
    ["fills up before it makes another", 120, [slice("a", 0, 90)], [20], ["a"], []],
    ["takes out what is gone", 5, [slice("a", 0, 10)], [], ["a"], []],
    [
      "drops slices that are empty or of other ports",
      10,
      [slice("a", 0, 10), slice("b", 90, 95), slice("c", 0, 3, 81)],
      [],
      [],
      ["b", "c"],
    ],
    ["keeps one empty slice", 0, [slice("a", 0, 10)], [], ["a"], []],
    ["makes one empty slice", 0, [], [0], [], []],
  ])("%s", (_, count, existing, created, updated, deleted) => {
    const plan = planSlices([group(0, count)], existing, blank);
    expect(sizes(plan.create)).toEqual(created);
    const namesOf = (slices: readonly EndpointSlice[]): readonly string[] =>
      slices.map(({ metadata }) => metadata.name);
    expect(namesOf(plan.update)).toEqual(updated);
    expect(namesOf(plan.delete)).toEqual(deleted);
  });
});
