import type { JsonObject } from "@byocni/base/core";
import type { WriteOperation, WriteResult } from "@byocni/base/store";
import { type FieldError, type KubeObject, statusErrors } from "@byocni/kube/schema";
import { CachedObject } from "../storage/cached-object.ts";
import { checkPlace, createObject } from "./create.ts";
import { prepareStatus, prepareWhole } from "./default-strategy.ts";
import { sameButForTimes, trackUpdateOf } from "./field-ownership.ts";
import { withMetadata } from "./object-fields.ts";
import { scopeOf, type WriteOperationContext } from "./operation.ts";
import { groupKindOf, groupResourceOf, servedObject } from "./served-resource.ts";
import { admissionRequest } from "./write-admission.ts";

export interface UpdateRequest {
  /**
   * The new object, decoded, in the served version, made from the present one. It is called again when another write
   * came between.
   */
  readonly change: (current: KubeObject) => Promise<KubeObject> | KubeObject;
  /** For verbs that may create: the new object. */
  readonly make?: () => Promise<KubeObject> | KubeObject;
  /** `given`: `change` and `make` have already set managedFields. */
  readonly ownership?: "track" | "given";
  /** The new object is the present one, changed (a patch): it names no version unless the patch has put another in. */
  readonly derived?: boolean;
  /** What `change` gives is made for this request by `decode`: it is filled in place. */
  readonly fresh?: boolean;
  /** The version that `decode` was given as known, if it is not the one that `change` is given. */
  readonly known?: KubeObject | undefined;
  /** How often to try again when the object changed meanwhile and the request names no version. */
  readonly attempts?: number;
  /**
   * For sub-resources that write their own part: puts that part of `object` into `old`. Absent: the whole object, or
   * the status.
   */
  readonly isolate?: (object: KubeObject, old: KubeObject) => KubeObject;
  /** The server itself writes what it knows to be right (a binding): no defaults, ownership, admission, validation. */
  readonly raw?: boolean;
}

export interface UpdateResult {
  readonly object: CachedObject;
  readonly created: boolean;
}

/** A write that meets others this often gives up. */
const defaultAttempts = 5;

/**
 * Changes an object: the one way of PUT, PATCH, server-side apply and all sub-resources that write.
 * @throws StatusError NotFound, Conflict, Invalid …
 */
export async function updateObject(operation: WriteOperationContext, request: UpdateRequest): Promise<UpdateResult> {
  const { core, resource, name } = operation;
  const { definition, cache } = resource;
  const namespace = definition.namespaced ? operation.namespace : "";
  const attempts = request.attempts ?? defaultAttempts;
  let current = cache.get(namespace, name);
  for (let attempt = 1; ; attempt++) {
    if (!current) {
      if (!request.make) throw statusErrors.notFound(groupResourceOf(definition), name);
      const made = await request.make();
      return { object: await createObject(operation, made, { ownership: request.ownership }), created: true };
    }
    const { object, unconditional, remove } = await prepare(operation, request, current);
    if (object === current) return { object: current, created: false };
    const stored = object as JsonObject;
    if (operation.dryRun) return { object: asCached(current, stored, current.revision), created: false };
    const result: WriteResult = await core.storage.write([writeOf(current, stored, remove)]);
    if (result.ok) {
      const entry = remove ? undefined : result.entries[0];
      if (remove) resource.strategy.afterDelete?.(stored as unknown as KubeObject, scopeOf(operation));
      return {
        object: entry ? cache.objectOf(entry) : asCached(current, stored, result.revision),
        created: false,
      };
    }
    if (!unconditional || attempt >= attempts) throw statusErrors.modified(groupResourceOf(definition), name);
    current = result.current && cache.objectOf(result.current);
  }
}

function writeOf(current: CachedObject, stored: JsonObject, remove: boolean): WriteOperation {
  const expect = { kind: "revision", revision: current.revision } as const;
  return remove
    ? { kind: "delete", key: current.key, expect }
    : { kind: "put", key: current.key, value: stored, expect };
}

function asCached(current: CachedObject, stored: JsonObject, revision: number): CachedObject {
  const metadata = { ...(stored["metadata"] as JsonObject), resourceVersion: String(revision) };
  return new CachedObject(current.key, current.namespace, current.name, { ...stored, metadata }, revision);
}

