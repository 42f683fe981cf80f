import { type Clock, type Closeable, type Logger, type Random, silentLogger, sleep } from "@byocni/base/core";
import { backoffDelay } from "./backoff.ts";
import { createObjectCache, type IndexFunction, type ObjectCache } from "./cache.ts";
import type { KubeClient, SelectorOptions } from "./client.ts";
import { isExpired, isNotFound } from "./errors.ts";
import type { KubeObject } from "./objects/index.ts";
import { objectKey, type Resource } from "./resource.ts";

/** Called after the cache has changed, in the order of the events. A handler must not throw; it may not await. */
export interface InformerHandler<T extends KubeObject> {
  add?(object: T): void;
  update?(object: T, old: T): void;
  /** `object` is the last state that is known. */
  delete?(object: T): void;
}

export interface InformerOptions<T extends KubeObject> {
  readonly client: KubeClient;
  readonly resource: Resource<T>;
  readonly selectors?: SelectorOptions;
  readonly clock: Clock;
  readonly random?: Random;
  readonly logger?: Logger;
  readonly indexes?: Readonly<Record<string, IndexFunction<T>>>;
}

/** A live copy of one collection: lists, then watches, and comes back by itself after every kind of interruption. */
export interface Informer<T extends KubeObject> extends Closeable, Omit<ObjectCache<T>, "set" | "remove"> {
  /** Settles when the first list is in the cache and the handlers have seen it, or when the informer is closed. */
  readonly synced: Promise<void>;
  readonly hasSynced: boolean;
  /** Adds a handler; it sees what is in the cache as adds, at once. Returns how to take it away. */
  addHandler(handler: InformerHandler<T>): () => void;
  /** The resourceVersion up to which the cache shows the collection. */
  readonly resourceVersion: string;
}

const retry = { baseMs: 200, maxMs: 30_000, jitter: 0.5 } as const;
/** How long one watch request may last before it is made again. */
const watchSeconds = 600;

export function createInformer<T extends KubeObject>(options: InformerOptions<T>): Informer<T> {
  const { client, resource, clock, random } = options;
  const logger = (options.logger ?? silentLogger).with({ resource: resource.resource });
  const selectors: SelectorOptions = options.selectors ?? {};
  const cache = createObjectCache<T>();
  for (const [name, index] of Object.entries(options.indexes ?? {})) cache.addIndex(name, index);
  const handlers = new Set<InformerHandler<T>>();
  const abort = new AbortController();
  let resourceVersion = "";
  let hasSynced = false;
  let markSynced: () => void = () => {};
  const synced = new Promise<void>((resolve) => {
    markSynced = resolve;
  });

  function put(object: T): void {
    const old = cache.set(object);
    // A relist shows objects again that have not changed.
    if (old && old.metadata.resourceVersion === object.metadata.resourceVersion) return;
    for (const handler of handlers) {
      if (old) handler.update?.(object, old);
      else handler.add?.(object);
    }
  }
  function take(key: string, last?: T): void {
    const old = cache.remove(key);
    if (old) for (const handler of handlers) handler.delete?.(last ?? old);
  }

  async function relist(): Promise<void> {
    const list = await client.list(resource, selectors);
    if (abort.signal.aborted) return;
    const present = new Set<string>();
    for (const object of list.items) present.add(objectKey(object));
    for (const key of cache.keys()) if (!present.has(key)) take(key);
    for (const object of list.items) put(object);
    resourceVersion = list.metadata.resourceVersion ?? "";
    hasSynced = true;
    markSynced();
  }

  async function follow(): Promise<void> {
    const events = client.watch(resource, {
      ...selectors,
      resourceVersion,
      allowWatchBookmarks: true,
      timeoutSeconds: watchSeconds,
      signal: abort.signal,
    });
    for await (const { type, object } of events) {
      if (abort.signal.aborted) return;
      resourceVersion = object.metadata.resourceVersion ?? resourceVersion;
      if (type === "DELETED") take(objectKey(object), object);
      else if (type !== "BOOKMARK") put(object);
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    let mustList = true;
    while (!abort.signal.aborted) {
      const started = clock.now();
      try {
        if (mustList) {
          await relist();
          mustList = false;
        }
        await follow();
        // A watch that the server ends at once, again and again, must not become a busy loop.
        failures = clock.now() - started < 1000 ? failures + 1 : 0;
      } catch (error) {
        if (abort.signal.aborted) return;
        // The first 410 of a row is answered by a list at once: it is how a watch says that it fell behind.
        if (isExpired(error)) {
          mustList = true;
          if (failures++ === 0) continue;
        } else {
          failures++;
          // A collection that is not served (any more) is not this informer's trouble.
          logger[isNotFound(error) ? "debug" : "warn"]("list-watch interrupted", { error });
        }
      }
      if (failures > 0 && !abort.signal.aborted) {
        await sleep(clock, backoffDelay(retry, failures, random), abort.signal).catch(() => {});
      }
    }
  }

  const running = run().finally(markSynced);

  return {
    synced,
    get hasSynced() {
      return hasSynced;
    },
    get resourceVersion() {
      return resourceVersion;
    },
    get size() {
      return cache.size;
    },
    get: cache.get,
    values: cache.values,
    keys: cache.keys,
    byIndex: cache.byIndex,
    countByIndex: cache.countByIndex,
    addIndex: cache.addIndex,
    addHandler(handler) {
      handlers.add(handler);
      if (handler.add) for (const object of cache.values()) handler.add(object);
      return () => void handlers.delete(handler);
    },
    async close() {
      abort.abort(new Error("informer closed"));
      await running;
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}
