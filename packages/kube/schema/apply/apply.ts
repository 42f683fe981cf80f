import { isJsonObject, jsonEqual } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import type { StatusError } from "../errors/status.ts";
import { statusErrors } from "../errors/status-errors.ts";
import type { ManagedFieldsEntry, ObjectMeta } from "../object.ts";
import { configProblems } from "./config-problems.ts";
import {
  emptySet,
  formatPath,
  intersectSets,
  isEmptySet,
  pathsOf,
  sameSets,
  setOfFields,
  subtractSets,
  subtractTrees,
  unionSets,
  withNamedParents,
} from "./field-set.ts";
import type { FieldSet } from "./field-set.ts";
import { identityOf, readManagers, serverFields, writeManagers } from "./managed-fields.ts";
import type { Manager, Managers } from "./managed-fields.ts";
import { mergeObjects, removeFields } from "./merge-objects.ts";
import type { Shape } from "./shape.ts";
import { compareObjects, fieldsOf } from "./shape-walk.ts";
import type { Comparison } from "./shape-walk.ts";

/** An object as apply sees it; both raw bodies and decoded objects fit. */
export interface Managed {
  readonly metadata?: ObjectMeta;
}

export interface ApplyRequest {
  readonly shape: Shape;
  /** The object as stored; undefined when apply creates it. */
  readonly live: Managed | undefined;
  /** The configuration as sent, not defaulted, not normalised. */
  readonly applied: JsonObject;
  /** `fieldManager` of the request. */
  readonly manager: string;
  readonly force: boolean;
  readonly apiVersion: string;
  readonly subresource?: string;
  /** Now, as `Time`. */
  readonly time: string;
  /** Dotted paths that this (sub)resource does not write (`status`): nobody comes to own them here. */
  readonly resetFields?: readonly string[];
}

export interface ApplyResult {
  /** The merged object, raw: decode it, fill defaults, validate. `metadata.managedFields` is left out. */
  readonly object: JsonObject;
  readonly managedFields: readonly ManagedFieldsEntry[];
  /** False when neither the object nor an owner changed. */
  readonly changed: boolean;
}

const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * Server-side apply.
 * @throws StatusError Conflict with one cause a field, when other managers own what would change; code 500 without a
 *   reason when the configuration does not fit the schema; BadRequest when it carries managedFields.
 */
export function applyServerSide(request: ApplyRequest): ApplyResult {
  const { shape, applied, apiVersion, time } = request;
  const metadata = isJsonObject(applied["metadata"]) ? applied["metadata"] : {};
  if (Array.isArray(metadata["managedFields"]) && metadata["managedFields"].length > 0)
    throw statusErrors.badRequest("metadata.managedFields must be nil");
  const problems = configProblems(shape, applied);
  if (problems.length > 0) throw doesNotFit(applied, problems);

  const live = withoutManagedFields(request.live);
  const stored = request.live?.metadata?.managedFields;
  const managers = readManagers(stored, stored);
  if (request.live && managers.size === 0) ownByFirstApply(managers, request, live);

  const self: Omit<Manager, "fields" | "time"> = {
    name: request.manager,
    operation: "Apply",
    apiVersion,
    subresource: request.subresource ?? "",
  };
  const identity = identityOf(self);
  const before = managers.get(identity);
  const reset = setOfFields(request.resetFields ?? []);
  // What this (sub)resource does not write is neither owned nor changed.
  const writable = removeFields(shape, applied, reset);
  const named = subtractTrees(fieldsOf(shape, writable), reset);
  const owned = subtractSets(named, serverFields);
  // Name and kind count as owned while fields are removed: they keep `metadata` in place.
  managers.set(identity, { ...self, time: before?.time, fields: named });

  const merged = mergeObjects(shape, live, writable);
  const object = prune(shape, merged, before?.fields ?? emptySet, managers);
  const comparison = compareObjects(shape, live, object);
  const conflicts = giveWay(managers, identity, comparison);
  if (conflicts.length > 0 && !request.force) {
    const allowed = request.manager === "kubectl" ? allowedByLastApplied(shape, live) : emptySet;
    const real = conflicts
      .map(([manager, fields]) => [manager, subtractSets(fields, allowed)] as const)
      .filter(([, fields]) => !isEmptySet(fields));
    if (real.length > 0) throw conflictError(real);
  }
  const result = keepLastApplied(request, object);
  const changed = !jsonEqual(live, result);
  const ownsSame = before !== undefined && sameSets(before.fields, owned) && before.apiVersion === apiVersion;
  managers.set(identity, { ...self, fields: owned, time: changed || !ownsSame ? time : before?.time });
  return { object: result, managedFields: writeManagers(managers), changed: changed || !ownsSame };
}

/** Removes what this manager owned, applies no more, and nobody else owns. */
function prune(shape: Shape, merged: JsonObject, last: FieldSet, managers: Managers): JsonObject {
  if (isEmptySet(last)) return merged;
  const owned = [...managers.values()].reduce((all, manager) => unionSets(all, manager.fields), emptySet);
  const gone = subtractSets(withNamedParents(last), withNamedParents(owned));
  return removeFields(shape, merged, gone);
}

