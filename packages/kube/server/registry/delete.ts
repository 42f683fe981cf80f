import type { JsonObject } from "@byocni/base/core";
import { type KubeObject, type Status, statusErrors } from "@byocni/kube/schema";
import type { CachedObject } from "../storage/cached-object.ts";
import type { DeleteOptions } from "../request/delete-options.ts";
import { timestamp, withMetadata } from "./object-fields.ts";
import { scopeOf, type WriteOperationContext } from "./operation.ts";
import { groupResourceOf, servedObject } from "./served-resource.ts";
import { admissionRequest } from "./write-admission.ts";

export type DeleteResult =
  /** The object is gone. */
  | { readonly kind: "gone"; readonly object: CachedObject }
  /** The object is marked and waits for its finalizers or its node. */
  | { readonly kind: "marked"; readonly object: CachedObject };

/** A pending delete of one object. */
interface DeletePlan {
  /** The object as it is to be stored until it is gone; undefined: remove it now. */
  readonly pending: KubeObject | undefined;
}

const orphanFinalizer = "orphan";
const foregroundFinalizer = "foregroundDeletion";
const attempts = 10;

/**
 * Deletes an object, or marks it as deleted when finalizers or a grace period stand in the way.
 * @throws StatusError NotFound, Conflict (preconditions), Forbidden …
 */
export async function deleteObject(operation: WriteOperationContext, options: DeleteOptions): Promise<DeleteResult> {
  const { core, resource, name } = operation;
  const { definition, cache } = resource;
  const namespace = definition.namespaced ? operation.namespace : "";
  for (let attempt = 1; ; attempt++) {
    const current = cache.get(namespace, name);
    if (!current) throw statusErrors.notFound(groupResourceOf(definition), name);
    const old = servedObject(resource, current);
    checkPreconditions(operation, options, old);
    await core.admission.validate(admissionRequest(operation, "DELETE", undefined, old));
    const plan = planDelete(operation, options, old);
    if (plan.pending === old) return { kind: "marked", object: current };
    if (plan.pending) {
      const { pending } = plan;
      const { object } = await updateObjectTo(operation, current, pending);
      if (object) return { kind: "marked", object };
    } else {
      if (operation.dryRun) return { kind: "gone", object: current };
      const expect = { kind: "revision", revision: current.revision } as const;
      const result = await core.storage.write([{ kind: "delete", key: current.key, expect }]);
      if (result.ok) {
        resource.strategy.afterDelete?.(old, scopeOf(operation));
        return { kind: "gone", object: current };
      }
    }
    if (attempt >= attempts) throw statusErrors.modified(groupResourceOf(definition), name);
  }
}

async function updateObjectTo(
  operation: WriteOperationContext,
  current: CachedObject,
  pending: KubeObject,
): Promise<{ readonly object: CachedObject | undefined }> {
  const { core, resource } = operation;
  const written = withMetadata(pending, { resourceVersion: undefined });
  const stored = (resource.conversion ? resource.conversion.write(written) : written) as unknown as JsonObject;
  if (operation.dryRun) return { object: current };
  const result = await core.storage.write([
    { kind: "put", key: current.key, value: stored, expect: { kind: "revision", revision: current.revision } },
  ]);
  const entry = result.ok ? result.entries[0] : undefined;
  return { object: entry && resource.cache.objectOf(entry) };
}

function checkPreconditions(operation: WriteOperationContext, options: DeleteOptions, old: KubeObject): void {
  const { uid, resourceVersion } = options.preconditions ?? {};
  const fail = (what: string, wanted: string, found: string | undefined): Error =>
    statusErrors.conflict(
      // Upstream names the kind here, not the resource.
      { group: operation.resource.definition.group, resource: operation.resource.definition.kind },
      operation.name,
      `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${found ?? ""}). The object might have been deleted and then recreated`,
    );
  if (uid !== undefined && uid !== old.metadata.uid) throw fail("UID", uid, old.metadata.uid);
  if (resourceVersion !== undefined && resourceVersion !== old.metadata.resourceVersion)
    throw fail("ResourceVersion", resourceVersion, old.metadata.resourceVersion);
}

