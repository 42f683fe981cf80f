import { assert } from "@byocni/base/core";
import { StoreClosedError } from "../errors.ts";
import type { Store, StoreHost } from "../store.ts";
import type { Journal } from "./journal.ts";
import { createLiveState, type LiveState } from "./live-state.ts";

const namePattern = /^[a-z0-9][a-z0-9.-]*$/;

/** How many events a store keeps unless told otherwise. */
const defaultHistoryLimit = 10_000;

export interface LiveStoreHostOptions {
  /** Events that each store keeps for watches and for lists of the past; 10,000 by default. */
  readonly historyLimit?: number | undefined;
  /** Without one the stores last as long as the host. */
  readonly journal?: Journal;
}

/** A host whose stores live in memory; a journal makes them last. */
export function createLiveStoreHost(options: LiveStoreHostOptions): StoreHost {
  const { journal, historyLimit = defaultHistoryLimit } = options;
  /** With a journal a state leaves memory when its store is closed, and is loaded again when it is opened. */
  const states = new Map<string, LiveState>();
  const open = new Map<string, Store>();
  let closing: Promise<void> | undefined;

  function assertOpen(): void {
    if (closing) throw new StoreClosedError("the store host");
  }

  function createStore(name: string, state: LiveState): Store {
    let closed = false;
    const live = (): LiveState => {
      if (closed) throw new StoreClosedError(`store ${name}`);
      return state;
    };
    return {
      async get(key) {
        return live().get(key);
      },
      async list(prefix, listOptions = {}) {
        return live().list(prefix, listOptions);
      },
      async write(operations) {
        const target = live();
        journal?.assertWritable();
        const { result, events } = target.apply(operations);
        if (events.length > 0) await journal?.append(name, events);
        return result;
      },
      watch(prefix, after, signal) {
        try {
          return live().watch(prefix, after, signal);
        } catch (error) {
          return failing(error);
        }
      },
      async revision() {
        return live().revision;
      },
      async compact(revision) {
        live().compact(revision);
      },
      async close() {
        if (closed) return;
        closed = true;
        open.delete(name);
        state.endWatches();
        if (!journal) return;
        states.delete(name);
        await journal.flushed();
      },
      [Symbol.asyncDispose]() {
        return this.close();
      },
    };
  }

  function stateOf(name: string): LiveState {
    let state = states.get(name);
    if (!state) {
      state = createLiveState(journal?.load(name) ?? { revision: 0, entries: [] }, historyLimit);
      states.set(name, state);
    }
    return state;
  }

  return {
    async open(name) {
      assertOpen();
      assert(namePattern.test(name), `${JSON.stringify(name)} is not a name for a store`);
      let store = open.get(name);
      if (!store) {
        store = createStore(name, stateOf(name));
        open.set(name, store);
      }
      return store;
    },
    async drop(name) {
      assertOpen();
      // Whoever opened it again meanwhile loses it too: nothing may come between the last close and the removal.
      for (let store = open.get(name); store; store = open.get(name)) await store.close();
      states.delete(name);
      journal?.drop(name);
    },
    async names() {
      assertOpen();
      return [...(journal?.names() ?? states.keys())].sort();
    },
    close() {
      return (closing ??= (async () => {
        try {
          const results = await Promise.allSettled([...open.values()].map((store) => store.close()));
          for (const result of results) if (result.status === "rejected") throw result.reason;
        } finally {
          states.clear();
          journal?.close();
        }
      })());
    },
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
}

function failing(error: unknown): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error as Error) }) };
}
