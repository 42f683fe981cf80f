import { jsonEqual } from "@byocni/base/core";
import type { KubeObject, ResourceDefinition } from "@byocni/kube/schema";
import { member, withMember, withMetadata, type SpecObject } from "./object-fields.ts";
import type { ServedResource } from "./served-resource.ts";

/** The definition has a status sub-resource. */
export function hasStatus(definition: ResourceDefinition): boolean {
  return definition.subresources.some((subresource) => subresource.name === "status");
}

function isolatesStatus(resource: ServedResource): boolean {
  return resource.strategy.isolatesStatus ?? hasStatus(resource.definition);
}

/**
 * Kinds whose generation the server counts. Upstream decides kind by kind; having a status sub-resource is not enough
 * (a Service has one and no generation).
 */
function countsGeneration(resource: ServedResource): boolean {
  if (resource.strategy.countsGeneration !== undefined) return resource.strategy.countsGeneration;
  return resource.crd !== undefined;
}

/** A new object as the generic rules leave it: no status of the client's, generation 1. */
export function prepareNew(resource: ServedResource, object: KubeObject): KubeObject {
  const { strategy } = resource;
  let prepared = withMetadata(object, { generation: countsGeneration(resource) ? 1 : undefined });
  if (isolatesStatus(resource) && !strategy.keepsStatusOnCreate)
    prepared = withMember(prepared, "status", strategy.initialStatus?.(prepared));
  return prepared;
}

/** An update of the whole object as the generic rules leave it: old status, generation counted. */
export function prepareWhole(resource: ServedResource, object: KubeObject, old: KubeObject): KubeObject {
  let prepared = object;
  if (isolatesStatus(resource)) prepared = withMember(prepared, "status", member(old, "status"));
  const generation = old.metadata.generation;
  if (!countsGeneration(resource)) return withMetadata(prepared, { generation });
  const changed = !sameBesides(prepared, old, isolatesStatus(resource));
  const deleted = prepared.metadata.deletionTimestamp !== undefined && old.metadata.deletionTimestamp === undefined;
  return withMetadata(prepared, { generation: changed || deleted ? (generation ?? 0) + 1 : generation });
}

/** Equal in everything but metadata and, where it is written apart, status. */
function sameBesides(a: KubeObject, b: KubeObject, ignoreStatus: boolean): boolean {
  const left = a as unknown as Record<string, unknown>;
  const right = b as unknown as Record<string, unknown>;
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (key === "metadata" || (key === "status" && ignoreStatus) || key === "apiVersion" || key === "kind") continue;
    if (!jsonEqual(left[key], right[key])) return false;
  }
  return true;
}

/** A write of the status: everything else stays, but for annotations, labels and finalizers. */
export function prepareStatus(object: KubeObject, old: KubeObject): KubeObject {
  const { annotations, labels, finalizers, managedFields, deletionTimestamp } = object.metadata;
  const kept = withMetadata(old as SpecObject, {
    annotations,
    labels,
    finalizers,
    managedFields,
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp: old.metadata.deletionTimestamp }),
  });
  return withMember(kept, "status", member(object, "status"));
}