/**
 * Takes from every other manager what changed or went. @returns what they owned of the changes (the conflicts of an
 * apply).
 */
export function giveWay(managers: Managers, self: string, comparison: Comparison): (readonly [Manager, FieldSet])[] {
  const touched = unionSets(comparison.modified, comparison.added);
  const conflicts: (readonly [Manager, FieldSet])[] = [];
  for (const [identity, manager] of managers) {
    if (identity === self) continue;
    const conflict = intersectSets(manager.fields, touched);
    if (!isEmptySet(conflict)) conflicts.push([manager, conflict]);
    const left = subtractSets(subtractSets(manager.fields, conflict), comparison.removed);
    if (isEmptySet(left)) managers.delete(identity);
    else if (left !== manager.fields) managers.set(identity, { ...manager, fields: left });
  }
  return conflicts;
}

/** An object that was never tracked: all that it has belongs to whoever was there before. */
function ownByFirstApply(managers: Managers, request: ApplyRequest, live: JsonObject): void {
  const manager: Manager = {
    name: "before-first-apply",
    operation: "Update",
    apiVersion: request.apiVersion,
    subresource: "",
    time: request.time,
    fields: subtractSets(compareObjects(request.shape, {}, live).added, serverFields),
  };
  managers.set(identityOf(manager), manager);
}

/** Where client-side apply left its annotation, kubectl's server-side apply keeps it in step. */
function keepLastApplied({ manager, applied, live }: ApplyRequest, object: JsonObject): JsonObject {
  if (manager !== "kubectl" || live?.metadata?.annotations?.[lastAppliedAnnotation] === undefined) return object;
  const annotated = (target: JsonObject, text: string | undefined): JsonObject => {
    const metadata = isJsonObject(target["metadata"]) ? target["metadata"] : {};
    const annotations = isJsonObject(metadata["annotations"]) ? metadata["annotations"] : {};
    return {
      ...target,
      metadata: { ...metadata, annotations: { ...annotations, [lastAppliedAnnotation]: text } },
    };
  };
  return annotated(object, `${JSON.stringify(annotated(applied, undefined))}\n`);
}

/** Fields that client-side apply set and nobody changed since: kubectl may take them over. */
function allowedByLastApplied(shape: Shape, live: JsonObject): FieldSet {
  const metadata = live["metadata"];
  const annotations = isJsonObject(metadata) ? metadata["annotations"] : undefined;
  const text = isJsonObject(annotations) ? annotations[lastAppliedAnnotation] : undefined;
  if (typeof text !== "string") return emptySet;
  try {
    const last: unknown = JSON.parse(text);
    if (!isJsonObject(last)) return emptySet;
    return subtractSets(fieldsOf(shape, last), compareObjects(shape, last, live).modified);
  } catch {
    return emptySet; // an annotation that is no JSON allows nothing
  }
}

export function withoutManagedFields(object: Managed | undefined): JsonObject {
  if (!object) return {};
  const metadata = { ...object.metadata };
  delete (metadata as Record<string, unknown>)["managedFields"];
  return { ...object, metadata } as JsonObject;
}

function conflictError(conflicts: readonly (readonly [Manager, FieldSet])[]): StatusError {
  const found = conflicts
    .map(([manager, fields]) => ({ shown: showManager(manager), paths: pathsOf(fields).map(formatPath) }))
    .sort((a, b) => (a.shown < b.shown ? -1 : 1));
  const causes = found.flatMap(({ shown, paths }) =>
    paths.map((field) => ({ reason: "FieldManagerConflict", message: `conflict with ${shown}`, field })),
  );
  const [first] = causes;
  const message =
    causes.length === 1 && first
      ? `Apply failed with 1 conflict: ${first.message}: ${first.field}`
      : `Apply failed with ${causes.length} conflicts: ${found
          .flatMap(({ shown, paths }) => [`conflicts with ${shown}:`, ...paths.map((path) => `- ${path}`)])
          .join("\n")}`;
  return statusErrors.applyConflict(causes, message);
}

function showManager({ name, operation, apiVersion, subresource }: Manager): string {
  const shown = `${JSON.stringify(name)}${subresource === "" ? "" : ` with subresource ${JSON.stringify(subresource)}`}`;
  return operation === "Update" ? `${shown} using ${apiVersion}` : shown;
}

function doesNotFit(applied: JsonObject, problems: readonly string[]): StatusError {
  const metadata = isJsonObject(applied["metadata"]) ? applied["metadata"] : {};
  const name = `${String(metadata["namespace"] ?? "")}/${String(metadata["name"] ?? "")}`;
  const [only] = problems;
  const text = problems.length === 1 ? only : `errors:\n${problems.map((problem) => `  ${problem}`).join("\n")}`;
  return statusErrors.unknown(
    `failed to create typed patch object (${name}; ${String(applied["apiVersion"] ?? "")}, Kind=${String(applied["kind"] ?? "")}): ${text ?? ""}`,
  );
}
