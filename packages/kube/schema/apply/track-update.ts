import type { JsonObject } from "@byocni/base/core";
import type { ManagedFieldsEntry } from "../object.ts";
import { giveWay, withoutManagedFields } from "./apply.ts";
import type { Managed } from "./apply.ts";
import type { FieldSetPool } from "./field-set-pool.ts";
import { isEmptySet, setOfFields, subtractSets, subtractTrees, unionSets } from "./field-set.ts";
import { capUpdaters, identityOf, readManagers, serverFields, writeManagers } from "./managed-fields.ts";
import type { Manager } from "./managed-fields.ts";
import type { Shape } from "./shape.ts";
import { compareObjects } from "./shape-walk.ts";

export interface UpdateRequest {
  readonly shape: Shape;
  /** The object as stored; on a create, the empty object of the type (`ResourceSchema.empty`). */
  readonly live: Managed;
  /** True when `live` is only the empty object. */
  readonly created: boolean;
  /** The object that is about to be stored, defaulted; its own `managedFields` count when the client sent some. */
  readonly updated: Managed;
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource?: string;
  /** Now, as `Time`. */
  readonly time: string;
  /** Dotted paths that this (sub)resource does not write. */
  readonly resetFields?: readonly string[];
  /** Where equal sets of fields become one object. */
  readonly pool?: FieldSetPool;
}

/**
 * `metadata.managedFields` after a create, update or patch: the manager comes to own what it changed, others lose it.
 * An object that was never tracked stays so; `[{}]` in the body stops tracking.
 * @returns undefined when the object is not tracked.
 */
export function trackUpdate(request: UpdateRequest): readonly ManagedFieldsEntry[] | undefined {
  const sent = request.updated.metadata?.managedFields;
  const subresource = request.subresource ?? "";
  if (subresource === "" && isReset(sent)) return undefined;
  const stored = request.live.metadata?.managedFields;
  let managers = readManagers(subresource === "" ? sent : undefined, stored);
  if (managers.size === 0) managers = readManagers(stored, stored);
  if (managers.size === 0 && !request.created) return undefined;

  const before: JsonObject = withoutManagedFields(request.live);
  const comparison = compareObjects(request.shape, before, withoutManagedFields(request.updated));
  giveWay(managers, "", comparison);
  const taken = subtractSets(
    subtractTrees(unionSets(comparison.modified, comparison.added), setOfFields(request.resetFields ?? [])),
    serverFields,
  );
  if (!isEmptySet(taken)) {
    const self: Manager = {
      name: request.manager,
      operation: "Update",
      apiVersion: request.apiVersion,
      subresource,
      time: request.time,
      fields: taken,
    };
    const identity = identityOf(self);
    const known = managers.get(identity);
    managers.set(identity, known ? { ...self, fields: unionSets(known.fields, taken) } : self);
    capUpdaters(managers);
  }
  return writeManagers(managers, request.pool);
}

/** One entry without any content: the client asks for no more tracking. */
function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  const [only, ...more] = entries ?? [];
  return (
    only !== undefined && more.length === 0 && Object.values(only).every((value) => value === undefined || value === "")
  );
}
