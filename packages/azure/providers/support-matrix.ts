import type { ResourceProvider, ResourceTypeDefinition } from "@byocni/azure/arm";
import { newestFirst } from "@byocni/azure/types";

/** What is there of one resource type, and what Azure has there and byocni has not. */
export interface SupportRow {
  /** `Microsoft.Network/virtualNetworks`. */
  readonly type: string;
  readonly methods: readonly ("GET" | "LIST" | "PUT" | "PATCH" | "DELETE")[];
  /** POST actions by name. */
  readonly actions: readonly string[];
  /** Actions that answer `NotImplemented`. */
  readonly notImplementedActions: readonly string[];
  /** Stable, if there is one. */
  readonly newestApiVersion: string;
  readonly oldestApiVersion: string;
}

export interface SupportMatrix {
  readonly types: readonly SupportRow[];
  /** Types that answer `NotImplemented`, in full. */
  readonly notImplemented: readonly string[];
}

/** The support matrix of some providers, read off their definitions: it cannot disagree with them. */
export function supportMatrix(providers: readonly ResourceProvider[]): SupportMatrix {
  return {
    types: providers.flatMap(({ namespace, resourceTypes }) =>
      [...resourceTypes].sort((a, b) => (a.name < b.name ? -1 : 1)).map((type) => rowOf(namespace, type)),
    ),
    notImplemented: providers.flatMap(({ namespace, notImplemented = [] }) =>
      [...notImplemented].sort().map((name) => `${namespace}/${name}`),
    ),
  };
}

function rowOf(namespace: string, type: ResourceTypeDefinition): SupportRow {
  const versions = newestFirst(type.apiVersions);
  return {
    type: `${namespace}/${type.name}`,
    methods: methodsOf(type),
    actions: (type.actions ?? []).map(({ name }) => name),
    notImplementedActions: type.notImplementedActions ?? [],
    newestApiVersion: versions.find((version) => !version.includes("preview")) ?? versions[0] ?? "",
    oldestApiVersion: versions.at(-1) ?? "",
  };
}

function methodsOf(type: ResourceTypeDefinition): SupportRow["methods"] {
  if (type.kind === "computed")
    return [...(type.get ? (["GET"] as const) : []), ...(type.list ? (["LIST"] as const) : [])];
  const without = new Set(type.without ?? []);
  const all = (["get", "list", "put", "delete"] as const).filter((method) => !without.has(method));
  const methods = all.map((method) => method.toUpperCase() as "GET" | "LIST" | "PUT" | "DELETE");
  return (type.patch ?? "tags") === "none" ? methods : [...methods, "PATCH"];
}
