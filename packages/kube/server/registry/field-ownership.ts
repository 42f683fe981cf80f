import { type JsonObject, jsonEqual } from "@byocni/base/core";
import {
  apiVersionOf,
  applyServerSide,
  type FieldSetPool,
  type KubeObject,
  type ManagedFieldsEntry,
  type Shape,
  statusErrors,
  trackUpdate,
} from "@byocni/kube/schema";
import { hasStatus } from "./default-strategy.ts";
import { timestamp, withMetadata } from "./object-fields.ts";
import type { WriteOperationContext } from "./operation.ts";

/** What every tracked write has in common. */
function writerOf({ core, resource, subresource, fieldManager }: WriteOperationContext): {
  readonly shape: Shape;
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time: string;
  readonly resetFields: readonly string[];
  readonly pool: FieldSetPool;
} {
  const { strategy, definition, schema } = resource;
  const isolates = strategy.isolatesStatus ?? hasStatus(definition);
  const main = isolates && !strategy.keepsStatusOnCreate ? ["status"] : [];
  return {
    shape: schema.shape,
    manager: fieldManager,
    apiVersion: apiVersionOf(definition),
    subresource,
    time: timestamp(core.clock.now()),
    pool: core.fieldSets,
    // Nobody comes to own what a write to this place does not change.
    resetFields: subresource === "" ? main : subresource === "status" ? ["spec"] : [],
  };
}

/** A new object with its writer as the owner of what it says. */
export function trackCreate(operation: WriteOperationContext, object: KubeObject): KubeObject {
  const live = operation.resource.schema.empty;
  return withMetadata(object, {
    managedFields: trackUpdate({ ...writerOf(operation), live, created: true, updated: object }),
  });
}

/** A changed object with its writer as the owner of what it changed. */
export function trackUpdateOf(operation: WriteOperationContext, object: KubeObject, old: KubeObject): KubeObject {
  return withMetadata(object, {
    managedFields: trackUpdate({ ...writerOf(operation), live: old, created: false, updated: object }),
  });
}

/**
 * Server-side apply of a configuration to the present object, or to none.
 * @throws StatusError Conflict when other managers own what would change
 */
export function applyOwned(
  operation: WriteOperationContext,
  current: KubeObject | undefined,
  applied: JsonObject,
  force: boolean,
): KubeObject {
  const { definition, schema } = operation.resource;
  const apiVersion = apiVersionOf(definition);
  if (applied["apiVersion"] !== apiVersion)
    throw statusErrors.badRequest(
      `Incorrect version specified in apply patch. Specified patch version: ${String(applied["apiVersion"])}, expected: ${apiVersion}`,
    );
  if (applied["kind"] !== definition.kind)
    throw statusErrors.badRequest(
      `${String(applied["kind"])} in version ${JSON.stringify(definition.version)} cannot be handled as a ${definition.kind}`,
    );
  const result = applyServerSide({ ...writerOf(operation), live: current, applied, force });
  if (!result.changed && current) return current;
  const { object } = schema.decode(result.object, { fieldValidation: "Ignore" });
  return withMetadata(object, { managedFields: result.managedFields });
}

/** Equal but for the times in managedFields: nothing worth a write. */
export function sameButForTimes(object: KubeObject, old: KubeObject): boolean {
  const { managedFields: mine, resourceVersion: _mine, ...metadata } = object.metadata;
  const { managedFields: theirs, resourceVersion: _theirs, ...oldMetadata } = old.metadata;
  return (
    jsonEqual({ ...object, metadata }, { ...old, metadata: oldMetadata }) &&
    jsonEqual((mine ?? []).map(timeless), (theirs ?? []).map(timeless))
  );
}

function timeless({ time: _time, ...entry }: ManagedFieldsEntry): Omit<ManagedFieldsEntry, "time"> {
  return entry;
}
