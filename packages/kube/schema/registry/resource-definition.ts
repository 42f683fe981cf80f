/** What can be done with a resource, as discovery spells it. */
export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

export interface SubresourceDefinition {
  /** For example `status`, `scale`, `log`. */
  readonly name: string;
  /** Kind that is read and written; often another group's (`Scale` of `autoscaling/v1`). */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Compact type name, for example `autoscaling/v1.Scale`; absent for streams (`exec`, `proxy`) and custom types. */
  readonly typeName?: string;
  readonly verbs: readonly Verb[];
  /** True for `exec`, `attach`, `portforward`, `proxy`: any method opens a stream. */
  readonly connect: boolean;
}

/** One served resource in one version: built in, or made from a CustomResourceDefinition. */
export interface ResourceDefinition {
  /** "" for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly Verb[];
  readonly subresources: readonly SubresourceDefinition[];
  /** Compact type name, for example `core/v1.Pod`; absent for custom resources. */
  readonly typeName?: string;
  /** Field selectors beyond `metadata.name` and `metadata.namespace`, as the server spells them (`spec.nodeName`). */
  readonly selectableFields: readonly string[];
}

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf(resource: { readonly group: string; readonly version: string }): string {
  return resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
}

/** Splits `apps/v1` into group and version; `v1` has the group "". */
export function parseApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf("/");
  return slash < 0
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}
