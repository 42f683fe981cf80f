import { isJsonObject, jsonEqual } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { emptySet, FieldSetBuilder, leafSet } from "./field-set.ts";
import type { FieldSet } from "./field-set.ts";
import type { Shape } from "./shape.ts";

const deduced: Shape = { kind: "deduced" };
const openMap = { kind: "map", atomic: false, field: () => deduced, isKey: () => true } as const;
const atomicList = { kind: "list", listType: "atomic", element: deduced } as const;
const leaf = { kind: "leaf" } as const;

/** The shape that holds for a value: what no schema knows follows the value. */
export function shapeFor(shape: Shape, ...values: readonly unknown[]): Exclude<Shape, { kind: "deduced" }> {
  if (shape.kind !== "deduced") return shape;
  const value = values.find((item) => item !== undefined && item !== null);
  if (Array.isArray(value)) return atomicList;
  return isJsonObject(value) ? openMap : leaf;
}

/** `k:{"containerPort":80,"protocol":"TCP"}`, `v:"x"`: how an element of a set or keyed list is named. */
export function elementName(shape: Shape & { kind: "list" }, item: unknown): string {
  if (shape.listType !== "map") return `v:${JSON.stringify(item)}`;
  const [only, ...more] = shape.keys;
  if (only !== undefined && more.length === 0) {
    const value = (isJsonObject(item) ? item[only] : undefined) ?? shape.keyDefaults[only] ?? null;
    return `k:{${JSON.stringify(only)}:${JSON.stringify(value)}}`;
  }
  const key: Record<string, unknown> = {};
  for (const name of [...shape.keys].sort()) {
    const value = isJsonObject(item) ? item[name] : undefined;
    key[name] = value ?? shape.keyDefaults[name] ?? null;
  }
  return `k:${JSON.stringify(key)}`;
}

/** True when ownership goes into the elements of this list. */
export function isOpenList(shape: Shape): shape is Shape & { kind: "list" } {
  return shape.kind === "list" && shape.listType !== "atomic";
}

/** The fields that a configuration names. */
export function fieldsOf(shape: Shape, value: unknown): FieldSet {
  const set = new FieldSetBuilder();
  collect(shape, value, [], set, false);
  return set;
}

function collect(shape: Shape, value: unknown, path: string[], set: FieldSetBuilder, isKey: boolean): void {
  const actual = shapeFor(shape, value);
  if (actual.kind === "map" && !actual.atomic && isJsonObject(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    for (const [key, item] of entries) {
      const inner = actual.field(key);
      if (inner) collect(inner, item, [...path, `f:${key}`], set, actual.isKey(key));
    }
    if (path.length > 0 && (entries.length === 0 || isKey)) set.insert(path);
  } else if (isOpenList(actual) && Array.isArray(value)) {
    for (const item of value) {
      const itemPath = [...path, elementName(actual, item)];
      collect(actual.element, item, itemPath, set, false);
      set.insert(itemPath);
    }
    if (isKey) set.insert(path);
  } else set.insert(path);
}

/** What differs between two objects. */
export interface Comparison {
  readonly added: FieldSet;
  readonly removed: FieldSet;
  readonly modified: FieldSet;
}

/** What differs in one container, as far as there is anything. */
class Difference {
  added: Map<string, FieldSet> | undefined;
  removed: Map<string, FieldSet> | undefined;
  modified: Map<string, FieldSet> | undefined;

  add(kind: keyof Comparison, key: string, set: FieldSet): void {
    (this[kind] ??= new Map()).set(key, set);
  }
}

function setWith(children: ReadonlyMap<string, FieldSet> | undefined): FieldSet {
  return children ? { owned: false, children } : emptySet;
}

/**
 * Compares two objects field by field; containers that come or go are counted beside what is in them. Values that both
 * share are not looked into.
 */
export function compareObjects(shape: Shape, before: JsonObject, after: JsonObject): Comparison {
  const root = new Difference();
  // The roots are objects, both there.
  compareInside(shapeFor(shape, after, before), before, after, root);
  return { added: setWith(root.added), removed: setWith(root.removed), modified: setWith(root.modified) };
}

function compareMember(shape: Shape, left: unknown, right: unknown, key: string, into: Difference): void {
  if (left === right) return;
  const actual = shapeFor(shape, right, left);
  if (left === undefined) into.add("added", key, wholeOf(actual, right));
  else if (right === undefined) into.add("removed", key, wholeOf(actual, left));
  else if (descends(actual, left, right)) {
    const inner = new Difference();
    compareInside(actual, left, right, inner);
    if (inner.added) into.add("added", key, setWith(inner.added));
    if (inner.removed) into.add("removed", key, setWith(inner.removed));
    if (inner.modified) into.add("modified", key, setWith(inner.modified));
  } else if (!jsonEqual(left, right)) into.add("modified", key, leafSet);
}

function compareInside(actual: Shape, left: unknown, right: unknown, into: Difference): void {
  if (actual.kind === "map") {
    const [a, b] = [asObject(left), asObject(right)];
    for (const key in a) compareMember(actual.field(key) ?? deduced, a[key], b[key], `f:${key}`, into);
    for (const key in b)
      if (!Object.hasOwn(a, key)) compareMember(actual.field(key) ?? deduced, undefined, b[key], `f:${key}`, into);
  } else if (isOpenList(actual)) {
    const [a, b] = [byName(actual, left), byName(actual, right)];
    for (const [name, item] of a) compareMember(actual.element, item, b.get(name), name, into);
    for (const [name, item] of b) if (!a.has(name)) compareMember(actual.element, undefined, item, name, into);
  }
}

/** A value that stands on one side only: the container and everything in it. */
function wholeOf(actual: Exclude<Shape, { kind: "deduced" }>, value: unknown): FieldSet {
  if (!descends(actual, undefined, value)) return leafSet;
  const children = new Map<string, FieldSet>();
  if (actual.kind === "map") {
    const object = asObject(value);
    for (const key in object) {
      const item = object[key];
      if (item !== undefined) children.set(`f:${key}`, wholeOf(shapeFor(actual.field(key) ?? deduced, item), item));
    }
  } else if (isOpenList(actual))
    for (const [name, item] of byName(actual, value)) children.set(name, wholeOf(shapeFor(actual.element, item), item));
  return { owned: true, children };
}

/** Containers are looked into unless they are atomic, or empty on both sides. */
function descends(shape: Shape, left: unknown, right: unknown): boolean {
  if (shape.kind === "map") {
    if (shape.atomic || !fits(left, isJsonObject) || !fits(right, isJsonObject)) return false;
    return hasMembers(asObject(left)) || hasMembers(asObject(right));
  }
  if (!isOpenList(shape) || !fits(left, Array.isArray) || !fits(right, Array.isArray)) return false;
  return asList(left).length + asList(right).length > 0;
}

function fits(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || is(value);
}

function hasMembers(object: JsonObject): boolean {
  for (const _key in object) return true;
  return false;
}

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function byName(shape: Shape & { kind: "list" }, value: unknown): Map<string, unknown> {
  return new Map(asList(value).map((item) => [elementName(shape, item), item]));
}
