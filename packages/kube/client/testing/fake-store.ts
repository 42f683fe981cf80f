import type { KubeObject } from "../objects/index.ts";

export interface StoredEvent {
  readonly revision: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: KubeObject;
}

/** One collection (all namespaces) with its history. */
export interface Collection {
  readonly objects: Map<string, KubeObject>;
  readonly history: StoredEvent[];
  readonly listeners: Set<(event: StoredEvent) => void>;
}

/** Objects of all collections under one growing revision. */
export interface FakeStore {
  readonly revision: number;
  readonly collections: ReadonlyMap<string, Collection>;
  /** @param path `/api/v1/pods`: the collection's path without its namespace. */
  collection(path: string): Collection;
  /** Stores the object under a new resourceVersion and tells the watchers. */
  put(path: string, key: string, object: KubeObject): KubeObject;
  remove(path: string, key: string): KubeObject | undefined;
  /** Forgets the history: watches from before are answered with 410. */
  compact(): void;
  readonly compacted: number;
}

export function createFakeStore(): FakeStore {
  const collections = new Map<string, Collection>();
  let revision = 100;
  let compacted = 0;

  function collection(path: string): Collection {
    let found = collections.get(path);
    if (!found) {
      found = { objects: new Map(), history: [], listeners: new Set() };
      collections.set(path, found);
    }
    return found;
  }
  function publish(target: Collection, event: StoredEvent): void {
    target.history.push(event);
    for (const listener of target.listeners) listener(event);
  }

  return {
    collections,
    collection,
    get revision() {
      return revision;
    },
    get compacted() {
      return compacted;
    },
    put(path, key, object) {
      const target = collection(path);
      const type = target.objects.has(key) ? "MODIFIED" : "ADDED";
      const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(++revision) } };
      target.objects.set(key, stored);
      publish(target, { revision, type, object: stored });
      return stored;
    },
    remove(path, key) {
      const target = collection(path);
      const last = target.objects.get(key);
      if (!last) return undefined;
      target.objects.delete(key);
      const object = { ...last, metadata: { ...last.metadata, resourceVersion: String(++revision) } };
      publish(target, { revision, type: "DELETED", object });
      return object;
    },
    compact() {
      compacted = revision;
      for (const target of collections.values()) target.history.length = 0;
    },
  };
}
