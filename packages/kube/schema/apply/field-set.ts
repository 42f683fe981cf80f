import { isJsonObject } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";

/**
 * A set of field paths as a tree, the way `fieldsV1` writes it. A node is a member when it is `owned`; its children are
 * keyed by path elements: `f:name`, `k:{"name":"c"}`, `v:"x"`.
 */
export interface FieldSet {
  readonly owned: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

export const emptySet: FieldSet = { owned: false, children: new Map() };

/** A set under construction. */
export class FieldSetBuilder implements FieldSet {
  owned = false;
  readonly children = new Map<string, FieldSetBuilder>();

  /** Adds one path. */
  insert(path: readonly string[]): void {
    // oxlint-disable-next-line typescript/no-this-alias -- the walk starts here
    let node: FieldSetBuilder = this;
    for (const element of path) {
      let next = node.children.get(element);
      if (!next) {
        next = new FieldSetBuilder();
        node.children.set(element, next);
      }
      node = next;
    }
    node.owned = true;
  }
}

export function isEmptySet(set: FieldSet): boolean {
  return !set.owned && set.children.size === 0;
}

/** One field without anything below it. */
export const leafSet: FieldSet = { owned: true, children: emptySet.children };
/** A leaf as it is written. One object stands for all: there are more leaves than anything else in a cluster. */
const leafJson: JsonObject = Object.freeze({});

/** Reads `fieldsV1`. What is no field set reads as empty. */
export function readFieldSet(json: unknown): FieldSet {
  if (!isJsonObject(json)) return emptySet;
  const children = new Map<string, FieldSet>();
  for (const [key, value] of Object.entries(json)) {
    if (key === "." || !isJsonObject(value)) continue;
    const child = readFieldSet(value);
    // A leaf is written as an empty object.
    children.set(key, child.children.size === 0 ? { owned: true, children: child.children } : child);
  }
  return { owned: Object.hasOwn(json, "."), children };
}

/**
 * `fieldsV1` that {@link writeFieldSet} made, read only as far as it is looked into. What nobody changes is written as
 * the very same object again.
 */
class WrittenFieldSet implements FieldSet {
  readonly json: JsonObject;
  readonly owned: boolean;
  #children: ReadonlyMap<string, FieldSet> | undefined;

  constructor(json: JsonObject, isRoot: boolean) {
    this.json = json;
    this.owned = Object.hasOwn(json, ".") || (!isRoot && isEmptyJson(json));
  }

  get children(): ReadonlyMap<string, FieldSet> {
    if (!this.#children) {
      const children = new Map<string, FieldSet>();
      for (const key in this.json) {
        const value = this.json[key] as JsonObject;
        if (key !== ".") children.set(key, isEmptyJson(value) ? leafSet : new WrittenFieldSet(value, false));
      }
      this.#children = children;
    }
    return this.#children;
  }
}

function isEmptyJson(json: JsonObject): boolean {
  for (const _key in json) return false;
  return true;
}

/** Reads `fieldsV1` that is known to be {@link writeFieldSet}'s own, without copying it. */
export function readWrittenFieldSet(json: JsonObject): FieldSet {
  return new WrittenFieldSet(json, true);
}

/** Writes `fieldsV1`, keys sorted. */
export function writeFieldSet(set: FieldSet): JsonObject {
  if (set instanceof WrittenFieldSet) return set.json;
  if (set.children.size === 0) return leafJson;
  const out: Record<string, JsonObject> = {};
  if (set.owned) out["."] = leafJson;
  for (const key of [...set.children.keys()].sort()) {
    const child = set.children.get(key);
    if (child) out[key] = writeFieldSet(child);
  }
  return out;
}

// The operations give back the very set that they were given where nothing of it changes.

export function unionSets(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmptySet(b)) return a;
  if (isEmptySet(a)) return b;
  let children: Map<string, FieldSet> | undefined;
  for (const [key, other] of b.children) {
    const mine = a.children.get(key);
    const joined = mine ? unionSets(mine, other) : other;
    if (joined !== mine) (children ??= new Map(a.children)).set(key, joined);
  }
  return changed(a, a.owned || b.owned, children);
}

