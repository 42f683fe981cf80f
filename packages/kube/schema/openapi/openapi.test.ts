import { describe, expect, it } from "vitest";
import { createKubeSchema } from "../create-kube-schema.ts";
import { createOpenApi } from "./create-openapi.ts";
import type { ServedResource } from "./served-resource.ts";

interface Document {
  readonly paths: Record<
    string,
    Record<string, { requestBody?: { content: object }; parameters?: { name: string }[] }>
  >;
  readonly components: {
    readonly schemas: Record<
      string,
      { properties?: Record<string, Record<string, unknown>> } & Record<string, unknown>
    >;
  };
}

const schema = createKubeSchema();
const builtin: ServedResource[] = schema.resources.map((definition) => ({ definition }));
const widget: ServedResource = {
  definition: {
    group: "stable.example.com",
    version: "v1",
    kind: "Widget",
    listKind: "WidgetList",
    plural: "widgets",
    singular: "widget",
    shortNames: [],
    categories: [],
    namespaced: true,
    verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
    subresources: [],
    selectableFields: [],
  },
  schema: { type: "object", properties: { spec: { type: "object", properties: { size: { type: "integer" } } } } },
};
let served: readonly ServedResource[] = builtin;
const api = createOpenApi({ types: schema.types, resources: () => served, version: "v1.34.0" });
const read = (path: string): Document => JSON.parse(api.document(path)?.json() ?? "null") as Document;

describe("OpenAPI v3", () => {
  it("lists every group version with a hash in its URL", () => {
    const { paths } = api.index();
    expect(Object.keys(paths)).toContain("apis/apps/v1");
    expect(paths["api/v1"]?.serverRelativeURL).toMatch(/^\/openapi\/v3\/api\/v1\?hash=[0-9A-F]{128}$/);
  });

  it("gives kubectl what strategic merge and field validation need", () => {
    const doc = read("apis/apps/v1");
    const patch = doc.paths["/apis/apps/v1/namespaces/{namespace}/deployments/{name}"]?.["patch"];
    expect(Object.keys(patch?.requestBody?.content ?? {})).toContain("application/strategic-merge-patch+json");
    expect(patch?.parameters?.map((item) => item.name)).toEqual(expect.arrayContaining(["dryRun", "fieldValidation"]));
    expect(patch).toMatchObject({
      "x-kubernetes-action": "patch",
      "x-kubernetes-group-version-kind": { group: "apps", kind: "Deployment", version: "v1" },
    });
    expect(doc.components.schemas["io.k8s.api.core.v1.Container"]?.properties?.["ports"]).toMatchObject({
      "x-kubernetes-patch-merge-key": "containerPort",
      "x-kubernetes-patch-strategy": "merge",
      "x-kubernetes-list-map-keys": ["containerPort", "protocol"],
    });
    expect(doc.components.schemas["io.k8s.api.apps.v1.Deployment"]?.["x-kubernetes-group-version-kind"]).toEqual([
      { group: "apps", kind: "Deployment", version: "v1" },
    ]);
  });

  it("refers only to schemas that it holds, in every document", () => {
    for (const path of Object.keys(api.index().paths)) {
      const text = api.document(path)?.json() ?? "";
      const known = new Set(Object.keys((JSON.parse(text) as Document).components.schemas));
      const missing = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)]
        .map((match) => match[1] ?? "")
        .filter((name) => !known.has(name));
      expect(missing, path).toEqual([]);
    }
  });

  it("follows custom resources and keeps what did not change", () => {
    const before = api.document("apis/apps/v1");
    served = [...builtin, widget];
    expect(api.document("apis/apps/v1")).toBe(before);
    const doc = read("apis/stable.example.com/v1");
    expect(doc.components.schemas["com.example.stable.v1.Widget"]).toMatchObject({
      properties: { spec: { properties: { size: { type: "integer" } } }, metadata: expect.anything() as object },
    });
    const patch = doc.paths["/apis/stable.example.com/v1/namespaces/{namespace}/widgets/{name}"]?.["patch"];
    expect(Object.keys(patch?.requestBody?.content ?? {})).not.toContain("application/strategic-merge-patch+json");
    const first = api.index().paths["apis/stable.example.com/v1"]?.serverRelativeURL;
    served = [...builtin, { ...widget, schema: { type: "object" } }];
    expect(api.index().paths["apis/stable.example.com/v1"]?.serverRelativeURL).not.toBe(first);
    served = builtin;
    expect(api.document("apis/stable.example.com/v1")).toBeUndefined();
  });
});
