import type { Closeable, JsonObject } from "@byocni/base/core";

/** A stored object. Revisions are positive integers that grow with every write to the store. */
export interface StoreEntry {
  readonly key: string;
  /** Treated as frozen by everyone. */
  readonly value: JsonObject;
  /** Revision of the last write to this key. */
  readonly revision: number;
  /** Revision of the write that created this key. */
  readonly createRevision: number;
}

export type StoreEvent =
  | { readonly kind: "put"; readonly revision: number; readonly entry: StoreEntry; readonly previous?: StoreEntry }
  | { readonly kind: "delete"; readonly revision: number; readonly key: string; readonly previous: StoreEntry };

/** What must hold of a key for a write to be carried out. */
export type Expectation = { readonly kind: "absent" } | { readonly kind: "revision"; readonly revision: number };

export type WriteOperation =
  | { readonly kind: "put"; readonly key: string; readonly value: JsonObject; readonly expect?: Expectation }
  /** Deleting an absent key without expectation is no change. */
  | { readonly kind: "delete"; readonly key: string; readonly expect?: Expectation };

export type WriteResult =
  /** `entries[i]` is the entry after operation i, or for a delete the entry that was removed, if any. */
  | { readonly ok: true; readonly revision: number; readonly entries: readonly (StoreEntry | undefined)[] }
  /** Nothing was written: the expectation of operation `failed` did not hold; `current` is what is there. */
  | { readonly ok: false; readonly failed: number; readonly current: StoreEntry | undefined };

export interface ListOptions {
  /** At most this many entries. */
  readonly limit?: number;
  /** Only keys after this one (exclusive), for paging. */
  readonly after?: string;
  /** The state as of this revision, while it is not compacted. @see CompactedError */
  readonly revision?: number;
}

export interface ListResult {
  /** In ascending order of keys (code-unit order). */
  readonly entries: readonly StoreEntry[];
  /** The revision that the list shows. */
  readonly revision: number;
  /** How many entries follow the last one. */
  readonly remaining: number;
}

/**
 * A revisioned key/value store with watch and compare-and-swap, in the manner of etcd. All operations of one `write`
 * share one revision and are atomic. The promise of a write resolves when the write is durable (it survives `kill -9`);
 * reads and watches may see it a moment earlier. Prefixes are plain string prefixes.
 */
export interface Store extends Closeable {
  get(key: string): Promise<StoreEntry | undefined>;
  list(prefix: string, options?: ListOptions): Promise<ListResult>;
  /** An empty list of operations is no write. */
  write(operations: readonly WriteOperation[]): Promise<WriteResult>;
  /**
   * Events of keys under `prefix` with revision > `after`, in revision order, one batch a write (or several joined).
   * Ends when the signal is aborted or the store closes. @throws CompactedError when `after` is too old.
   */
  watch(prefix: string, after: number, signal: AbortSignal): AsyncIterable<readonly StoreEvent[]>;
  /** The revision of the latest write; 0 when there was none. */
  revision(): Promise<number>;
  /** Forgets history up to and including this revision. The store also does so by itself, by size. */
  compact(revision: number): Promise<void>;
}

/** The history asked for is no longer kept. */
export class CompactedError extends Error {
  override readonly name = "CompactedError";
  readonly compactRevision: number;
  constructor(compactRevision: number) {
    super(`history up to revision ${compactRevision} is no longer kept`);
    this.compactRevision = compactRevision;
  }
}

/** A place that holds several independent stores by name, each with its own revisions. */
export interface StoreHost extends Closeable {
  /** Opens a store, made if absent. Opening a name twice gives the same store. Names: `[a-z0-9][a-z0-9.-]*`. */
  open(name: string): Promise<Store>;
  /** Removes a store and all that is in it; absent is fine. */
  drop(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
}
