import type { StoreEntry, StoreEvent } from "@byocni/base/store";
import { CacheEvent } from "./cache-event.ts";
import { CachedObject, withResourceVersion, type WatchType } from "./cached-object.ts";
import { EventRing } from "./event-ring.ts";
import { objectKey, splitKey } from "./keys.ts";
import { isSelected, type Selection } from "./selection.ts";
import { SortedKeys } from "./sorted-keys.ts";
import { WatchQueue } from "./watch-queue.ts";
import { WatcherIndex } from "./watcher-index.ts";

export type WatchItem =
  | { readonly kind: "object"; readonly type: WatchType; readonly object: CachedObject }
  /** "You have seen everything up to this revision"; `initial` marks the end of the initial events. */
  | { readonly kind: "bookmark"; readonly revision: number; readonly initial: boolean };

export interface WatchOptions {
  readonly selection: Selection;
  /** `state`: the objects that are there come first as ADDED. `after`: what happened after a revision. */
  readonly from: { readonly kind: "now" | "state" } | { readonly kind: "after"; readonly revision: number };
  /** Whether bookmarks are wanted from time to time. */
  readonly bookmarks: boolean;
  /** A bookmark that marks the end of the initial events. Needs `from: state`, or `after` for an empty set of them. */
  readonly initialEventsEnd: boolean;
}

/** The history that a watch asks for is no longer here. */
export class HistoryGoneError extends Error {
  override readonly name = "HistoryGoneError";
  readonly oldest: number;
  constructor(oldest: number) {
    super("the history of the resource does not reach back that far");
    this.oldest = oldest;
  }
}

interface Watcher {
  readonly selection: Selection;
  /** Events up to this revision are not wanted. Events of one write share a revision, so that this stays as it is. */
  readonly after: number;
  readonly bookmarks: boolean;
  readonly queue: WatchQueue<WatchItem>;
}

/** Events kept for each resource. */
const ringCapacity = 10_000;
/** A reader that falls so far behind is cut off; it lists again, as after any lost watch. */
const maxBacklog = 20_000;

/** All objects of one resource as of the latest revision, the recent history, and the watchers of both. */
export class ResourceCache {
  readonly prefix: string;
  readonly #objects = new Map<string, CachedObject>();
  readonly #keys = new SortedKeys();
  readonly #ring: EventRing;
  readonly #watchers: WatcherIndex<Watcher>;
  readonly #initialRevision: number;
  readonly #currentRevision: () => number;

  constructor(options: {
    readonly prefix: string;
    readonly entries: readonly StoreEntry[];
    /** The revision that `entries` show. */
    readonly revision: number;
    /** The revision up to which all caches have been brought. */
    readonly currentRevision: () => number;
    readonly fieldValue: (object: CachedObject, field: string) => string;
  }) {
    this.prefix = options.prefix;
    this.#initialRevision = options.revision;
    this.#currentRevision = options.currentRevision;
    this.#ring = new EventRing(ringCapacity, options.revision);
    this.#watchers = new WatcherIndex(options.fieldValue);
    for (const entry of options.entries) {
      this.#objects.set(entry.key, this.objectOf(entry));
      this.#keys.add(entry.key);
    }
  }

  get size(): number {
    return this.#objects.size;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  get(namespace: string, name: string): CachedObject | undefined {
    return this.#objects.get(objectKey(this.prefix, namespace, name));
  }

  /** The shared form of a stored entry: the cached one if it is the same version. */
  objectOf(entry: StoreEntry): CachedObject {
    const cached = this.#objects.get(entry.key);
    if (cached?.revision === entry.revision) return cached;
    const { namespace, name } = splitKey(this.prefix, entry.key);
    return new CachedObject(
      entry.key,
      namespace,
      name,
      withResourceVersion(entry.value, entry.revision),
      entry.revision,
    );
  }

