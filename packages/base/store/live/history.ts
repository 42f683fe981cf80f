import { CompactedError, type StoreEvent } from "../store.ts";

/** The latest events of a store, bounded in number; a revision is kept or forgotten as a whole. */
export interface History {
  /** Everything up to and including this revision is forgotten. */
  readonly compactRevision: number;
  /** Adds the events of one write. */
  append(events: readonly StoreEvent[]): void;
  /** Events with a revision after this one, oldest first. @throws CompactedError */
  since(revision: number): readonly StoreEvent[];
  compact(revision: number): void;
}

/** @param compactRevision the revision with which the store was loaded: what was before is not known. */
export function createHistory(limit: number, compactRevision: number): History {
  let compacted = compactRevision;
  const events: StoreEvent[] = [];
  /** Events before this index are forgotten; they leave the array in bulk, so that forgetting one costs little. */
  let start = 0;

  /** Index of the first event after a revision. */
  function indexAfter(revision: number): number {
    let low = start;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((events[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function compact(revision: number): void {
    if (revision <= compacted) return;
    compacted = revision;
    start = indexAfter(revision);
    if (start > 1024 && start > events.length / 2) {
      events.splice(0, start);
      start = 0;
    }
  }

  return {
    get compactRevision() {
      return compacted;
    },
    append(added) {
      for (const event of added) events.push(event);
      const excess = events.length - start - limit;
      if (excess > 0) compact(events[start + excess - 1]?.revision ?? compacted);
    },
    since(revision) {
      if (revision < compacted) throw new CompactedError(compacted);
      return events.slice(indexAfter(revision));
    },
    compact,
  };
}
