import { isJsonObject } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { isEmptySet } from "./field-set.ts";
import type { FieldSet } from "./field-set.ts";
import type { Shape } from "./shape.ts";
import { elementName, isOpenList, shapeFor } from "./shape-walk.ts";

/** Lays a configuration over an object: what the configuration names wins, the rest stays. Nothing is changed in place. */
export function mergeObjects(shape: Shape, live: JsonObject, config: JsonObject): JsonObject {
  return merge(shape, live, config) as JsonObject;
}

function merge(shape: Shape, left: unknown, right: unknown): unknown {
  if (right === undefined) return left;
  const actual = shapeFor(shape, right);
  if (actual.kind === "map" && !actual.atomic && isJsonObject(left) && isJsonObject(right)) {
    const out: Record<string, unknown> = { ...left };
    for (const [key, value] of Object.entries(right))
      out[key] = merge(
        actual.field(key) ?? { kind: "deduced" },
        Object.hasOwn(left, key) ? left[key] : undefined,
        value,
      );
    return out;
  }
  if (isOpenList(actual) && Array.isArray(left) && Array.isArray(right)) return mergeLists(actual, left, right);
  return right;
}

/**
 * Merges keyed lists and sets: shared elements stand in the configuration's order; elements of the object alone keep
 * their place before the shared element that they preceded.
 */
function mergeLists(shape: Shape & { kind: "list" }, left: readonly unknown[], right: readonly unknown[]): unknown[] {
  const names = (list: readonly unknown[]): string[] => list.map((item) => elementName(shape, item));
  const [leftNames, rightNames] = [names(left), names(right)];
  const leftBy = new Map(leftNames.map((name, index) => [name, left[index]]));
  const rightBy = new Map(rightNames.map((name, index) => [name, right[index]]));
  const shared = rightNames.filter((name) => leftBy.has(name));
  const done = new Set<string>();
  const out: unknown[] = [];
  let [l, r] = [0, 0];
  let nextShared = shared.shift();
  const takeRight = (name: string): void => {
    done.add(name);
    out.push(merge(shape.element, leftBy.get(name), rightBy.get(name)));
    r++;
    if (name === nextShared) nextShared = shared.shift();
  };
  while (l < left.length || r < right.length) {
    const leftName = leftNames[l];
    const rightName = rightNames[r];
    if (leftName !== undefined && leftName === rightName) {
      takeRight(leftName);
      l++;
    } else if (leftName !== undefined && !rightBy.has(leftName)) {
      out.push(left[l]);
      l++;
    } else if (
      leftName !== undefined &&
      (done.has(leftName) || (rightName !== undefined && nextShared !== undefined && nextShared !== leftName))
    )
      // A shared element whose turn is another one: it is taken when the configuration comes to it.
      l++;
    else if (rightName !== undefined) takeRight(rightName);
    else l++;
  }
  return out;
}

/** A copy without the members of `paths`; containers that become empty go, too. */
export function removeFields(shape: Shape, object: JsonObject, paths: FieldSet): JsonObject {
  return (remove(shape, object, paths) ?? {}) as JsonObject;
}

function remove(shape: Shape, value: unknown, paths: FieldSet): unknown {
  if (isEmptySet(paths)) return value;
  const actual = shapeFor(shape, value);
  if (actual.kind === "map" && !actual.atomic && isJsonObject(value)) {
    const out: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const below = paths.children.get(`f:${key}`);
      if (below?.owned) continue;
      const kept = below ? remove(actual.field(key) ?? { kind: "deduced" }, item, below) : item;
      if (kept !== undefined) out[key] = kept;
    }
    return Object.keys(out).length > 0 || Object.keys(value).length === 0 ? out : undefined;
  }
  if (isOpenList(actual) && Array.isArray(value)) {
    const out: unknown[] = [];
    for (const item of value as unknown[]) {
      const below = paths.children.get(elementName(actual, item));
      if (below?.owned) continue;
      const kept = below ? remove(actual.element, item, below) : item;
      if (kept !== undefined) out.push(kept);
    }
    return out.length > 0 || value.length === 0 ? out : undefined;
  }
  return value;
}
