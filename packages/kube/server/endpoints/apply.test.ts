import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/index.ts";

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

const maps = "/api/v1/namespaces/default/configmaps";
const config = (data: Record<string, string>) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", namespace: "default" },
  data,
});
const apply = (manager: string, data: Record<string, string>, more = "") =>
  api.send("PATCH", `${maps}/a?fieldManager=${manager}${more}`, config(data), {
    "content-type": "application/apply-patch+yaml",
  });

describe("server-side apply", () => {
  it("creates, owns, conflicts, forces, and removes what is applied no more", async () => {
    const made = await apply("one", { a: "1", b: "1" });
    expect(made.status).toBe(201);
    expect(made.body["metadata"]?.["managedFields"]).toEqual([
      {
        manager: "one",
        operation: "Apply",
        apiVersion: "v1",
        time: "2026-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { "f:a": {}, "f:b": {} } },
      },
    ]);
    const same = await apply("one", { a: "1", b: "1" });
    expect([same.status, same.body["metadata"]?.["resourceVersion"]]).toEqual([
      200,
      made.body["metadata"]?.["resourceVersion"],
    ]);
    const conflict = await apply("two", { a: "2" });
    expect([conflict.status, conflict.body["message"]]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "one": .data.a',
    ]);
    expect((await apply("two", { a: "2" }, "&force=true")).body["data"]).toEqual({ a: "2", b: "1" });
    expect((await apply("one", { c: "1" })).body["data"]).toEqual({ a: "2", c: "1" });
  });

  it("sees what an update has taken", async () => {
    await api.send("POST", `${maps}?fieldManager=maker`, config({ a: "1" }));
    await api.send(
      "PATCH",
      `${maps}/a?fieldManager=patcher`,
      { data: { b: "1" } },
      {
        "content-type": "application/merge-patch+json",
      },
    );
    const conflict = await apply("one", { a: "2", b: "2" });
    expect(conflict.body["message"]).toContain("Apply failed with 2 conflicts");
    expect(conflict.body["message"]).toContain('conflicts with "maker" using v1');
  });

  it.each([
    ["another version", { ...config({}), apiVersion: "v2" }, "Incorrect version specified in apply patch"],
    ["no kind", { apiVersion: "v1", metadata: { name: "a" } }, "Object 'Kind' is missing"],
    [
      "managed fields",
      { ...config({}), metadata: { name: "a", managedFields: [{}] } },
      "metadata.managedFields must be nil",
    ],
    ["a name that is not the path's", { ...config({}), metadata: { name: "b" } }, "does not match the name on the URL"],
  ])("refuses %s", async (_case, body, text) => {
    const reply = await api.send("PATCH", `${maps}/a?fieldManager=m`, body, {
      "content-type": "application/apply-patch+yaml",
    });
    expect(reply.status).toBe(400);
    expect(reply.body["message"]).toContain(text);
  });

  it("reads YAML, and stores nothing on a dry run", async () => {
    const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: 'yes'}\n";
    const reply = await api.call({
      method: "PATCH",
      path: `${maps}/a?fieldManager=m&dryRun=All`,
      headers: { "content-type": "application/apply-patch+yaml" },
      body: { bytes: new TextEncoder().encode(text) },
    });
    expect([reply.status, await reply.json()]).toEqual([201, expect.objectContaining({ data: { k: "yes" } })]);
    expect((await api.send("GET", `${maps}/a`)).status).toBe(404);
  });
});
