import { isJsonObject, jsonEqual } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { FieldSetBuilder } from "./field-set.ts";
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

/** Compares two objects field by field; containers that come or go are counted beside what is in them. */
export function compareObjects(shape: Shape, before: JsonObject, after: JsonObject): Comparison {
  const added = new FieldSetBuilder();
  const removed = new FieldSetBuilder();
  const modified = new FieldSetBuilder();

  function walk(inner: Shape, left: unknown, right: unknown, path: string[]): void {
    const actual = shapeFor(inner, right, left);
    const noLeft = left === undefined;
    const noRight = right === undefined;
    if (descends(actual, left, right)) {
      if (actual.kind === "map") maps(actual, left, right, path);
      else if (isOpenList(actual)) lists(actual, left, right, path);
      if (path.length > 0 && noLeft) added.insert(path);
      else if (path.length > 0 && noRight) removed.insert(path);
    } else if (noLeft) added.insert(path);
    else if (noRight) removed.insert(path);
    else if (!jsonEqual(left, right)) modified.insert(path);
  }

  function maps(actual: Shape & { kind: "map" }, left: unknown, right: unknown, path: string[]): void {
    const [a, b] = [asObject(left), asObject(right)];
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      if (a[key] === undefined && b[key] === undefined) continue;
      walk(actual.field(key) ?? deduced, a[key], b[key], [...path, `f:${key}`]);
    }
  }

  function lists(actual: Shape & { kind: "list" }, left: unknown, right: unknown, path: string[]): void {
    const [a, b] = [byName(actual, left), byName(actual, right)];
    for (const name of new Set([...a.keys(), ...b.keys()]))
      walk(actual.element, a.get(name), b.get(name), [...path, name]);
  }

  walk(shape, before, after, []);
  return { added, removed, modified };
}

/** Containers are looked into unless they are atomic, or empty on both sides. */
function descends(shape: Shape, left: unknown, right: unknown): boolean {
  if (shape.kind === "map") {
    if (shape.atomic || !fits(left, isJsonObject) || !fits(right, isJsonObject)) return false;
    return Object.keys(asObject(left)).length + Object.keys(asObject(right)).length > 0;
  }
  if (!isOpenList(shape) || !fits(left, Array.isArray) || !fits(right, Array.isArray)) return false;
  return asList(left).length + asList(right).length > 0;
}

function fits(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || is(value);
}

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function byName(shape: Shape & { kind: "list" }, value: unknown): Map<string, unknown> {
  return new Map(asList(value).map((item) => [elementName(shape, item), item]));
}
