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

/** Writes `fieldsV1`, keys sorted. */
export function writeFieldSet(set: FieldSet): JsonObject {
  const out: Record<string, JsonObject> = {};
  if (set.owned && set.children.size > 0) out["."] = {};
  for (const key of [...set.children.keys()].sort()) {
    const child = set.children.get(key);
    if (child) out[key] = writeFieldSet(child);
  }
  return out;
}

function make(owned: boolean, entries: Iterable<readonly [string, FieldSet]>): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [key, child] of entries) if (!isEmptySet(child)) children.set(key, child);
  return { owned, children };
}

export function unionSets(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
  const keys = new Set([...a.children.keys(), ...b.children.keys()]);
  return make(
    a.owned || b.owned,
    [...keys].map((key) => [key, unionSets(a.children.get(key) ?? emptySet, b.children.get(key) ?? emptySet)] as const),
  );
}

export function intersectSets(a: FieldSet, b: FieldSet): FieldSet {
  return make(
    a.owned && b.owned,
    [...a.children].flatMap(([key, child]) => {
      const other = b.children.get(key);
      return other ? [[key, intersectSets(child, other)] as const] : [];
    }),
  );
}

/** The paths of `a` that are not in `b`. */
export function subtractSets(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(b)) return a;
  return make(
    a.owned && !b.owned,
    [...a.children].map(([key, child]) => {
      const other = b.children.get(key);
      return [key, other ? subtractSets(child, other) : child] as const;
    }),
  );
}

/** The paths of `a` that are neither in `b` nor below a path of `b`. */
export function subtractTrees(a: FieldSet, b: FieldSet): FieldSet {
  if (b.owned) return emptySet;
  return make(
    a.owned,
    [...a.children].map(([key, child]) => {
      const other = b.children.get(key);
      return [key, other ? subtractTrees(child, other) : child] as const;
    }),
  );
}

/** Makes every named field on the way to a member a member, too. */
export function withNamedParents(set: FieldSet, isNamed = false): FieldSet {
  return make(
    set.owned || (isNamed && set.children.size > 0),
    [...set.children].map(([key, child]) => [key, withNamedParents(child, key.startsWith("f:"))] as const),
  );
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