export function intersectSets(a: FieldSet, b: FieldSet): FieldSet {
  const [few, many] = a.children.size < b.children.size ? [a, b] : [b, a];
  let children: Map<string, FieldSet> | undefined;
  for (const [key, child] of few.children) {
    const other = many.children.get(key);
    const both = other && intersectSets(child, other);
    if (both && !isEmptySet(both)) (children ??= new Map()).set(key, both);
  }
  return changed(emptySet, a.owned && b.owned, children);
}

/** The paths of `a` that are not in `b`. */
export function subtractSets(a: FieldSet, b: FieldSet): FieldSet {
  return without(a, b, subtractSets, a.owned && !b.owned);
}

/** The paths of `a` that are neither in `b` nor below a path of `b`. */
export function subtractTrees(a: FieldSet, b: FieldSet): FieldSet {
  return b.owned ? emptySet : without(a, b, subtractTrees, a.owned);
}

function without(a: FieldSet, b: FieldSet, subtract: (a: FieldSet, b: FieldSet) => FieldSet, owned: boolean): FieldSet {
  let children: Map<string, FieldSet> | undefined;
  const few = a.children.size < b.children.size ? a.children : b.children;
  for (const key of few.keys()) {
    const mine = a.children.get(key);
    const other = b.children.get(key);
    if (!mine || !other) continue;
    const left = subtract(mine, other);
    if (left === mine) continue;
    children ??= new Map(a.children);
    if (isEmptySet(left)) children.delete(key);
    else children.set(key, left);
  }
  return changed(a, owned, children);
}

function changed(set: FieldSet, owned: boolean, children: ReadonlyMap<string, FieldSet> | undefined): FieldSet {
  if (!children && owned === set.owned) return set;
  return { owned, children: children ?? set.children };
}

/** Makes every named field on the way to a member a member, too. */
export function withNamedParents(set: FieldSet, isNamed = false): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [key, child] of set.children) children.set(key, withNamedParents(child, key.startsWith("f:")));
  return { owned: set.owned || (isNamed && set.children.size > 0), children };
}

export function sameSets(a: FieldSet, b: FieldSet): boolean {
  if (a.owned !== b.owned || a.children.size !== b.children.size) return false;
  for (const [key, child] of a.children) {
    const other = b.children.get(key);
    if (!other || !sameSets(child, other)) return false;
  }
  return true;
}

/** Every path of the set, parents first, in the order of the tree. */
export function pathsOf(set: FieldSet, prefix: readonly string[] = []): string[][] {
  const found = set.owned && prefix.length > 0 ? [[...prefix]] : [];
  for (const key of [...set.children.keys()].sort()) {
    const child = set.children.get(key);
    if (child) found.push(...pathsOf(child, [...prefix, key]));
  }
  return found;
}

/** A path as conflicts show it: `.spec.template.spec.containers[name="c"].image`. */
export function formatPath(path: readonly string[]): string {
  return path.map(formatElement).join("");
}

function formatElement(element: string): string {
  const rest = element.slice(2);
  switch (element.slice(0, 2)) {
    case "f:":
      return `.${rest}`;
    case "k:":
      return `[${Object.entries(JSON.parse(rest) as JsonObject)
        .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
        .join(",")}]`;
    case "v:":
      return `[=${rest}]`;
    default:
      return `[${rest}]`;
  }
}

/** The set of dotted field paths (`status`, `metadata.labels`). */
export function setOfFields(fields: readonly string[]): FieldSet {
  const set = new FieldSetBuilder();
  for (const field of fields) set.insert(field.split(".").map((name) => `f:${name}`));
  return set;
}
