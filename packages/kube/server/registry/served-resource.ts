import { jsonEqual } from "@byocni/base/core";
import type { KubeObject, ResourceDefinition, ResourceSchema } from "@byocni/kube/schema";
import type { CachedObject } from "../storage/cached-object.ts";
import type { ResourceCache } from "../storage/resource-cache.ts";
import type { Strategy } from "./strategy.ts";

/** A change of version between what is stored and what is served. */
export interface Conversion {
  /** Names what `read` yields; changes when `read` does. */
  readonly key: string;
  /** Stored to served. */
  readonly read: (object: KubeObject) => KubeObject;
  /** Served to stored. */
  readonly write: (object: KubeObject) => KubeObject;
}

/** One resource in one version as it is served. Versions of a resource share their cache. */
export interface ServedResource {
  readonly definition: ResourceDefinition;
  readonly schema: ResourceSchema;
  readonly cache: ResourceCache;
  readonly strategy: Strategy;
  /** Absent when the stored version is the served one. */
  readonly conversion?: Conversion;
  /** The CustomResourceDefinition that it comes from. */
  readonly crd?: KubeObject;
  /** Every request for it is answered with this `Warning`. */
  readonly deprecation?: string;
  /** Set while the resource is going away: creating is refused. */
  readonly terminating?: boolean;
}

/** The object as this resource serves it, converted once for each stored version. */
export function servedObject({ conversion }: ServedResource, object: CachedObject): KubeObject {
  const stored = object.value as unknown as KubeObject;
  if (!conversion) return stored;
  return object.derive(`served:${conversion.key}`, () => {
    const served = conversion.read(stored);
    // Where nothing differs, the bytes of the stored form can be shared.
    return jsonEqual(served, stored) ? stored : served;
  });
}

/** The same as UTF-8 JSON, made once. */
export function servedBytes(resource: ServedResource, object: CachedObject): Uint8Array {
  const served = servedObject(resource, object);
  if (served === (object.value as unknown)) return object.bytes();
  return object.derive(`bytes:${resource.conversion?.key ?? ""}`, () =>
    new TextEncoder().encode(JSON.stringify(served)),
  );
}

/** Names `group`, `resource` for error texts. */
export function groupResourceOf(definition: ResourceDefinition): { readonly group: string; readonly resource: string } {
  return { group: definition.group, resource: definition.plural };
}

/** Names `group`, `kind` for error texts. */
export function groupKindOf(definition: ResourceDefinition): { readonly group: string; readonly kind: string } {
  return { group: definition.group, kind: definition.kind };
}
