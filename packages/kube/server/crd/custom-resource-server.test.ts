import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type JsonAny, type TestApi } from "../testing/index.ts";

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const merge = { "content-type": "application/merge-patch+json" };

function definition(more: object = {}, names: object = {}) {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.x.io" },
    spec: {
      group: "x.io",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget", shortNames: ["wd"], ...names },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: {
            status: {},
            scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" },
          },
          additionalPrinterColumns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: {
                spec: {
                  type: "object",
                  required: ["size"],
                  properties: {
                    size: { type: "integer", minimum: 1 },
                    color: { type: "string", default: "red" },
                  },
                },
                status: { type: "object", properties: { size: { type: "integer" } } },
              },
            },
          },
        },
        {
          name: "v2",
          served: true,
          storage: false,
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      ],
      ...more,
    },
  };
}

const widgets = "/apis/x.io/v1/namespaces/default/widgets";
const widget = (name: string, spec: object = { size: 2 }, more: object = {}) => ({
  apiVersion: "x.io/v1",
  kind: "Widget",
  metadata: { name, ...more },
  spec,
});

async function establish(): Promise<void> {
  const reply = await api.send("POST", crds, definition());
  expect(reply.status).toBe(201);
  const established = (object: JsonAny) => JSON.stringify(object["status"]).includes('"Established"');
  const watch = await api.call({ method: "GET", path: `${crds}?watch=1` });
  for await (const event of watch.jsonStream()) if (established((event as { object: JsonAny }).object)) break;
}

describe("custom resources", () => {
  it("are served as soon as their definition is established", async () => {
    await establish();
    const { body } = await api.send("GET", `${crds}/widgets.x.io`);
    expect(body["status"]).toMatchObject({
      acceptedNames: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      storedVersions: ["v1"],
      conditions: [
        { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "no conflicts found" },
        { type: "Established", status: "True", reason: "InitialNamesAccepted" },
      ],
    });
    const listed = await api.send("GET", "/apis/x.io/v1");
    expect(JSON.stringify(listed.body)).toContain('"widgets/scale"');
    const groups = await api.send("GET", "/apis/x.io");
    expect(groups.body["preferredVersion"]).toEqual({ groupVersion: "x.io/v2", version: "v2" });
    const documents = await api.send("GET", "/openapi/v3");
    expect(Object.keys(documents.body["paths"] ?? {})).toContain("apis/x.io/v1");
  });

  it("are defaulted, pruned, validated and counted", async () => {
    await establish();
    const made = await api.send("POST", widgets, { ...widget("a", { size: 2, unknown: 1 }), status: { size: 9 } });
    expect(made.body).toMatchObject({ metadata: { generation: 1 }, spec: { size: 2, color: "red" } });
    expect(made.body["spec"]).not.toHaveProperty("unknown");
    expect(made.body).not.toHaveProperty("status");
    expect(made.headers["warning"]).toContain('unknown field \\"spec.unknown\\"');
    const bad = await api.send("POST", widgets, widget("b", { size: 0 }));
    expect([bad.status, bad.body["message"]]).toEqual([
      422,
      'Widget.x.io "b" is invalid: spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
    ]);
    const unversioned = await api.send("PUT", `${widgets}/a`, widget("a"));
    expect(unversioned.body["message"]).toContain(
      "metadata.resourceVersion: Invalid value: 0: must be specified for an update",
    );
    const status = await api.send("PATCH", `${widgets}/a/status`, { spec: { size: 7 }, status: { size: 2 } }, merge);
    expect(status.body).toMatchObject({ metadata: { generation: 1 }, spec: { size: 2 }, status: { size: 2 } });
    const scaled = await api.send("PATCH", `${widgets}/a/scale`, { spec: { replicas: 5 } }, merge);
    expect(scaled.body).toMatchObject({ kind: "Scale", spec: { replicas: 5 }, status: { replicas: 2 } });
    expect((await api.send("GET", `${widgets}/a`)).body).toMatchObject({
      metadata: { generation: 2 },
      spec: { size: 5 },
    });
  });

  it("show their columns, in every version", async () => {
    await establish();
    await api.send("POST", widgets, widget("a"));
    const table = await api.send("GET", widgets, undefined, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" });
    expect(table.body).toMatchObject({
      columnDefinitions: [{ name: "Name" }, { name: "Size", type: "integer" }],
      rows: [{ cells: ["a", 2] }],
    });
    const other = await api.send("GET", widgets.replace("/v1/", "/v2/"));
    expect(other.body).toMatchObject({ kind: "WidgetList", items: [{ apiVersion: "x.io/v2", spec: { size: 2 } }] });
    const strategic = await api.send(
      "PATCH",
      `${widgets}/a`,
      {},
      { "content-type": "application/strategic-merge-patch+json" },
    );
    expect(strategic.status).toBe(415);
  });

  it("are cleaned up with their definition, finalizers included", async () => {
    await establish();
    await api.send("POST", widgets, widget("a"));
    await api.send("POST", widgets, widget("b", { size: 1 }, { finalizers: ["x.io/f"] }));
    const deleted = await api.send("DELETE", `${crds}/widgets.x.io`);
    expect(deleted.body["metadata"]?.["finalizers"]).toEqual(["customresourcecleanup.apiextensions.k8s.io"]);
    await expect.poll(async () => (await api.send("GET", widgets)).body["items"]).toHaveLength(1);
    const refused = await api.send("POST", widgets, widget("c"));
    expect(refused.status).toBe(405);
    await api.send("PATCH", `${widgets}/b`, { metadata: { finalizers: null } }, merge);
    await expect.poll(async () => (await api.send("GET", `${crds}/widgets.x.io`)).status).toBe(404);
    await expect.poll(async () => (await api.send("GET", widgets)).status).toBe(404);
  });

  it("wait when another resource of the group has the name", async () => {
    await establish();
    const rival = {
      ...definition({}, { plural: "rivals", kind: "Widget", shortNames: [] }),
      metadata: { name: "rivals.x.io" },
    };
    await api.send("POST", crds, rival);
    const conditions = async () => JSON.stringify((await api.send("GET", `${crds}/rivals.x.io`)).body["status"]);
    await expect.poll(conditions).toContain('"ListKindConflict"');
    expect((await api.send("GET", "/apis/x.io/v1/rivals")).status).toBe(404);
    await api.send("DELETE", `${crds}/widgets.x.io`);
    await expect.poll(async () => (await api.send("GET", "/apis/x.io/v1/rivals")).status).toBe(200);
  });

  it("are there again after a restart", async () => {
    await establish();
    await api.send("POST", widgets, widget("a"));
    await api.close();
    api = await createTestApi({ store: api.store });
    expect((await api.send("GET", `${widgets}/a`)).body["spec"]).toEqual({ size: 2, color: "red" });
  });
});