  /** Selected objects in the order of their keys, starting after a key. */
  list(selection: Selection, after?: string): readonly CachedObject[] {
    if (selection.name !== undefined && (selection.namespace || !this.#isNamespaced())) {
      const found = this.get(selection.namespace ?? "", selection.name);
      return found && isSelected(selection, found) && (after === undefined || found.key > after) ? [found] : [];
    }
    const prefix = selection.namespace ? `${this.prefix}${selection.namespace}/` : this.prefix;
    const all = selection.matches === undefined && selection.name === undefined;
    const found: CachedObject[] = [];
    for (const key of this.#keys.range(prefix, after)) {
      const object = this.#objects.get(key) as CachedObject;
      if (all || isSelected(selection, object)) found.push(object);
    }
    return found;
  }

  /** The events that lead from what the cache shows to what is in the store at a revision. */
  *changesTo(present: ReadonlyMap<string, StoreEntry>, revision: number): Generator<StoreEvent, void> {
    for (const [key, object] of this.#objects) {
      if (present.has(key)) continue;
      const previous = { key, value: object.value, revision: object.revision, createRevision: object.revision };
      yield { kind: "delete", revision, key, previous };
    }
    for (const entry of present.values())
      if (entry.key.startsWith(this.prefix) && this.#objects.get(entry.key)?.revision !== entry.revision)
        yield { kind: "put", revision: entry.revision, entry };
  }

  apply(event: StoreEvent): void {
    if (event.revision <= this.#initialRevision) return;
    const key = event.kind === "put" ? event.entry.key : event.key;
    const previous = this.#objects.get(key);
    let current: CachedObject | undefined;
    if (event.kind === "put") {
      current = this.objectOf(event.entry);
      this.#objects.set(key, current);
      if (!previous) this.#keys.add(key);
    } else {
      if (!previous) return;
      this.#objects.delete(key);
      this.#keys.delete(key);
    }
    const change = new CacheEvent(event.revision, current, previous);
    this.#ring.push(change);
    this.#watchers.visit(change, (watcher) => offer(watcher, change));
  }

  /** @throws HistoryGoneError when `from` lies before what is kept. */
  watch(options: WatchOptions): WatchQueue<WatchItem> {
    const { selection, from } = options;
    const now = this.#currentRevision();
    if (from.kind === "after" && from.revision < this.#ring.floor) throw new HistoryGoneError(this.#ring.floor);
    const watcher: Watcher = {
      selection,
      after: from.kind === "after" ? from.revision : 0,
      bookmarks: options.bookmarks,
      queue: new WatchQueue<WatchItem>(() => this.#watchers.delete(watcher)),
    };
    if (from.kind === "state") {
      for (const object of this.list(selection)) watcher.queue.push({ kind: "object", type: "ADDED", object });
    } else if (from.kind === "after") {
      for (const event of this.#ring.after(from.revision)) offer(watcher, event, true);
    }
    if (options.initialEventsEnd) watcher.queue.push({ kind: "bookmark", revision: now, initial: true });
    this.#watchers.add(watcher);
    return watcher.queue;
  }

  /** Tells the watchers that want it how far they have come. */
  sendBookmarks(): void {
    const revision = this.#currentRevision();
    for (const watcher of this.#watchers) {
      if (watcher.bookmarks && watcher.after <= revision)
        watcher.queue.push({ kind: "bookmark", revision, initial: false });
    }
  }

  /** Ends all watches. */
  close(): void {
    // Ending a watch takes it out of the index, so that the index is not walked meanwhile.
    for (const watcher of Array.from(this.#watchers)) watcher.queue.end();
  }

  #isNamespaced(): boolean {
    for (const object of this.#objects.values()) return object.namespace !== "";
    return false;
  }
}

function offer(watcher: Watcher, event: CacheEvent, replay = false): void {
  if (event.revision <= watcher.after) return;
  const seen = event.seenAs(
    isSelected(watcher.selection, event.previous),
    isSelected(watcher.selection, event.current),
  );
  if (!seen) return;
  watcher.queue.push({ kind: "object", type: seen.type, object: seen.object });
  if (!replay && watcher.queue.backlog > maxBacklog) watcher.queue.end();
}
