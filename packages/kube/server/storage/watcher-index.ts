import type { CachedObject } from "./cached-object.ts";
import type { CacheEvent } from "./cache-event.ts";
import type { Selection } from "./selection.ts";

/**
 * Finds the watchers that an event can concern. Each watcher stands under the narrowest thing that its selection
 * fixes (a name, the value of a field, a namespace), so that thousands of watchers of single nodes or single objects
 * cost an event one look-up each for its old and its new state, not thousands of evaluations.
 */
export class WatcherIndex<W extends { readonly selection: Selection }> {
  readonly #valueOf: (object: CachedObject, field: string) => string;
  readonly #all = new Set<W>();
  readonly #byNamespace = new Map<string, Set<W>>();
  readonly #byName = new Map<string, Set<W>>();
  readonly #byField = new Map<string, Map<string, Set<W>>>();
  #size = 0;

  /** @param valueOf the value of a selectable field, as a string */
  constructor(valueOf: (object: CachedObject, field: string) => string) {
    this.#valueOf = valueOf;
  }

  get size(): number {
    return this.#size;
  }

  add(watcher: W): void {
    const { name, equals, namespace } = watcher.selection;
    this.#size++;
    if (name !== undefined) bucket(this.#byName, name).add(watcher);
    else if (equals) bucket(mapOf(this.#byField, equals.field), equals.value).add(watcher);
    else if (namespace) bucket(this.#byNamespace, namespace).add(watcher);
    else this.#all.add(watcher);
  }

  delete(watcher: W): void {
    const { name, equals, namespace } = watcher.selection;
    let removed: boolean;
    if (name !== undefined) removed = drop(this.#byName, name, watcher);
    else if (equals) {
      const values = mapOf(this.#byField, equals.field);
      removed = drop(values, equals.value, watcher);
      if (values.size === 0) this.#byField.delete(equals.field);
    } else if (namespace) removed = drop(this.#byNamespace, namespace, watcher);
    else removed = this.#all.delete(watcher);
    if (removed) this.#size--;
  }

  /** Calls `visit` once for each watcher that may be concerned. */
  visit(event: CacheEvent, visit: (watcher: W) => void): void {
    const { current, previous } = event;
    const object = current ?? previous;
    if (!object || this.#size === 0) return;
    for (const watcher of this.#all) visit(watcher);
    if (object.namespace) this.#byNamespace.get(object.namespace)?.forEach(visit);
    this.#byName.get(object.name)?.forEach(visit);
    for (const [field, values] of this.#byField) {
      const now = current && this.#valueOf(current, field);
      const before = previous && this.#valueOf(previous, field);
      if (now !== undefined) values.get(now)?.forEach(visit);
      if (before !== undefined && before !== now) values.get(before)?.forEach(visit);
    }
  }

  *[Symbol.iterator](): Generator<W, void, undefined> {
    yield* this.#all;
    for (const watchers of this.#byNamespace.values()) yield* watchers;
    for (const watchers of this.#byName.values()) yield* watchers;
    for (const values of this.#byField.values()) for (const watchers of values.values()) yield* watchers;
  }
}

function bucket<W>(map: Map<string, Set<W>>, key: string): Set<W> {
  let found = map.get(key);
  if (!found) map.set(key, (found = new Set()));
  return found;
}

function mapOf<W>(map: Map<string, Map<string, Set<W>>>, key: string): Map<string, Set<W>> {
  let found = map.get(key);
  if (!found) map.set(key, (found = new Map()));
  return found;
}

function drop<W>(map: Map<string, Set<W>>, key: string, watcher: W): boolean {
  const found = map.get(key);
  const removed = found?.delete(watcher) ?? false;
  if (found?.size === 0) map.delete(key);
  return removed;
}
