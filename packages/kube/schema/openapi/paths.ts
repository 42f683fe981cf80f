import type { ResourceDefinition, SubresourceDefinition, Verb } from "../registry/resource-definition.ts";
import type { Doc } from "./type-schemas.ts";

const jsonTypes = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"] as const;
const watchTypes = [...jsonTypes, "application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch"];

/** The patches that a resource takes. */
export function patchTypes(custom: boolean): readonly string[] {
  return [
    "application/apply-patch+yaml",
    "application/json-patch+json",
    "application/merge-patch+json",
    ...(custom ? [] : ["application/strategic-merge-patch+json"]),
  ];
}

/** References to the schemas that a resource's operations name. */
export interface ResourceRefs {
  readonly object: string;
  readonly list: string;
  readonly status: string;
  readonly deleteOptions: string;
  readonly patch: string;
  /** Of a subresource's own kind. */
  readonly subresource: (sub: SubresourceDefinition) => string;
  readonly custom: boolean;
}

type Kind = { readonly group: string; readonly version: string; readonly kind: string };

const query = (name: string, type = "string"): Doc => ({ name, in: "query", schema: { type, uniqueItems: true } });
const inPath = (name: string): Doc => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string", uniqueItems: true },
});
const writeParameters = ["dryRun", "fieldManager", "fieldValidation"].map((name) => query(name));
const listParameters = [
  query("allowWatchBookmarks", "boolean"),
  query("continue"),
  query("fieldSelector"),
  query("labelSelector"),
  query("limit", "integer"),
  query("resourceVersion"),
  query("resourceVersionMatch"),
  query("sendInitialEvents", "boolean"),
  query("timeoutSeconds", "integer"),
  query("watch", "boolean"),
];
const deleteParameters = [
  query("dryRun"),
  query("gracePeriodSeconds", "integer"),
  query("orphanDependents", "boolean"),
  query("propagationPolicy"),
];

function content(types: readonly string[], ref: string): Doc {
  return Object.fromEntries(types.map((type) => [type, { schema: { $ref: ref } }]));
}

function operation(
  action: string,
  kind: Kind,
  id: string,
  options: {
    readonly returns: string;
    readonly types?: readonly string[];
    readonly parameters?: readonly Doc[];
    readonly body?: Doc;
    readonly code?: string;
  },
): Doc {
  const response = { description: "OK", content: content(options.types ?? jsonTypes, options.returns) };
  return {
    operationId: id,
    ...(options.parameters ? { parameters: options.parameters } : {}),
    ...(options.body ? { requestBody: { content: options.body } } : {}),
    responses: {
      "200": response,
      ...(options.code === undefined ? {} : { [options.code]: response }),
      "401": { description: "Unauthorized" },
    },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": { group: kind.group, kind: kind.kind, version: kind.version },
  };
}

/** Operations on one object (or subresource). */
function objectOperations(verbs: readonly Verb[], kind: Kind, suffix: string, ref: string, refs: ResourceRefs): Doc {
  const has = (verb: Verb): boolean => verbs.includes(verb);
  const out: Doc = {};
  if (has("get")) out["get"] = operation("get", kind, `read${suffix}`, { returns: ref });
  if (has("update"))
    out["put"] = operation("put", kind, `replace${suffix}`, {
      returns: ref,
      code: "201",
      parameters: writeParameters,
      body: content(["*/*"], ref),
    });
  if (has("patch"))
    out["patch"] = operation("patch", kind, `patch${suffix}`, {
      returns: ref,
      code: "201",
      parameters: [...writeParameters, query("force", "boolean")],
      body: content(patchTypes(refs.custom), refs.patch),
    });
  if (has("create"))
    out["post"] = operation("post", kind, `create${suffix}`, {
      returns: ref,
      code: "201",
      parameters: writeParameters,
      body: content(["*/*"], ref),
    });
  if (has("delete"))
    out["delete"] = operation("delete", kind, `delete${suffix}`, {
      returns: refs.status,
      code: "202",
      parameters: deleteParameters,
      body: content(["*/*"], refs.deleteOptions),
    });
  return out;
}

/** Adds every path of one resource below `root` (`/apis/apps/v1`). */
export function addPaths(paths: Doc, root: string, resource: ResourceDefinition, refs: ResourceRefs): void {
  const { plural, namespaced, verbs, kind } = resource;
  const scope = namespaced ? "Namespaced" : "";
  const collection = namespaced ? `${root}/namespaces/{namespace}/${plural}` : `${root}/${plural}`;
  const where = namespaced ? [inPath("namespace")] : [];
  const has = (verb: Verb): boolean => verbs.includes(verb);
  const pretty = query("pretty");
  const id = idPrefix(resource);

  const onCollection: Doc = {};
  const list = operation("list", resource, `list${id}${scope}${kind}`, {
    returns: refs.list,
    types: watchTypes,
    parameters: listParameters,
  });
  if (has("list")) onCollection["get"] = list;
  if (has("create"))
    onCollection["post"] = operation("post", resource, `create${id}${scope}${kind}`, {
      returns: refs.object,
      code: "201",
      parameters: writeParameters,
      body: content(["*/*"], refs.object),
    });
  if (has("deletecollection"))
    onCollection["delete"] = operation("deletecollection", resource, `delete${id}Collection${scope}${kind}`, {
      returns: refs.status,
      parameters: [...listParameters, ...deleteParameters],
      body: content(["*/*"], refs.deleteOptions),
    });
  if (Object.keys(onCollection).length > 0) paths[collection] = { ...onCollection, parameters: [...where, pretty] };
  if (namespaced && has("list"))
    paths[`${root}/${plural}`] = {
      get: { ...list, operationId: `list${id}${kind}ForAllNamespaces` },
      parameters: [pretty],
    };

  const onObject = objectOperations(
    verbs.filter((verb) => verb !== "create"),
    resource,
    `${id}${scope}${kind}`,
    refs.object,
    refs,
  );
  const named = [inPath("name"), ...where, pretty];
  if (Object.keys(onObject).length > 0) paths[`${collection}/{name}`] = { ...onObject, parameters: named };
  for (const sub of resource.subresources) {
    if (sub.connect) continue;
    const suffix = `${id}${scope}${kind}${sub.name.charAt(0).toUpperCase()}${sub.name.slice(1)}`;
    paths[`${collection}/{name}/${sub.name}`] = {
      ...objectOperations(sub.verbs, sub, suffix, refs.subresource(sub), refs),
      parameters: named,
    };
  }
}

/** `AppsV1`, `CoreV1`. */
function idPrefix({ group, version }: ResourceDefinition): string {
  const words = [group === "" ? "core" : (group.split(".")[0] ?? group), version];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
