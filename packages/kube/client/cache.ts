import type { KubeObject } from "./objects/index.ts";
import { objectKey } from "./resource.ts";

/** Values under which an object is found; an empty list keeps it out of the index. */
export type IndexFunction<T extends KubeObject> = (object: T) => readonly string[];

/** The objects of one collection by key and by index. Iteration follows insertion. */
export interface ObjectCache<T extends KubeObject> {
  readonly size: number;
  /** @param key `namespace/name`, or `name` for objects of the cluster. */
  get(key: string): T | undefined;
  values(): IterableIterator<T>;
  keys(): IterableIterator<string>;
  /** Objects that the index files under `value`. Do not hold on to it: it changes with the next event. */
  byIndex(index: string, value: string): Iterable<T>;
  /** How many objects the index files under `value`. */
  countByIndex(index: string, value: string): number;
  /** Adds an index and fills it. Adding a name again is no change. */
  addIndex(name: string, index: IndexFunction<T>): void;
  /** Puts the object in and returns the one that it replaces. */
  set(object: T): T | undefined;
  /** Takes the object out and returns it. */
  remove(key: string): T | undefined;
}

interface Index<T extends KubeObject> {
  readonly valuesOf: IndexFunction<T>;
  readonly buckets: Map<string, Map<string, T>>;
}

const none: readonly string[] = [];

export function createObjectCache<T extends KubeObject>(): ObjectCache<T> {
  const objects = new Map<string, T>();
  const indexes = new Map<string, Index<T>>();

  function file(index: Index<T>, key: string, before: T | undefined, after: T | undefined): void {
    const oldValues = before ? index.valuesOf(before) : none;
    const newValues = after ? index.valuesOf(after) : none;
    for (const value of oldValues) {
      if (newValues.includes(value)) continue;
      const bucket = index.buckets.get(value);
      bucket?.delete(key);
      if (bucket?.size === 0) index.buckets.delete(value);
    }
    if (!after) return;
    for (const value of newValues) {
      const bucket = index.buckets.get(value);
      if (bucket) bucket.set(key, after);
      else index.buckets.set(value, new Map([[key, after]]));
    }
  }

  return {
    get size() {
      return objects.size;
    },
    get: (key) => objects.get(key),
    values: () => objects.values(),
    keys: () => objects.keys(),
    byIndex: (name, value) => indexes.get(name)?.buckets.get(value)?.values() ?? [],
    countByIndex: (name, value) => indexes.get(name)?.buckets.get(value)?.size ?? 0,
    addIndex(name, valuesOf) {
      if (indexes.has(name)) return;
      const index: Index<T> = { valuesOf, buckets: new Map() };
      indexes.set(name, index);
      for (const [key, object] of objects) file(index, key, undefined, object);
    },
    set(object) {
      const key = objectKey(object);
      const before = objects.get(key);
      objects.set(key, object);
      for (const index of indexes.values()) file(index, key, before, object);
      return before;
    },
    remove(key) {
      const before = objects.get(key);
      if (!before) return undefined;
      objects.delete(key);
      for (const index of indexes.values()) file(index, key, before, undefined);
      return before;
    },
  };
}
