import { createFakeClock } from "@byocni/base/core/testing";
import { statusErrors } from "@byocni/kube/schema";
import { describe, expect, it } from "vitest";
import { createInformer } from "./informer.ts";
import { createInformerSet } from "./informer-set.ts";
import type { Pod } from "./objects/index.ts";
import { resources } from "./resource.ts";
import { createFakeApi, settle, until } from "./testing/index.ts";

function pod(name: string, nodeName?: string): Pod {
  const spec = { containers: [{ name: "main" }], ...(nodeName === undefined ? {} : { nodeName }) };
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "default" }, spec };
}

function setUp(...pods: readonly Pod[]) {
  const clock = createFakeClock();
  const api = createFakeApi({ clock });
  for (const object of pods) api.put(resources.pods, object);
  const log: string[] = [];
  const informer = createInformer({
    client: api.client,
    resource: resources.pods,
    clock,
    indexes: { node: (object) => (object.spec.nodeName ? [object.spec.nodeName] : []) },
  });
  const handler = {
    add: (object: Pod) => void log.push(`add ${object.metadata.name}`),
    update: (object: Pod, old: Pod) =>
      void log.push(`update ${object.metadata.name} ${old.spec.nodeName ?? "-"}>${object.spec.nodeName ?? "-"}`),
    delete: (object: Pod) => void log.push(`delete ${object.metadata.name}`),
  };
  return { clock, api, informer, log, handler };
}

describe("createInformer", () => {
  it("lists, then follows adds, updates with the old object, and deletes", async () => {
    const { api, informer, log, handler } = setUp(pod("a"));
    informer.addHandler(handler);
    await informer.synced;
    expect(log).toEqual(["add a"]);
    api.put(resources.pods, pod("b"));
    api.change(resources.pods, "default/a", (old) => ({ ...old, spec: { ...old.spec, nodeName: "n1" } }));
    api.remove(resources.pods, "default/b");
    await settle();
    expect(log).toEqual(["add a", "add b", "update a ->n1", "delete b"]);
    expect([...informer.keys()]).toEqual(["default/a"]);
    await informer.close();
  });

  it("shows a late handler what is there", async () => {
    const { api, informer, log, handler } = setUp(pod("a"));
    await informer.synced;
    const stop = informer.addHandler(handler);
    stop();
    api.put(resources.pods, pod("b"));
    await settle();
    expect(log).toEqual(["add a"]);
    await informer.close();
  });

  it("keeps its indexes right as objects change and go", async () => {
    const { api, informer } = setUp(pod("a", "n1"), pod("b", "n1"), pod("c"));
    await informer.synced;
    const names = (node: string): string[] => [...informer.byIndex("node", node)].map((object) => object.metadata.name);
    expect(names("n1")).toEqual(["a", "b"]);
    api.change(resources.pods, "default/a", (old) => ({ ...old, spec: { ...old.spec, nodeName: "n2" } }));
    api.remove(resources.pods, "default/b");
    await settle();
    expect(names("n1")).toEqual([]);
    expect(names("n2")).toEqual(["a"]);
    expect(informer.countByIndex("node", "n2")).toBe(1);
    informer.addIndex("name", (object) => [object.metadata.name]);
    expect([...informer.byIndex("name", "c")]).toHaveLength(1);
    await informer.close();
  });

  it("goes on from its resourceVersion when the server ends the watch", async () => {
    const { clock, api, informer, log, handler } = setUp();
    informer.addHandler(handler);
    await informer.synced;
    await settle();
    api.dropWatches();
    api.put(resources.pods, pod("a"));
    await clock.advance(1000);
    expect(log).toEqual(["add a"]);
    expect(api.calls.filter((call) => call === "GET /api/v1/pods")).toHaveLength(3);
    await informer.close();
  });

  it("lists again after 410 and reports only what really changed", async () => {
    const { clock, api, informer, log, handler } = setUp(pod("kept"), pod("changed"), pod("gone"));
    await informer.synced;
    informer.addHandler(handler);
    log.length = 0;
    await settle();
    api.dropWatches({ forget: true });
    api.remove(resources.pods, "default/gone");
    api.change(resources.pods, "default/changed", (old) => ({ ...old, spec: { ...old.spec, nodeName: "n1" } }));
    api.put(resources.pods, pod("new"));
    api.dropWatches({ forget: true });
    await clock.advance(2000);
    expect(log).toEqual(["delete gone", "update changed ->n1", "add new"]);
    await informer.close();
  });

  it("waits longer and longer while the server refuses", async () => {
    const { clock, api, informer } = setUp();
    await settle();
    api.dropWatches({ forget: true });
    const start = clock.now();
    const attempts: number[] = [];
    const stop = api.intercept(() => {
      attempts.push(clock.now() - start);
      return statusErrors.serviceUnavailable("not yet");
    });
    await clock.advance(3100);
    expect(attempts).toEqual([200, 600, 1400, 3000]);
    stop();
    api.put(resources.pods, pod("a"));
    expect(informer.size).toBe(0);
    await clock.advance(3200);
    expect(informer.size).toBe(1);
    await informer.close();
    expect(clock.pending).toBe(0);
  });
});

describe("createInformerSet", () => {
  it("gives all the same informer and closes it", async () => {
    const { clock, api } = setUp();
    const informers = createInformerSet({ client: api.client, clock });
    const first = informers.of(resources.nodes);
    expect(informers.of({ group: "", version: "v1", resource: "nodes" })).toBe(first);
    await informers.synced();
    await informers.close();
    api.put(resources.nodes, { apiVersion: "v1", kind: "Node", metadata: { name: "n1" } });
    await settle();
    expect(first.size).toBe(0);
  });

  it("syncs although the set is empty", async () => {
    const { clock, api } = setUp();
    await using informers = createInformerSet({ client: api.client, clock });
    const informer = informers.of(resources.nodes);
    await until(() => informer.hasSynced);
    expect(informer.size).toBe(0);
  });
});
