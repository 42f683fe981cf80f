import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type JsonAny, type TestApi } from "../testing/index.ts";

const itemsOf = (list: JsonAny): JsonAny[] => list["items"] as unknown as JsonAny[];

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
  await api.send("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
});
afterEach(() => api.close());

const maps = "/api/v1/namespaces/default/configmaps";
const pods = "/api/v1/namespaces/default/pods";
const map = (name: string, data: Record<string, string> = {}, labels?: Record<string, string>) => ({
  metadata: { name, ...(labels ? { labels } : {}) },
  data,
});
const pod = (name: string, more: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: "c", image: "nginx" }], ...more },
});

describe("create", () => {
  it("sets what the server sets", async () => {
    const { status, body } = await api.send("POST", maps, map("a", { k: "v" }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "a", namespace: "default", creationTimestamp: "2026-01-01T00:00:00Z" },
      data: { k: "v" },
    });
    expect(body["metadata"]?.["uid"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(body["metadata"]?.["resourceVersion"]).toMatch(/^\d+$/);
  });

  it.each([
    ["twice", map("a"), 409, 'configmaps "a" already exists'],
    [
      "in another namespace",
      { metadata: { name: "b", namespace: "other" } },
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      "with a version",
      { metadata: { name: "b", resourceVersion: "1" } },
      400,
      "resourceVersion should not be set on objects to be created",
    ],
    [
      "of another version",
      { apiVersion: "v2", kind: "ConfigMap", metadata: { name: "b" } },
      400,
      "the API version in the data (v2) does not match the expected API version (v1)",
    ],
  ])("refuses an object %s", async (_case, object, code, message) => {
    await api.send("POST", maps, map("a"));
    const { status, body } = await api.send("POST", maps, object);
    expect([status, body["message"]]).toEqual([code, message]);
  });

  it("refuses a namespace that is not there", async () => {
    const { status, body } = await api.send("POST", "/api/v1/namespaces/nowhere/configmaps", map("a"));
    expect([status, body["message"]]).toEqual([404, 'namespaces "nowhere" not found']);
  });

  it("generates names", async () => {
    const { body } = await api.send("POST", maps, { metadata: { generateName: "web-" } });
    expect(body["metadata"]?.["name"]).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it("stores nothing on a dry run", async () => {
    const { status } = await api.send("POST", `${maps}?dryRun=All`, map("dry"));
    expect(status).toBe(201);
    expect((await api.send("GET", `${maps}/dry`)).status).toBe(404);
  });

  it("names unknown fields as the field validation asks", async () => {
    const strict = await api.send("POST", `${pods}?fieldValidation=Strict`, pod("x", { foo: 1 }));
    expect([strict.status, strict.body["message"]]).toEqual([
      400,
      'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.foo"',
    ]);
    const warned = await api.send("POST", pods, pod("x", { foo: 1 }));
    expect([warned.status, warned.headers["warning"]]).toEqual([201, '299 - "unknown field \\"spec.foo\\""']);
  });
});

describe("update", () => {
  it("refuses an old version and takes none for the latest", async () => {
    const { body } = await api.send("POST", maps, map("a", { k: "1" }));
    await api.send("PUT", `${maps}/a`, map("a", { k: "2" }));
    const old = await api.send("PUT", `${maps}/a`, { ...body, data: { k: "3" } });
    expect([old.status, old.body["message"]]).toEqual([
      409,
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
    ]);
    expect((await api.send("GET", `${maps}/a`)).body["data"]).toEqual({ k: "2" });
  });

  it("writes nothing when nothing changes", async () => {
    const { body } = await api.send("POST", maps, map("a", { k: "1" }));
    const again = await api.send("PUT", `${maps}/a`, map("a", { k: "1" }));
    expect(again.body["metadata"]?.["resourceVersion"]).toBe(body["metadata"]?.["resourceVersion"]);
  });

  it("keeps status and spec apart and counts generations", async () => {
    const deployments = "/apis/apps/v1/namespaces/default/deployments";
    const spec = {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
    };
    const created = await api.send("POST", deployments, { metadata: { name: "d" }, spec, status: { replicas: 9 } });
    expect(created.body).toMatchObject({ metadata: { generation: 1 }, status: {} });
    const status = await api.send(
      "PATCH",
      `${deployments}/d/status`,
      { spec: { replicas: 7 }, status: { replicas: 3 } },
      { "content-type": "application/merge-patch+json" },
    );
    expect(status.body).toMatchObject({ metadata: { generation: 1 }, spec: { replicas: 1 }, status: { replicas: 3 } });
    const scaled = await api.send(
      "PATCH",
      `${deployments}/d/scale`,
      { spec: { replicas: 5 } },
      {
        "content-type": "application/merge-patch+json",
      },
    );
    expect(scaled.body).toMatchObject({
      kind: "Scale",
      spec: { replicas: 5 },
      status: { replicas: 3, selector: "a=b" },
    });
    const after = await api.send("GET", `${deployments}/d`);
    expect(after.body).toMatchObject({ metadata: { generation: 2 }, spec: { replicas: 5 }, status: { replicas: 3 } });
  });

  it("carries out patches that come together one after the other", async () => {
    await api.send("POST", maps, map("a"));
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        api.send(
          "PATCH",
          `${maps}/a`,
          { data: { [`k${index}`]: "v" } },
          { "content-type": "application/merge-patch+json" },
        ),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await api.send("GET", `${maps}/a`);
    expect(body["data"]).toEqual({ k0: "v", k1: "v", k2: "v", k3: "v" });
  });
});

describe("delete", () => {
  it("answers with a Status and is done", async () => {
    const { body: made } = await api.send("POST", maps, map("a"));
    const { status, body } = await api.send("DELETE", `${maps}/a`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: "Status",
      status: "Success",
      details: { name: "a", kind: "configmaps", uid: made["metadata"]?.["uid"] },
    });
    expect((await api.send("DELETE", `${maps}/a`)).status).toBe(404);
  });

  it("waits for finalizers and goes with the last one", async () => {
    await api.send("POST", maps, { metadata: { name: "a", finalizers: ["x.io/a"] } });
    const marked = await api.send("DELETE", `${maps}/a`);
    expect(marked.body).toMatchObject({
      kind: "ConfigMap",
      metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 0 },
    });
    const type = { "content-type": "application/json-patch+json" };
    await api.send("PATCH", `${maps}/a`, [{ op: "remove", path: "/metadata/finalizers" }], type);
    expect((await api.send("GET", `${maps}/a`)).status).toBe(404);
  });

  it("gives a pod on a node its time, which a second delete can shorten", async () => {
    await api.send("POST", pods, pod("p", { nodeName: "n" }));
    const marked = await api.send("DELETE", `${pods}/p`);
    expect(marked.body["metadata"]).toMatchObject({
      deletionTimestamp: "2026-01-01T00:00:30Z",
      deletionGracePeriodSeconds: 30,
    });
    expect((await api.send("DELETE", `${pods}/p`, { gracePeriodSeconds: 0 })).status).toBe(200);
    expect((await api.send("GET", `${pods}/p`)).status).toBe(404);
  });

  it("holds preconditions", async () => {
    await api.send("POST", maps, map("a"));
    const { status, body } = await api.send("DELETE", `${maps}/a`, { preconditions: { uid: "other" } });
    expect(status).toBe(409);
    expect(body["message"]).toContain("the UID in the precondition (other) does not match the UID in record");
  });

  it.each([
    ["Orphan", ["orphan"]],
    ["Foreground", ["foregroundDeletion"]],
  ])("leaves a finalizer for the garbage collector: %s", async (propagationPolicy, finalizers) => {
    await api.send("POST", maps, map("a"));
    const { body } = await api.send("DELETE", `${maps}/a`, { propagationPolicy });
    expect(body["metadata"]?.["finalizers"]).toEqual(finalizers);
  });

  it("ends a namespace only when its content is gone", async () => {
    await api.send("POST", "/api/v1/namespaces", { metadata: { name: "n" } });
    const { body } = await api.send("DELETE", "/api/v1/namespaces/n");
    expect(body).toMatchObject({ spec: { finalizers: ["kubernetes"] }, status: { phase: "Terminating" } });
    const refused = await api.send("POST", "/api/v1/namespaces/n/configmaps", map("a"));
    expect([refused.status, refused.body["message"]]).toEqual([
      403,
      'configmaps "a" is forbidden: unable to create new content in namespace n because it is being terminated',
    ]);
    await api.send("PUT", "/api/v1/namespaces/n/finalize", { ...body, spec: {} });
    expect((await api.send("GET", "/api/v1/namespaces/n")).status).toBe(404);
    expect((await api.send("DELETE", "/api/v1/namespaces/default")).status).toBe(403);
  });

  it("deletes what a selector chooses of a collection", async () => {
    await api.send("POST", maps, map("a", {}, { x: "1" }));
    await api.send("POST", maps, map("b", {}, { x: "2" }));
    await api.send("DELETE", `${maps}?labelSelector=x%3D1`);
    const { body } = await api.send("GET", maps);
    expect(itemsOf(body).map((item) => item["metadata"]?.["name"])).toEqual(["b"]);
  });
});
