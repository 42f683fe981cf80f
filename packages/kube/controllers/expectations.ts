import type { Clock } from "@byocni/base/core";

/**
 * What a controller has asked for and not yet seen in its cache, so that it does not ask twice. Kept by the key of the
 * managing object; creations by count, deletions by the key of the pod. Unseen for five minutes counts as lost.
 */
export interface Expectations {
  /** Nothing is outstanding. */
  satisfied(key: string): boolean;
  expectCreations(key: string, count: number): void;
  expectDeletions(key: string, objects: readonly string[]): void;
  creationObserved(key: string): void;
  deletionObserved(key: string, object: string): void;
  forget(key: string): void;
}

const timeoutMs = 300_000;

export function createExpectations(clock: Clock): Expectations {
  const records = new Map<string, { creations: number; readonly deletions: Set<string>; at: number }>();

  function record(key: string) {
    let found = records.get(key);
    if (!found) {
      found = { creations: 0, deletions: new Set(), at: 0 };
      records.set(key, found);
    }
    found.at = clock.now();
    return found;
  }
  function sweep(key: string): void {
    const found = records.get(key);
    if (found && found.creations <= 0 && found.deletions.size === 0) records.delete(key);
  }

  return {
    satisfied(key) {
      const found = records.get(key);
      if (!found) return true;
      if (clock.now() - found.at <= timeoutMs) return false;
      records.delete(key);
      return true;
    },
    expectCreations(key, count) {
      if (count > 0) record(key).creations += count;
    },
    expectDeletions(key, objects) {
      if (objects.length === 0) return;
      const { deletions } = record(key);
      for (const object of objects) deletions.add(object);
    },
    creationObserved(key) {
      const found = records.get(key);
      if (found) found.creations--;
      sweep(key);
    },
    deletionObserved(key, object) {
      records.get(key)?.deletions.delete(object);
      sweep(key);
    },
    forget: (key) => void records.delete(key),
  };
}
