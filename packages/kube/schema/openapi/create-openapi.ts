import { createHash } from "node:crypto";
import type { JsonObject } from "@byocni/base/core";
import type { ResourceDefinition } from "../registry/resource-definition.ts";
import type { TypeTable } from "../types/type-table.ts";
import { addPaths } from "./paths.ts";
import type { ServedResource } from "./served-resource.ts";
import { createSchemaCollector, schemaRef } from "./type-schemas.ts";
import type { Doc, SchemaCollector } from "./type-schemas.ts";

export interface OpenApiDocument {
  /** Changes exactly when the document does; the `hash` of its URL. */
  readonly hash: string;
  /** JSON text, made when first asked for. */
  readonly json: () => string;
}

export interface OpenApi {
  /** Body of `GET /openapi/v3`. */
  index(): { readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>> };
  /** The document of `api/v1`, `apis/apps/v1`, …; undefined for what is not served. */
  document(path: string): OpenApiDocument | undefined;
}

export interface OpenApiDependencies {
  readonly types: TypeTable;
  /** What is served now; asked at every call. The list and its members are replaced, never changed, on a change. */
  readonly resources: () => readonly ServedResource[];
  /** Version of the server, for `info.version`: `v1.34.2`. */
  readonly version: string;
}

interface CachedDocument extends OpenApiDocument {
  readonly members: readonly ServedResource[];
}

/** OpenAPI v3 of everything that is served: one document a group version, kept while its resources are the same. */
export function createOpenApi({ types, resources, version }: OpenApiDependencies): OpenApi {
  const cache = new Map<string, CachedDocument>();
  let seen: readonly ServedResource[] | undefined;

  function refresh(): void {
    const current = resources();
    if (current === seen) return;
    seen = current;
    const groups = new Map<string, ServedResource[]>();
    for (const resource of current) {
      const path = pathOf(resource.definition);
      const members = groups.get(path);
      if (members) members.push(resource);
      else groups.set(path, [resource]);
    }
    for (const path of cache.keys()) if (!groups.has(path)) cache.delete(path);
    for (const [path, members] of groups) {
      const known = cache.get(path);
      if (known && sameMembers(known.members, members)) continue;
      cache.set(path, makeDocument(path, members));
    }
  }

  function makeDocument(path: string, members: readonly ServedResource[]): CachedDocument {
    let json: string | undefined;
    return {
      members,
      hash: createHash("sha512").update(version).update(JSON.stringify(members)).digest("hex").toUpperCase(),
      json: () => (json ??= JSON.stringify(build(types, version, `/${path}`, members))),
    };
  }

  return {
    index() {
      refresh();
      const paths: Record<string, { serverRelativeURL: string }> = {};
      for (const path of [...cache.keys()].sort())
        paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${cache.get(path)?.hash ?? ""}` };
      return { paths };
    },
    document(path) {
      refresh();
      return cache.get(path);
    },
  };
}

/** `api/v1` or `apis/<group>/<version>`. */
function pathOf({ group, version }: ResourceDefinition): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}

function sameMembers(a: readonly ServedResource[], b: readonly ServedResource[]): boolean {
  return (
    a.length === b.length &&
    a.every((item, index) => {
      const other = b[index];
      return item.definition === other?.definition && item.schema === other.schema;
    })
  );
}

function build(types: TypeTable, version: string, root: string, members: readonly ServedResource[]): Doc {
  const collector = createSchemaCollector(types);
  const paths: Doc = {};
  const deleteOptions = collector.add("meta/v1.DeleteOptions");
  collector.mark("meta/v1.Status", { group: "", version: "v1", kind: "Status" });
  const status = collector.add("meta/v1.Status");
  const patchName = "io.k8s.apimachinery.pkg.apis.meta.v1.Patch";
  collector.schemas[patchName] = { type: "object" };
  for (const { definition, schema } of members) {
    collector.mark("meta/v1.DeleteOptions", { ...definition, kind: "DeleteOptions" });
    const own = schema ? customSchemas(collector, definition, schema) : builtinSchemas(collector, definition);
    addPaths(paths, root, definition, {
      ...own,
      status,
      deleteOptions,
      patch: schemaRef(patchName),
      custom: schema !== undefined,
      subresource: (sub) => {
        if (sub.typeName === undefined) return own.object;
        collector.mark(sub.typeName, sub);
        return collector.add(sub.typeName);
      },
    });
  }
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version },
    paths,
    components: { schemas: sorted(collector.schemas) },
  };
}

function builtinSchemas(collector: SchemaCollector, definition: ResourceDefinition) {
  const typeName = definition.typeName ?? "";
  collector.mark(typeName, definition);
  const object = collector.add(typeName);
  if (!definition.verbs.includes("list")) return { object, list: object };
  collector.mark(`${typeName}List`, { ...definition, kind: definition.listKind });
  return { object, list: collector.add(`${typeName}List`) };
}

/** `com.example.stable.v1.CronTab`: the group's labels turned around. */
function customName({ group, version }: ResourceDefinition, kind: string): string {
  return `${group.split(".").reverse().join(".")}.${version}.${kind}`;
}

function customSchemas(collector: SchemaCollector, definition: ResourceDefinition, schema: JsonObject) {
  const { group, version, kind, listKind } = definition;
  const text = { type: "string" };
  const objectName = customName(definition, kind);
  const listName = customName(definition, listKind);
  const properties = (schema["properties"] ?? {}) as JsonObject;
  collector.schemas[objectName] = {
    ...schema,
    type: "object",
    properties: {
      ...properties,
      apiVersion: text,
      kind: text,
      metadata: { allOf: [{ $ref: collector.add("meta/v1.ObjectMeta") }] },
    },
    "x-kubernetes-group-version-kind": [{ group, kind, version }],
  };
  collector.schemas[listName] = {
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: text,
      kind: text,
      metadata: { allOf: [{ $ref: collector.add("meta/v1.ListMeta") }] },
      items: { type: "array", items: { $ref: schemaRef(objectName) } },
    },
    "x-kubernetes-group-version-kind": [{ group, kind: listKind, version }],
  };
  return { object: schemaRef(objectName), list: schemaRef(listName) };
}

function sorted(schemas: Doc): Doc {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}
