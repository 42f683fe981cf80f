import { isJsonObject, jsonEqual, type Json, type JsonObject } from "@byocni/base/core";
import { findKey, isJsonArray } from "../expression/value.ts";

/** What happens to a property. `Array`: see the children. `NoEffect`: it is sent, but the provider keeps its own value. */
export type PropertyChangeType = "Create" | "Delete" | "Modify" | "Array" | "NoEffect";

/** A change of a property, in the shape of what-if answers. */
export interface PropertyChange {
  /** Dotted; inside `children` relative to the parent. Items of arrays are paths like `0`. */
  readonly path: string;
  readonly propertyChangeType: PropertyChangeType;
  readonly before?: Json;
  readonly after?: Json;
  /** Changes of the items of an array, or of the members of an item. */
  readonly children?: readonly PropertyChange[];
}

/** What the provider knows about its properties. Paths are dotted, `*` stands for any array index. */
export interface DiffOptions {
  /** True for a property that only the provider sets: its absence in `after` is no deletion, its presence has no effect. */
  readonly isReadOnly?: (path: string) => boolean;
  /** True for a value that the provider fills in when it is absent: its absence in `after` is no deletion. */
  readonly isDefault?: (path: string, value: Json) => boolean;
  /** True for a part of `after` that is not known before the deployment: it is never reported. */
  readonly isUnknown?: (value: Json) => boolean;
  /** Arrays of objects whose items are paired by this member; default `name`, then `id`. */
  readonly itemKey?: (path: string) => string | undefined;
  /** False for arrays whose order carries no meaning; default true. */
  readonly isOrdered?: (path: string) => boolean;
}

interface Context {
  readonly options: DiffOptions;
}

/**
 * What a deployment would change on a resource: the differences from `before` (the resource as it is, with everything
 * that the provider filled in) to `after` (what the template asks for). Member names compare without regard to case.
 */
export function diffResource(
  before: Json | undefined,
  after: Json | undefined,
  options: DiffOptions = {},
): readonly PropertyChange[] {
  if (before === undefined && after === undefined) return [];
  if (isJsonObject(before) && isJsonObject(after)) return diffMembers(before, after, "", { options });
  return diffValue(before, after, "", "", { options });
}

function join(base: string, name: string): string {
  return base === "" ? name : `${base}.${name}`;
}

/** `pattern` is the path from the root with `*` for indices; `path` is what is reported. */
function diffMembers(
  before: JsonObject,
  after: JsonObject,
  pattern: string,
  context: Context,
  path = "",
): readonly PropertyChange[] {
  const changes: PropertyChange[] = [];
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) continue;
    const key = findKey(after, name);
    const other = key === undefined ? undefined : after[key];
    changes.push(...diffValue(value, other, join(pattern, name), join(path, name), context));
  }
  for (const [name, value] of Object.entries(after)) {
    if (value === undefined || findKey(before, name) !== undefined) continue;
    changes.push(...diffValue(undefined, value, join(pattern, name), join(path, name), context));
  }
  return changes;
}

function diffValue(
  before: Json | undefined,
  after: Json | undefined,
  pattern: string,
  path: string,
  context: Context,
): readonly PropertyChange[] {
  const { options } = context;
  if (after !== undefined && options.isUnknown?.(after) === true) return [];
  const readOnly = options.isReadOnly?.(pattern) === true;
  if (after === undefined) {
    if (before === undefined || readOnly || isFilledIn(before, pattern, options)) return [];
    return [{ path, propertyChangeType: "Delete", before }];
  }
  if (before === undefined) {
    if (after === null || isFilledIn(after, pattern, options)) return [];
    return [{ path, propertyChangeType: readOnly ? "NoEffect" : "Create", after }];
  }
  if (jsonEqual(before, after)) return [];
  if (readOnly) return [{ path, propertyChangeType: "NoEffect", before, after }];
  if (isJsonObject(before) && isJsonObject(after)) return diffMembers(before, after, pattern, context, path);
  if (isJsonArray(before) && isJsonArray(after)) return diffArrays(before, after, pattern, path, context);
  return [{ path, propertyChangeType: "Modify", before, after }];
}

