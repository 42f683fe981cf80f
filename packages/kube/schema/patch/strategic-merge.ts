import { isJsonObject } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { statusErrors } from "../errors/status-errors.ts";
import type { TypeRef, TypeTable } from "../types/type-table.ts";
import { formatGoValue } from "./go-value.ts";
import { byMergeKey, byValue, orderLists, sameKey } from "./list-order.ts";
import type { ListOrder } from "./list-order.ts";

type Draft = Record<string, unknown>;

const patchDirective = "$patch";
const retainKeysDirective = "$retainKeys";
const deletePrefix = "$deleteFromPrimitiveList/";
const orderPrefix = "$setElementOrder/";

/** How a field merges: its strategy, its merge key, and the type of what is inside. */
interface MergeRule {
  readonly replace: boolean;
  readonly merge: boolean;
  readonly key: string | undefined;
  /** Of the value itself, or of a list's elements. */
  readonly inner: TypeRef | undefined;
}

/**
 * Applies a strategic merge patch by the markers of the type table. Nothing is changed in place. The result is plain
 * JSON: decode it before it is stored.
 * @throws StatusError BadRequest for a malformed patch, Invalid for an unknown directive, InternalError where an element
 *   has no merge key, as the API server does.
 */
export function applyStrategicMergePatch(
  table: TypeTable,
  typeName: string,
  document: JsonObject,
  patch: JsonObject,
): JsonObject {
  return createMerger(table).mergeMap(document, patch, { kind: "struct", name: typeName });
}

function createMerger(table: TypeTable) {
  function ruleOf(type: TypeRef | undefined, key: string): MergeRule {
    if (type?.kind === "map") return { replace: false, merge: false, key: undefined, inner: elementOf(type.of) };
    const field = type?.kind === "struct" ? table.get(type.name).fields.get(key) : undefined;
    return {
      replace: field?.patchStrategy?.includes("replace") ?? false,
      merge: field?.patchStrategy?.includes("merge") ?? false,
      key: field?.patchMergeKey,
      inner: field ? elementOf(field.type) : undefined,
    };
  }

  function mergeMap(original: JsonObject, patch: JsonObject, type: TypeRef | undefined): JsonObject {
    const directive = patch[patchDirective];
    if (directive !== undefined) {
      if (directive === "delete") return {};
      if (directive !== "replace") throw badDirective(directive, patch);
      return withoutDirectives(patch) as JsonObject;
    }
    const out: Draft = { ...original };
    const rest: Draft = { ...patch };
    retainKeys(out, rest);
    applyOrders(out, rest, type);
    for (const [rawKey, value] of Object.entries(rest)) {
      const deletes = rawKey.startsWith(deletePrefix);
      const key = deletes ? rawKey.slice(deletePrefix.length) : rawKey;
      const current = Object.hasOwn(out, key) ? out[key] : undefined;
      if (value === null) delete out[key];
      else if (deletes) {
        if (!Array.isArray(value)) throw statusErrors.badRequest("invalid patch format of primitive list");
        if (Array.isArray(current)) out[key] = current.filter((item) => !value.includes(item));
      } else if (isJsonObject(current) && isJsonObject(value)) {
        const rule = ruleOf(type, key);
        out[key] = rule.replace ? withoutDirectives(value) : mergeMap(current, value, rule.inner);
      } else if (Array.isArray(current) && Array.isArray(value)) {
        const rule = ruleOf(type, key);
        out[key] = rule.merge ? mergeList(current, value, rule) : withoutDirectives(value);
      } else {
        const clean = withoutDirectives(value);
        if (clean !== undefined) out[key] = clean;
      }
    }
    return out as JsonObject;
  }

  function mergeList(original: readonly unknown[], patch: readonly unknown[], rule: MergeRule): unknown[] {
    if (original.length === 0 && patch.length === 0) return [];
    if (!isJsonObject(original[0] ?? patch[0])) {
      const merged = [...new Set([...original, ...patch])];
      return orderLists(merged, patch, original, byValue);
    }
    const key = mergeKeyOf(rule);
    let base: unknown[] = [...original];
    let replace = false;
    const plain: JsonObject[] = [];
    for (const item of patch) {
      if (!isJsonObject(item)) throw statusErrors.badRequest("patch list elements must all be maps");
      const directive = item[patchDirective];
      if (directive === undefined) plain.push(item);
      else if (directive === "delete") {
        const value = requireKey(item, key);
        base = base.filter((other) => !(isJsonObject(other) && sameKey(other[key], value)));
      } else if (directive === "replace") replace = true;
      else throw badDirective(directive, item);
    }
    if (replace) return plain.map((item) => withoutDirectives(item));
    const merged = [...base];
    for (const item of plain) {
      const value = requireKey(item, key);
      const at = merged.findIndex((other) => isJsonObject(other) && sameKey(other[key], value));
      const target = merged[at];
      if (at < 0) merged.push(withoutDirectives(item));
      else if (isJsonObject(target)) merged[at] = mergeMap(target, item, rule.inner);
    }
    return orderLists(merged, plain, original, byMergeKey(key));
  }

  /** Carries out every `$setElementOrder/…` of this level, together with the list that it orders. */
  function applyOrders(out: Draft, rest: Draft, type: TypeRef | undefined): void {
    for (const [rawKey, order] of Object.entries(rest)) {
      if (!rawKey.startsWith(orderPrefix)) continue;
      delete rest[rawKey];
      if (!Array.isArray(order)) throw statusErrors.badRequest("invalid patch format of setElementOrder list");
      const key = rawKey.slice(orderPrefix.length);
      const current = out[key];
      const patched = rest[key];
      const [hasCurrent, hasPatch] = [Array.isArray(current), Array.isArray(patched)];
      if (!hasCurrent && !hasPatch) continue;
      const rule = ruleOf(type, key);
      const ordering: ListOrder = rule.key === undefined ? byValue : byMergeKey(rule.key);
      if (hasPatch) checkOrder(patched as unknown[], order, ordering);
      const merged = !hasPatch
        ? (current as unknown[])
        : !hasCurrent
          ? ((withoutDirectives(patched) as unknown[] | undefined) ?? [])
          : rule.merge
            ? mergeList(current as unknown[], patched as unknown[], rule)
            : (withoutDirectives(patched) as unknown[]);
      out[key] = orderLists(merged, order, hasCurrent ? (current as unknown[]) : [], ordering);
      delete rest[key];
    }
  }

  return { mergeMap };
}

