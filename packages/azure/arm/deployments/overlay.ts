import type { Clock } from "@byocni/base/core";
import type { ListResult, Store, StoreEntry, WriteResult } from "@byocni/base/store";
import type { ProviderRegistry } from "../registry.ts";
import { createRepository, type Repository } from "../resources/repository.ts";
import type { TypeIndex } from "../resources/type-index.ts";

/**
 * A repository that sees everything stored and keeps its own writes to itself: the world as it will be when the
 * resources of a template that were looked at so far are made. Thrown away after preflight or what-if.
 */
export function createOverlay(deps: {
  readonly store: Store;
  readonly base: Repository;
  readonly registry: ProviderRegistry;
  readonly clock: Clock;
}): Repository {
  const written = new Map<string, StoreEntry | undefined>();
  const store = overlayStore(deps.store, written);
  return createRepository({
    store,
    registry: deps.registry,
    clock: deps.clock,
    index: overlayIndex(deps.base.index),
  });
}

/** Writes go into the map; `undefined` there hides what the store below has. */
function overlayStore(below: Store, written: Map<string, StoreEntry | undefined>): Store {
  // Beyond every revision of the store below: what was read there is never mistaken for what was written here.
  let revision = 2 ** 40;

  async function get(key: string): Promise<StoreEntry | undefined> {
    return written.has(key) ? written.get(key) : below.get(key);
  }

  return {
    get,
    async list(prefix): Promise<ListResult> {
      const under = await below.list(prefix);
      if (written.size === 0) return under;
      const kept = under.entries.filter(({ key }) => !written.has(key));
      const own = [...written.entries()].flatMap(([key, entry]) => (entry && key.startsWith(prefix) ? [entry] : []));
      const entries = [...kept, ...own].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
      return { entries, revision, remaining: 0 };
    },
    async write(operations): Promise<WriteResult> {
      for (const [failed, operation] of operations.entries()) {
        const current = await get(operation.key);
        const { expect } = operation;
        const holds = !expect || (expect.kind === "absent" ? !current : current?.revision === expect.revision);
        if (!holds) return { ok: false, failed, current };
      }
      revision++;
      const entries: (StoreEntry | undefined)[] = [];
      for (const operation of operations) {
        const current = await get(operation.key);
        if (operation.kind === "delete") {
          written.set(operation.key, undefined);
          entries.push(current);
          continue;
        }
        const { key, value } = operation;
        const entry = { key, value, revision, createRevision: current?.createRevision ?? revision };
        written.set(key, entry);
        entries.push(entry);
      }
      return { ok: true, revision, entries };
    },
    watch() {
      throw new Error("an overlay is not watched");
    },
    revision: () => Promise.resolve(revision),
    compact: () => Promise.resolve(),
    close: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function overlayIndex(below: TypeIndex): TypeIndex {
  const added = new Map<string, Set<string>>();
  const removed = new Set<string>();
  return {
    async keys(type) {
      const own = added.get(type.toLowerCase());
      const keys = await below.keys(type);
      if (!own && removed.size === 0) return keys;
      return [...new Set([...keys, ...(own ?? [])])].filter((key) => !removed.has(key)).sort();
    },
    added(type, key) {
      removed.delete(key);
      const keys = added.get(type.toLowerCase());
      if (keys) keys.add(key);
      else added.set(type.toLowerCase(), new Set([key]));
    },
    removed(key) {
      removed.add(key);
      for (const keys of added.values()) keys.delete(key);
    },
  };
}
