import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type JsonAny, type TestApi } from "../testing/index.ts";

const itemsOf = (list: JsonAny): JsonAny[] => list["items"] as unknown as JsonAny[];

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

const maps = "/api/v1/namespaces/default/configmaps";
const make = (name: string, labels: Record<string, string> = {}) =>
  api.send("POST", maps, { metadata: { name, labels } });
const relabel = (name: string, labels: Record<string, string | null>) =>
  api.send("PATCH", `${maps}/${name}`, { metadata: { labels } }, { "content-type": "application/merge-patch+json" });
const namesOf = (list: JsonAny): unknown[] => itemsOf(list).map((item) => item["metadata"]?.["name"]);
const versionOf = (object: JsonAny): string => String(object["metadata"]?.["resourceVersion"]);

describe("list", () => {
  it("pages through one state although objects come and go", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await make(name);
    const first = await api.send("GET", `${maps}?limit=2`);
    expect(namesOf(first.body)).toEqual(["a", "b"]);
    expect(first.body["metadata"]).toMatchObject({ remainingItemCount: 3 });
    await api.send("DELETE", `${maps}/c`);
    await make("bb");
    const token = encodeURIComponent(String(first.body["metadata"]?.["continue"]));
    const second = await api.send("GET", `${maps}?limit=2&continue=${token}`);
    expect(namesOf(second.body)).toEqual(["c", "d"]);
    expect(versionOf(second.body)).toBe(versionOf(first.body));
  });

  it("says when the history of a page is gone, and how to go on", async () => {
    for (const name of ["a", "b", "c"]) await make(name);
    const first = await api.send("GET", `${maps}?limit=1`);
    await make("d");
    await api.store.compact(await api.store.revision());
    const token = encodeURIComponent(String(first.body["metadata"]?.["continue"]));
    const gone = await api.send("GET", `${maps}?limit=1&continue=${token}`);
    expect([gone.status, gone.body["reason"]]).toEqual([410, "Expired"]);
    const rest = encodeURIComponent(String(gone.body["metadata"]?.["continue"]));
    expect(namesOf((await api.send("GET", `${maps}?continue=${rest}`)).body)).toEqual(["b", "c", "d"]);
  });

  it.each([
    ["labelSelector=x%3D1", ["a"]],
    ["labelSelector=x", ["a", "b"]],
    ["fieldSelector=metadata.name%3Db", ["b"]],
    ["fieldSelector=metadata.name!%3Db", ["a", "c"]],
    ["fieldSelector=metadata.name%3Da&labelSelector=x%3D2", []],
  ])("selects by %s", async (query, names) => {
    await make("a", { x: "1" });
    await make("b", { x: "2" });
    await make("c");
    expect(namesOf((await api.send("GET", `${maps}?${query}`)).body)).toEqual(names);
  });

  it.each([
    ["fieldSelector=spec.x%3D1", 400],
    ["resourceVersionMatch=Exact", 422],
    ["resourceVersion=x", 422],
    ["continue=nonsense", 400],
    ["limit=x", 400],
    ["sendInitialEvents=true", 422],
  ])("refuses %s", async (query, code) => {
    expect((await api.send("GET", `${maps}?${query}`)).status).toBe(code);
  });

  it("gives tables and metadata alone to those who ask", async () => {
    await make("a");
    const table = await api.send("GET", maps, undefined, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" });
    expect(table.body).toMatchObject({ kind: "Table", rows: [{ cells: ["a", "0", "0s"] }] });
    const accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    const partial = await api.send("GET", maps, undefined, { accept });
    expect(partial.body).toMatchObject({ kind: "PartialObjectMetadataList", items: [{ metadata: { name: "a" } }] });
    const neither = await api.send("GET", maps, undefined, { accept: "application/vnd.kubernetes.protobuf" });
    expect(neither.status).toBe(406);
  });
});

describe("watch", () => {
  it("shows objects that enter, change in, and leave a selection", async () => {
    await make("a", { x: "1" });
    const { body } = await api.send("GET", maps);
    const events = api.watch(`${maps}?watch=1&labelSelector=x%3D1&resourceVersion=${versionOf(body)}`, 4);
    await relabel("a", { y: "1" });
    await relabel("a", { x: "2" });
    await relabel("a", { z: "1" });
    await relabel("a", { x: "1" });
    await api.send("DELETE", `${maps}/a`);
    const seen = await events;
    expect(seen.map(({ type }) => type)).toEqual(["MODIFIED", "DELETED", "ADDED", "DELETED"]);
    // What left is shown as it was, with the version at which it left.
    expect(seen[1]?.object["metadata"]).toMatchObject({ labels: { x: "1", y: "1" } });
    const versions = seen.map(({ object }) => Number(versionOf(object)));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
  });

  it("resumes from a version, starts with the state, or marks the end of the state", async () => {
    const first = await make("a");
    await make("b");
    const resumed = await api.watch(`${maps}?watch=1&resourceVersion=${versionOf(first.body)}`, 1);
    expect(resumed[0]?.object["metadata"]?.["name"]).toBe("b");
    const state = await api.watch(`${maps}?watch=1`, 2);
    expect(state.map(({ type }) => type)).toEqual(["ADDED", "ADDED"]);
    const query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    const streamed = await api.watch(`${maps}?${query}`, 3);
    expect(streamed[2]).toMatchObject({
      type: "BOOKMARK",
      object: { kind: "ConfigMap", metadata: { annotations: { "k8s.io/initial-events-end": "true" } } },
    });
  });

  it("says in the stream that the history is gone", async () => {
    await api.close();
    const store = api.store;
    api = await createTestApi({ store });
    const events = await api.watch(`${maps}?watch=1&resourceVersion=1`, 1);
    expect(events[0]).toMatchObject({ type: "ERROR", object: { code: 410, reason: "Expired" } });
  });

  it("sends bookmarks every minute and ends when its time is over", async () => {
    const reply = await api.call({ method: "GET", path: `${maps}?watch=1&allowWatchBookmarks=true&timeoutSeconds=90` });
    const types: string[] = [];
    const reading = (async () => {
      for await (const event of reply.jsonStream()) types.push((event as { type: string }).type);
    })();
    await api.clock.advance(60_000);
    await api.clock.advance(30_000);
    await reading;
    expect(types).toEqual(["BOOKMARK"]);
  });

  it("follows a pod's node by field", async () => {
    await api.send("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
    const events = api.watch("/api/v1/pods?watch=1&fieldSelector=spec.nodeName%3Dn1&resourceVersion=0", 1);
    const spec = { containers: [{ name: "c", image: "i" }] };
    await api.send("POST", "/api/v1/namespaces/default/pods", { metadata: { name: "p" }, spec });
    const bound = await api.send("POST", "/api/v1/namespaces/default/pods/p/binding", {
      metadata: { name: "p" },
      target: { kind: "Node", name: "n1" },
    });
    expect(bound.status).toBe(201);
    expect(await events).toMatchObject([{ type: "ADDED", object: { spec: { nodeName: "n1" } } }]);
    const again = await api.send("POST", "/api/v1/namespaces/default/pods/p/binding", {
      metadata: { name: "p" },
      target: { kind: "Node", name: "n2" },
    });
    expect([again.status, again.body["message"]]).toEqual([
      409,
      'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n1"',
    ]);
  });
});