/** The struct (or map) inside a field: lists are looked through. */
function elementOf(type: TypeRef): TypeRef | undefined {
  if (type.kind === "list") return elementOf(type.of);
  if (type.kind === "scalar") {
    // The unions of JSON Schema hold a schema; its lists merge by their own markers.
    return type.scalar === "schemaOrArray" || type.scalar === "schemaOrBool" || type.scalar === "schemaOrStrings"
      ? { kind: "struct", name: "apiextensions/v1.JSONSchemaProps" }
      : undefined;
  }
  return type;
}

function retainKeys(out: Draft, rest: Draft): void {
  const keep = rest[retainKeysDirective];
  if (keep === undefined) return;
  delete rest[retainKeysDirective];
  if (!Array.isArray(keep)) throw statusErrors.badRequest("invalid patch format of retainKeys");
  const kept = new Set<unknown>(keep);
  for (const key of Object.keys(rest))
    if (!key.startsWith("$") && rest[key] !== null && !kept.has(key))
      throw statusErrors.badRequest("invalid patch format of retainKeys");
  for (const key of Object.keys(out)) if (!kept.has(key)) delete out[key];
}

/** A patch list must name its elements in the order that the directive states. */
function checkOrder(patch: readonly unknown[], order: readonly unknown[], ordering: ListOrder): void {
  const named = patch.filter((item) => !(isJsonObject(item) && item[patchDirective] !== undefined));
  let at = 0;
  for (const item of order) if (at < named.length && ordering.same(named[at], item)) at++;
  if (at < named.length)
    throw statusErrors.badRequest(
      `The order in patch list:\n${formatGoValue(named)}\n doesn't match $setElementOrder list:\n${formatGoValue(order)}\n`,
    );
}

/** What is stored of a patch value that meets nothing: no directives, no nulls. */
function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item) => !(isJsonObject(item) && item[patchDirective] !== undefined))
      .map((item) => withoutDirectives(item));
  }
  if (!isJsonObject(value)) return value;
  if (value[patchDirective] === "delete") return {};
  const out: Draft = {};
  for (const [key, item] of Object.entries(value))
    if (
      item !== null &&
      key !== patchDirective &&
      key !== retainKeysDirective &&
      !key.startsWith(deletePrefix) &&
      !key.startsWith(orderPrefix)
    )
      out[key] = withoutDirectives(item);
  return out;
}

function mergeKeyOf(rule: MergeRule): string {
  if (rule.key === undefined)
    throw statusErrors.internal(
      `cannot merge lists without merge key for ${rule.inner?.kind === "struct" ? rule.inner.name : "unknown"}`,
    );
  return rule.key;
}

function requireKey(item: JsonObject, key: string): unknown {
  const value = item[key];
  if (value === undefined)
    throw statusErrors.internal(`map: ${formatGoValue(item)} does not contain declared merge key: ${key}`);
  return value;
}

function badDirective(directive: unknown, patch: JsonObject): Error {
  return statusErrors.rejectedPatch(
    new Error(`unknown patch type: ${formatGoValue(directive)} in map: ${formatGoValue(patch)}`),
  );
}
