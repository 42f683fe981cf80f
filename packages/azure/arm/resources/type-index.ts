import type { Store } from "@byocni/base/store";
import { resourcePrefix, resourceRecord } from "./record.ts";

/** Which root records there are of a type, so that a search by type does not read the whole store. */
export interface TypeIndex {
  /** Store keys in ascending order. @param type full type without regard to case */
  keys(type: string): Promise<readonly string[]>;
  added(type: string, key: string): void;
  removed(key: string): void;
}

/** Built at the first question, kept by the repository's own writes from then on. */
export function createTypeIndex(store: Store): TypeIndex {
  let built: Promise<void> | undefined;
  const byType = new Map<string, Set<string>>();
  const sorted = new Map<string, readonly string[]>();

  async function build(): Promise<void> {
    const { entries } = await store.list(`${resourcePrefix}/`);
    for (const { key, value } of entries) add(resourceRecord(value).type.toLowerCase(), key);
  }

  function add(type: string, key: string): void {
    const keys = byType.get(type);
    if (keys?.has(key)) return;
    if (keys) keys.add(key);
    else byType.set(type, new Set([key]));
    sorted.delete(type);
  }

  return {
    async keys(type) {
      built ??= build();
      await built.catch((error: unknown) => {
        built = undefined;
        throw error;
      });
      const name = type.toLowerCase();
      let list = sorted.get(name);
      if (!list) sorted.set(name, (list = [...(byType.get(name) ?? [])].sort()));
      return list;
    },
    added: (type, key) => add(type.toLowerCase(), key),
    removed(key) {
      for (const [type, keys] of byType) if (keys.delete(key)) sorted.delete(type);
    },
  };
}