/** A value that is there only because the provider fills it in, down to the last member. */
function isFilledIn(value: Json, pattern: string, options: DiffOptions): boolean {
  if (options.isDefault?.(pattern, value) === true || options.isReadOnly?.(pattern) === true) return true;
  if (value === null) return true;
  if (isJsonArray(value)) {
    return value.every((item) => isJsonObject(item) && isFilledIn(item, `${pattern}.*`, options));
  }
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(
    ([name, member]) => member === undefined || isFilledIn(member, join(pattern, name), options),
  );
}

interface Pair {
  readonly index: number;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

function diffArrays(
  before: readonly Json[],
  after: readonly Json[],
  pattern: string,
  path: string,
  context: Context,
): readonly PropertyChange[] {
  const children = pairItems(before, after, pattern, context.options).flatMap((pair) =>
    diffItem(pair, pattern, context),
  );
  if (children.length === 0) return [];
  return [{ path, propertyChangeType: "Array", children }];
}

function diffItem({ index, before, after }: Pair, pattern: string, context: Context): readonly PropertyChange[] {
  const path = String(index);
  const itemPattern = `${pattern}.*`;
  if (isJsonObject(before) && isJsonObject(after)) {
    if (context.options.isUnknown?.(after) === true) return [];
    const children = diffMembers(before, after, itemPattern, context);
    return children.length === 0 ? [] : [{ path, propertyChangeType: "Modify", children }];
  }
  return diffValue(before, after, itemPattern, path, context);
}

/** Pairs items by their key if all have one, else equal ones first and the rest in order. */
function pairItems(
  before: readonly Json[],
  after: readonly Json[],
  pattern: string,
  options: DiffOptions,
): readonly Pair[] {
  const key = keyOf(before, after, options.itemKey?.(pattern));
  if (key !== undefined) return pairByKey(before, after, key);
  if (options.isOrdered?.(pattern) === false || before.every((item) => typeof item !== "object")) {
    return pairByValue(before, after);
  }
  return pairByPosition(before, after);
}

function keyOf(before: readonly Json[], after: readonly Json[], given: string | undefined): string | undefined {
  const candidates = given === undefined ? ["name", "id"] : [given];
  return candidates.find((name) => hasUniqueKeys(before, name) && hasUniqueKeys(after, name));
}

function memberText(item: Json, name: string): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const key = findKey(item, name);
  const value = key === undefined ? undefined : item[key];
  return typeof value === "string" ? value.toLowerCase() : undefined;
}

function hasUniqueKeys(items: readonly Json[], name: string): boolean {
  const keys = items.map((item) => memberText(item, name));
  return keys.every((key) => key !== undefined) && new Set(keys).size === keys.length;
}

function pairByKey(before: readonly Json[], after: readonly Json[], name: string): readonly Pair[] {
  const byKey = new Map(after.map((item) => [memberText(item, name), item]));
  const known = new Set(before.map((item) => memberText(item, name)));
  return [
    ...before.map((item, index) => ({ index, before: item, after: byKey.get(memberText(item, name)) })),
    ...after.flatMap((item, index) =>
      known.has(memberText(item, name)) ? [] : [{ index, before: undefined, after: item }],
    ),
  ];
}

/** Scalars: what is on one side only was added or removed; a replacement at one place is a modification. */
function pairByValue(before: readonly Json[], after: readonly Json[]): readonly Pair[] {
  const rest = [...after.entries()];
  const removed: [number, Json][] = [];
  for (const [index, item] of before.entries()) {
    const same = rest.findIndex(([, other]) => jsonEqual(item, other));
    if (same >= 0) rest.splice(same, 1);
    else removed.push([index, item]);
  }
  return [
    ...removed.map(([index, item]) => ({ index, before: item, after: undefined })),
    ...rest.map(([index, item]) => ({ index, before: undefined, after: item })),
  ].toSorted((a, b) => a.index - b.index);
}

function pairByPosition(before: readonly Json[], after: readonly Json[]): readonly Pair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    index,
    before: before[index],
    after: after[index],
  }));
}
