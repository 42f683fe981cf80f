import { type Closeable, createCloser, type Logger } from "@byocni/base/core";
import {
  CompactedError,
  type Store,
  type StoreEntry,
  type StoreEvent,
  type WriteOperation,
  type WriteResult,
} from "@byocni/base/store";
import type { CachedObject } from "./cached-object.ts";
import { prefixOfKey, rootPrefix } from "./keys.ts";
import { ResourceCache } from "./resource-cache.ts";

/** The store of a cluster with a cache of each resource in front of it. */
export interface ClusterStorage extends Closeable {
  readonly store: Store;
  /** The cache of a resource, made at the first call. `fieldValue` gives a selectable field of an object as text. */
  cache(prefix: string, fieldValue: (object: CachedObject, field: string) => string): Promise<ResourceCache>;
  /** Forgets a cache and ends its watches (its resource is no longer served). */
  dropCache(prefix: string): void;
  /** The revision up to which all caches have been brought. */
  revision(): number;
  /** Resolves when the caches show everything up to the revision. */
  reached(revision: number): Promise<void>;
  /** Resolves when the caches show everything that is in the store now. */
  current(): Promise<void>;
  /** Like the store's; resolves when the caches show the write, so that one's own writes are read. */
  write(operations: readonly WriteOperation[]): Promise<WriteResult>;
  caches(): Iterable<ResourceCache>;
  /** The store's watch has ended although nobody closed: what is shown may be old. */
  readonly failed: boolean;
}

/** Reads the store once and follows it from there. */
export async function createClusterStorage(deps: {
  readonly store: Store;
  readonly logger: Logger;
}): Promise<ClusterStorage> {
  const { store, logger } = deps;
  const closer = createCloser();
  const caches = new Map<string, ResourceCache>();
  const start = await store.list(rootPrefix);
  // What was read at the start and not yet claimed by a cache; a cache made later reads for itself.
  const initial = new Map<string, StoreEntry[]>();
  for (const entry of start.entries) {
    const prefix = prefixOfKey(entry.key);
    if (prefix === undefined) continue;
    const entries = initial.get(prefix);
    if (entries) entries.push(entry);
    else initial.set(prefix, [entry]);
  }
  let revision = start.revision;
  const initialRevision = revision;
  const waiting = new Map<number, (() => void)[]>();
  let failed = false;
  const arriving = new Map<string, StoreEvent[]>();

  function advance(to: number): void {
    const from = revision;
    if (to <= from) return;
    revision = to;
    if (waiting.size === 0) return;
    if (to - from < waiting.size) {
      for (let reached = from + 1; reached <= to; reached++) release(reached);
    } else {
      for (const reached of [...waiting.keys()].sort((a, b) => a - b)) if (reached <= to) release(reached);
    }
  }

  function release(reached: number): void {
    const resolvers = waiting.get(reached);
    if (!resolvers) return;
    waiting.delete(reached);
    for (const resolve of resolvers) resolve();
  }

  function addCache(
    prefix: string,
    entries: readonly StoreEntry[],
    at: number,
    fieldValue: (object: CachedObject, field: string) => string,
  ): ResourceCache {
    const cache = new ResourceCache({ prefix, entries, revision: at, currentRevision: () => revision, fieldValue });
    caches.set(prefix, cache);
    return cache;
  }

  function take(events: readonly StoreEvent[]): void {
    let last = revision;
    for (const event of events) {
      const prefix = prefixOfKey(event.kind === "put" ? event.entry.key : event.key);
      if (prefix !== undefined) {
        caches.get(prefix)?.apply(event);
        arriving.get(prefix)?.push(event);
      }
      last = event.revision;
    }
    advance(last);
  }

  /** After a gap in the history: what changed meanwhile is found by comparison. */
  async function catchUp(): Promise<void> {
    const listed = await store.list(rootPrefix);
    const present = new Map(listed.entries.map((entry) => [entry.key, entry]));
    const events: StoreEvent[] = [];
    for (const cache of caches.values()) events.push(...cache.changesTo(present, listed.revision));
    take(events.sort((a, b) => a.revision - b.revision));
    advance(listed.revision);
  }

  async function follow(): Promise<void> {
    while (!closer.signal.aborted) {
      try {
        // The empty prefix: foreign keys move the revision on, too.
        for await (const events of store.watch("", revision, closer.signal)) take(events);
        break;
      } catch (error) {
        if (closer.signal.aborted) return;
        if (!(error instanceof CompactedError)) {
          logger.error("the store's watch ended", { error });
          break;
        }
        await catchUp();
      }
    }
    if (closer.signal.aborted) return;
    // Nothing that is shown from here on is sure to be true.
    failed = true;
    for (const cache of caches.values()) cache.close();
    for (const reached of waiting.keys()) release(reached);
  }
  const following = follow();

  const storage: ClusterStorage = {
    store,
    async cache(prefix, fieldValue) {
      const existing = caches.get(prefix);
      if (existing) return existing;
      const known = revision === initialRevision ? (initial.get(prefix) ?? []) : undefined;
      initial.delete(prefix);
      if (known) return addCache(prefix, known, initialRevision, fieldValue);
      // Events that arrive while the list is on its way are kept, then applied; the cache skips what the list has.
      const missed = arriving.get(prefix) ?? [];
      arriving.set(prefix, missed);
      const listed = await store.list(prefix);
      const madeMeanwhile = caches.get(prefix);
      if (madeMeanwhile) return madeMeanwhile;
      const cache = addCache(prefix, listed.entries, listed.revision, fieldValue);
      arriving.delete(prefix);
      for (const event of missed) cache.apply(event);
      return cache;
    },
    dropCache(prefix) {
      caches.get(prefix)?.close();
      caches.delete(prefix);
    },
    revision: () => revision,
    reached(wanted) {
      if (wanted <= revision) return Promise.resolve();
      if (failed) return Promise.reject(new Error("the store's watch has ended"));
      return new Promise((resolve) => {
        const resolvers = waiting.get(wanted);
        if (resolvers) resolvers.push(resolve);
        else waiting.set(wanted, [resolve]);
      });
    },
    async current() {
      const latest = await store.revision();
      if (latest > revision) await storage.reached(latest);
    },
    async write(operations) {
      const result = await store.write(operations);
      if (result.ok && result.revision > revision) await storage.reached(result.revision);
      return result;
    },
    caches: () => caches.values(),
    get failed() {
      return failed;
    },
    async close() {
      await closer.close();
      await following;
      for (const cache of caches.values()) cache.close();
    },
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
  return storage;
}
