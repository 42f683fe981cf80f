import { CompactedError, type StoreEvent } from "../store.ts";

/** The watches of one store. */
export interface Watchers {
  /** Hands the events of a write to every watch that wants them. */
  publish(events: readonly StoreEvent[]): void;
  /**
   * Starts a watch of events after a revision (which may be still to come), with what it has missed of them; it misses
   * nothing from now on, whenever reading begins.
   */
  add(
    prefix: string,
    after: number,
    missed: readonly StoreEvent[],
    signal: AbortSignal,
  ): AsyncIterable<readonly StoreEvent[]>;
  /** Ends all watches, after what they were handed before. */
  end(): void;
}

type Batch = readonly StoreEvent[];
type Step = IteratorResult<Batch, undefined>;

const over: Step = { done: true, value: undefined };

/** @param limit a watch that has this many events unread has fallen behind, and fails with CompactedError. */
export function createWatchers(limit: number): Watchers {
  const watches = new Set<{ offer(events: Batch): void; end(): void }>();

  function add(prefix: string, after: number, missed: Batch, signal: AbortSignal): AsyncIterable<Batch> {
    let unread: StoreEvent[] = [...missed];
    let reader: { resolve(step: Step): void; reject(error: unknown): void } | undefined;
    let ended = false;
    let failure: CompactedError | undefined;

    function stop(): void {
      ended = true;
      watches.delete(watch);
      signal.removeEventListener("abort", onAbort);
    }
    function onAbort(): void {
      unread = [];
      watch.end();
    }
    const watch = {
      offer(events: Batch) {
        const wanted = events.filter((event) => event.revision > after && keyOf(event).startsWith(prefix));
        if (wanted.length === 0) return;
        if (reader) {
          reader.resolve({ done: false, value: wanted });
          reader = undefined;
          return;
        }
        unread.push(...wanted);
        if (unread.length > limit) {
          failure = new CompactedError(unread.at(-1)?.revision ?? 0);
          unread = [];
          stop();
        }
      },
      end() {
        stop();
        reader?.resolve(over);
        reader = undefined;
      },
    };
    if (signal.aborted) onAbort();
    else {
      watches.add(watch);
      signal.addEventListener("abort", onAbort, { once: true });
    }

    const iterator: AsyncIterator<Batch, undefined> = {
      next() {
        if (failure) return Promise.reject(failure);
        if (unread.length > 0) {
          const value = unread;
          unread = [];
          return Promise.resolve({ done: false, value });
        }
        if (ended) return Promise.resolve(over);
        return new Promise((resolve, reject) => (reader = { resolve, reject }));
      },
      return() {
        onAbort();
        return Promise.resolve(over);
      },
    };
    return { [Symbol.asyncIterator]: () => iterator };
  }

  return {
    add,
    publish(events) {
      for (const watch of watches) watch.offer(events);
    },
    end() {
      for (const watch of watches) watch.end();
    },
  };
}

/** The key that an event is about. */
export function keyOf(event: StoreEvent): string {
  return event.kind === "put" ? event.entry.key : event.key;
}