/** Decides what a delete leaves behind. */
function planDelete(operation: WriteOperationContext, options: DeleteOptions, old: KubeObject): DeletePlan {
  const { resource, core } = operation;
  const { strategy } = resource;
  const finalizers = finalizersFor(operation, options, old);
  const holds = (object: KubeObject): boolean => strategy.holdsDeletion?.(object) ?? false;
  const graceful = strategy.gracefulDelete?.(old, options.gracePeriodSeconds);
  const marked = old.metadata.deletionTimestamp !== undefined;

  if (marked) {
    const period = old.metadata.deletionGracePeriodSeconds ?? 0;
    // A second delete can only shorten the wait.
    const wanted = options.gracePeriodSeconds === undefined ? period : Math.min(period, graceful?.seconds ?? 0);
    if (wanted === 0 && finalizers.length === 0 && !holds(old)) return { pending: undefined };
    if (wanted === period && sameList(finalizers, old.metadata.finalizers ?? [])) return { pending: old };
    const deleted = Date.parse(old.metadata.deletionTimestamp ?? "") - (period - wanted) * 1000;
    return {
      pending: withMetadata(old, {
        deletionTimestamp: timestamp(deleted),
        deletionGracePeriodSeconds: wanted,
        finalizers: finalizers.length > 0 ? finalizers : undefined,
      }),
    };
  }

  const seconds = graceful?.seconds ?? 0;
  if (seconds === 0 && finalizers.length === 0 && !holds(old)) return { pending: undefined };
  const generation = old.metadata.generation;
  const pending = withMetadata(old, {
    deletionTimestamp: timestamp(core.clock.now() + seconds * 1000),
    deletionGracePeriodSeconds: seconds,
    finalizers: finalizers.length > 0 ? finalizers : undefined,
    generation: generation ? generation + 1 : generation,
  });
  return { pending: strategy.prepareForDelete?.(pending, scopeOf(operation)) ?? pending };
}

/** The finalizers with those of the garbage collector set as the propagation policy asks. */
function finalizersFor(operation: WriteOperationContext, options: DeleteOptions, old: KubeObject): readonly string[] {
  const { deletionFinalizers = [] } = operation.resource.strategy;
  const present = old.metadata.finalizers ?? [];
  const existing = old.metadata.deletionTimestamp
    ? present
    : [...present, ...deletionFinalizers.filter((finalizer) => !present.includes(finalizer))];
  const { orphan, foreground } = propagation(operation, options, existing);
  const kept = existing.filter((finalizer) => finalizer !== orphanFinalizer && finalizer !== foregroundFinalizer);
  return [...kept, ...(orphan ? [orphanFinalizer] : []), ...(foreground ? [foregroundFinalizer] : [])];
}

function propagation(
  { resource }: WriteOperationContext,
  options: DeleteOptions,
  existing: readonly string[],
): { readonly orphan: boolean; readonly foreground: boolean } {
  if (options.orphanDependents !== undefined) return { orphan: options.orphanDependents, foreground: false };
  switch (options.propagationPolicy) {
    case "Orphan":
      return { orphan: true, foreground: false };
    case "Foreground":
      return { orphan: false, foreground: true };
    case "Background":
      return { orphan: false, foreground: false };
    default:
  }
  // Without a word from the client, an earlier decision stands; then the kind's default.
  if (existing.includes(orphanFinalizer)) return { orphan: true, foreground: false };
  if (existing.includes(foregroundFinalizer)) return { orphan: false, foreground: true };
  return { orphan: resource.strategy.garbageCollection === "orphan", foreground: false };
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** The answer of a delete that left nothing. */
export function deletedStatus(operation: WriteOperationContext, object: CachedObject): Status {
  const { definition } = operation.resource;
  const metadata = object.value["metadata"] as { readonly uid?: string } | undefined;
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: {
      name: object.name,
      ...(definition.group ? { group: definition.group } : {}),
      kind: definition.plural,
      ...(metadata?.uid ? { uid: metadata.uid } : {}),
    },
    code: 200,
  };
}