/** Everything between the client's object and the store: rules, ownership, admission, validation. */
async function prepare(
  operation: WriteOperationContext,
  request: UpdateRequest,
  current: CachedObject,
): Promise<{ readonly object: CachedObject | JsonObject; readonly unconditional: boolean; readonly remove: boolean }> {
  const { core, resource } = operation;
  const { definition, strategy, schema } = resource;
  const scope = scopeOf(operation);
  const old = servedObject(resource, current);
  if (request.raw) return prepareRaw(operation, await request.change(old), old, current);
  const changed = await request.change(old);
  const fresh = (request.fresh ?? false) && changed !== old;
  // What a conversion yields has not been through `decode`.
  const known = resource.conversion ? {} : { known: request.known ?? old };
  let object = checkPlace(operation, schema.withDefaults(changed, { fresh, ...known }));
  const unconditional = checkVersion(operation, object, old, request.derived ?? false);
  object = keepSystemFields(object, old);
  object = isolated(operation, request, object, old);
  if (strategy.prepareForUpdate) object = await strategy.prepareForUpdate(object, old, scope);
  if (request.ownership !== "given") object = trackUpdateOf(operation, object, old);
  object = (await core.admission.mutate(admissionRequest(operation, "UPDATE", object, old))) ?? object;

  const errors: FieldError[] = [
    ...schema.validateUpdate(object, old, operation.subresource || undefined),
    ...(strategy.validateUpdate?.(object, old, scope) ?? []),
  ];
  if (errors.length > 0) throw statusErrors.invalid(groupKindOf(definition), operation.name, errors);
  if (operation.subresource === "") for (const warning of strategy.warnings?.(object) ?? []) operation.warn(warning);
  await core.admission.validate(admissionRequest(operation, "UPDATE", object, old));

  const remove = isFinished(operation, object);
  if (!remove && sameButForTimes(object, old)) return { object: current, unconditional, remove };
  return { object: storedForm(operation, object), unconditional, remove };
}

function prepareRaw(
  operation: WriteOperationContext,
  object: KubeObject,
  old: KubeObject,
  current: CachedObject,
): Awaited<ReturnType<typeof prepare>> {
  if (object === old) return { object: current, unconditional: true, remove: false };
  return { object: storedForm(operation, object), unconditional: true, remove: isFinished(operation, object) };
}

function storedForm({ resource }: WriteOperationContext, object: KubeObject): JsonObject {
  const written = withMetadata(object, { resourceVersion: undefined });
  return (resource.conversion ? resource.conversion.write(written) : written) as unknown as JsonObject;
}

/** @returns whether the request goes on when the object changed meanwhile */
function checkVersion(
  operation: WriteOperationContext,
  object: KubeObject,
  old: KubeObject,
  derived: boolean,
): boolean {
  const { resource, name } = operation;
  const group = groupResourceOf(resource.definition);
  const { uid, resourceVersion } = object.metadata;
  if (uid && uid !== old.metadata.uid)
    throw statusErrors.conflict(
      group,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid ?? ""}`,
    );
  if (derived && (!resourceVersion || resourceVersion === old.metadata.resourceVersion)) return true;
  if (!resourceVersion) {
    if (!resource.strategy.requiresResourceVersion) return true;
    throw statusErrors.invalid(groupKindOf(resource.definition), name, [
      { type: "Invalid", field: "metadata.resourceVersion", value: 0, detail: "must be specified for an update" },
    ]);
  }
  if (resourceVersion !== old.metadata.resourceVersion) throw statusErrors.modified(group, name);
  return false;
}

/** What only the server sets stays. */
function keepSystemFields(object: KubeObject, old: KubeObject): KubeObject {
  const { uid, resourceVersion, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation } =
    old.metadata;
  return withMetadata(object, {
    uid,
    resourceVersion,
    creationTimestamp: object.metadata.creationTimestamp ?? creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    generation,
    selfLink: undefined,
  });
}

function isolated(
  operation: WriteOperationContext,
  request: UpdateRequest,
  object: KubeObject,
  old: KubeObject,
): KubeObject {
  if (request.isolate) return request.isolate(object, old);
  if (operation.subresource === "status") return prepareStatus(object, old);
  return prepareWhole(operation.resource, object, old);
}

/** A deleted object whose last finalizer is taken away is removed by that very write. */
function isFinished({ resource }: WriteOperationContext, object: KubeObject): boolean {
  const { deletionTimestamp, finalizers, deletionGracePeriodSeconds } = object.metadata;
  if (!deletionTimestamp || (finalizers && finalizers.length > 0)) return false;
  if (deletionGracePeriodSeconds !== undefined && deletionGracePeriodSeconds > 0) return false;
  return !(resource.strategy.holdsDeletion?.(object) ?? false);
}
