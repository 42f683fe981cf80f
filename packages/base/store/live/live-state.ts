import { assert } from "@byocni/base/core";
import { FutureRevisionError } from "../errors.ts";
import type {
  Expectation,
  ListOptions,
  ListResult,
  StoreEntry,
  StoreEvent,
  WriteOperation,
  WriteResult,
} from "../store.ts";
import { createHistory } from "./history.ts";
import { byCodeUnit, createSortedKeys, prefixEnd } from "./sorted-keys.ts";
import { createWatchers, keyOf } from "./watchers.ts";

/** What a store starts from. */
export interface StoredState {
  readonly revision: number;
  readonly entries: Iterable<StoreEntry>;
}

/** One store's whole state in memory, with no notion of durability: everything happens at once, or throws. */
export interface LiveState {
  readonly revision: number;
  get(key: string): StoreEntry | undefined;
  /** @throws CompactedError, FutureRevisionError */
  list(prefix: string, options: ListOptions): ListResult;
  /** Carries out a write, or nothing of it; `events` is what changed. */
  apply(operations: readonly WriteOperation[]): {
    readonly result: WriteResult;
    readonly events: readonly StoreEvent[];
  };
  /** @throws CompactedError */
  watch(prefix: string, after: number, signal: AbortSignal): AsyncIterable<readonly StoreEvent[]>;
  compact(revision: number): void;
  /** Ends all watches. */
  endWatches(): void;
}

const loneSurrogate = /\p{Surrogate}/u;

/** @param historyLimit how many events are kept for watches and for lists of the past. */
export function createLiveState(stored: StoredState, historyLimit: number): LiveState {
  let latest = stored.revision;
  const entries = new Map<string, StoreEntry>();
  for (const entry of stored.entries) entries.set(entry.key, entry);
  const keys = createSortedKeys(entries.keys());
  const history = createHistory(historyLimit, latest);
  const watchers = createWatchers(historyLimit);

  function change(event: StoreEvent): void {
    if (event.kind === "put") {
      if (!event.previous) keys.add(event.entry.key);
      entries.set(event.entry.key, event.entry);
    } else {
      keys.remove(event.key);
      entries.delete(event.key);
    }
  }

  /** For every key in a range that was written after a revision: what it was then, in order of keys. */
  function differences(revision: number, from: string, to: string | undefined) {
    const then = new Map<string, StoreEntry | undefined>();
    for (const event of history.since(revision)) {
      const key = keyOf(event);
      if (key >= from && (to === undefined || key < to) && !then.has(key)) then.set(key, event.previous);
    }
    return then;
  }

  function list(prefix: string, options: ListOptions): ListResult {
    const revision = options.revision ?? latest;
    if (revision > latest) throw new FutureRevisionError(revision, latest);
    const to = prefixEnd(prefix);
    const { after } = options;
    const from = after !== undefined && after >= prefix ? `${after}\u0000` : prefix;
    const start = keys.rank(from);
    // A page token from after the prefix lists nothing.
    const end = Math.max(start, to === undefined ? keys.size : keys.rank(to));
    const then = revision === latest ? new Map<string, StoreEntry | undefined>() : differences(revision, from, to);
    let total = end - start;
    for (const [key, entry] of then) total += (entry ? 1 : 0) - (entries.has(key) ? 1 : 0);
    const limit = Math.max(0, Math.min(options.limit ?? total, total));
    const listed: StoreEntry[] = [];
    for (const key of merged(keys.range(start, end), [...then.keys()].sort(byCodeUnit))) {
      if (listed.length >= limit) break;
      const entry = then.has(key) ? then.get(key) : entries.get(key);
      if (entry) listed.push(entry);
    }
    return { entries: listed, revision, remaining: total - listed.length };
  }

  function apply(operations: readonly WriteOperation[]) {
    assert(distinctKeys(operations), "the operations of one write have distinct keys");
    for (const [failed, operation] of operations.entries()) {
      const current = entries.get(operation.key);
      if (!holds(operation.expect, current)) {
        return { result: { ok: false, failed, current } as const, events: [] };
      }
    }
    const revision = latest + 1;
    const events: StoreEvent[] = [];
    const results = operations.map((operation) => {
      const previous = entries.get(operation.key);
      if (operation.kind === "delete") {
        if (previous) events.push({ kind: "delete", revision, key: operation.key, previous });
        return previous;
      }
      assert(!loneSurrogate.test(operation.key), "a key is well-formed text");
      const createRevision = previous?.createRevision ?? revision;
      const entry: StoreEntry = { key: operation.key, value: operation.value, revision, createRevision };
      events.push({ kind: "put", revision, entry, ...(previous && { previous }) });
      return entry;
    });
    if (events.length > 0) {
      latest = revision;
      events.forEach(change);
      history.append(events);
      watchers.publish(events);
    }
    return { result: { ok: true, revision: latest, entries: results } as const, events };
  }

  return {
    get revision() {
      return latest;
    },
    get: (key) => entries.get(key),
    list,
    apply,
    watch: (prefix, after, signal) =>
      watchers.add(
        prefix,
        after,
        history.since(after).filter((event) => keyOf(event).startsWith(prefix)),
        signal,
      ),
    compact: (revision) => history.compact(Math.min(revision, latest)),
    endWatches: () => watchers.end(),
  };
}

function holds(expect: Expectation | undefined, current: StoreEntry | undefined): boolean {
  if (!expect) return true;
  return expect.kind === "absent" ? !current : current?.revision === expect.revision;
}

function distinctKeys(operations: readonly WriteOperation[]): boolean {
  return operations.length < 2 || new Set(operations.map((operation) => operation.key)).size === operations.length;
}

/** Two sorted sequences as one, without doubles. */
function* merged(left: Iterable<string>, right: readonly string[]): Generator<string, void> {
  let at = 0;
  for (const key of left) {
    for (let other = right[at]; other !== undefined && other <= key; other = right[++at]) {
      if (other < key) yield other;
    }
    yield key;
  }
  yield* right.slice(at);
}
