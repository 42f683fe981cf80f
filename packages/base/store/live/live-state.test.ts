import type { JsonObject } from "@byocni/base/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoreEntry, StoreEvent, WriteOperation } from "../store.ts";
import { createLiveState } from "./live-state.ts";
import { byCodeUnit } from "./sorted-keys.ts";

type Model = ReadonlyMap<string, StoreEntry>;

/** A write as one would say it in a sentence: every state is kept whole. */
function applyToModel(states: Model[], operations: readonly WriteOperation[]): void {
  const before = states.at(-1) ?? new Map<string, StoreEntry>();
  const revision = states.length;
  const after = new Map(before);
  let changed = false;
  for (const { key, expect: expected, ...operation } of operations) {
    const current = before.get(key);
    if (expected?.kind === "absent" && current) return;
    if (expected?.kind === "revision" && current?.revision !== expected.revision) return;
    if (operation.kind === "delete") changed = after.delete(key) || changed;
    else {
      changed = true;
      after.set(key, { key, value: operation.value, revision, createRevision: current?.createRevision ?? revision });
    }
  }
  if (changed) states.push(after);
}

function eventsBetween(before: Model, after: Model, revision: number): StoreEvent[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort(byCodeUnit);
  return keys.flatMap((key): StoreEvent[] => {
    const [previous, entry] = [before.get(key), after.get(key)];
    if (entry && entry !== previous) return [{ kind: "put", revision, entry, ...(previous && { previous }) }];
    return previous && !entry ? [{ kind: "delete", revision, key, previous }] : [];
  });
}

const key = fc.constantFrom("/a/1", "/a/2", "/a/3", "/b/1", "/b/2", "/c");
const expectation = fc.option(
  fc.oneof(
    fc.constant({ kind: "absent" } as const),
    fc.record({ kind: fc.constant("revision" as const), revision: fc.nat(12) }),
  ),
  { freq: 3, nil: undefined },
);
const operation = fc
  .record({ put: fc.boolean(), key, n: fc.nat(99), expectation })
  .map(({ put, key: name, n, expectation: expected }): WriteOperation => {
    const expect = expected ? { expect: expected } : {};
    return put ? { kind: "put", key: name, value: { n }, ...expect } : { kind: "delete", key: name, ...expect };
  });
const writes = fc.array(fc.uniqueArray(operation, { minLength: 1, maxLength: 3, selector: (op) => op.key }), {
  maxLength: 25,
});

describe("createLiveState", () => {
  it("lists every revision, page by page, as the model has it", () => {
    fc.assert(
      fc.property(
        writes,
        fc.constantFrom("", "/a/", "/b", "/x"),
        fc.integer({ min: 1, max: 3 }),
        (all, prefix, limit) => {
          const states: Model[] = [new Map()];
          const live = createLiveState({ revision: 0, entries: [] }, 1000);
          for (const operations of all) {
            applyToModel(states, operations);
            live.apply(operations);
          }
          expect(live.revision).toBe(states.length - 1);
          for (const [revision, state] of states.entries()) {
            const expected = [...state.values()]
              .filter((entry) => entry.key.startsWith(prefix))
              .sort((a, b) => byCodeUnit(a.key, b.key));
            const paged: StoreEntry[] = [];
            for (;;) {
              const after = paged.at(-1)?.key;
              const page = live.list(prefix, { revision, limit, ...(after !== undefined && { after }) });
              paged.push(...page.entries);
              expect(page.remaining).toBe(expected.length - paged.length);
              if (page.remaining === 0) break;
            }
            expect(paged).toEqual(expected);
          }
        },
      ),
    );
  });

  it("watches, from any revision, the very changes between the states of the model", async () => {
    await fc.assert(
      fc.asyncProperty(writes, fc.constantFrom("", "/a/"), fc.nat(25), async (all, prefix, start) => {
        const states: Model[] = [new Map()];
        const live = createLiveState({ revision: 0, entries: [] }, 1000);
        const half = Math.floor(all.length / 2);
        const write = (operations: readonly WriteOperation[]): void => {
          applyToModel(states, operations);
          live.apply(operations);
        };
        all.slice(0, half).forEach(write);
        const after = Math.min(start, live.revision);
        const watch = live.watch(prefix, after, new AbortController().signal);
        all.slice(half).forEach(write);
        live.endWatches();
        const seen: StoreEvent[] = [];
        for await (const events of watch) seen.push(...events);
        const expected = states.flatMap((state, revision) =>
          revision > after ? eventsBetween(states[revision - 1] ?? new Map(), state, revision) : [],
        );
        const order = (a: StoreEvent, b: StoreEvent): number => a.revision - b.revision || byCodeUnit(name(a), name(b));
        expect(seen.sort(order)).toEqual(expected.filter((event) => name(event).startsWith(prefix)));
      }),
    );
  });

  it("refuses keys that are no well-formed text", () => {
    const live = createLiveState({ revision: 0, entries: [] }, 10);
    const value: JsonObject = {};
    expect(() => live.apply([{ kind: "put", key: "/\ud800", value }])).toThrow("well-formed");
    expect(live.revision).toBe(0);
  });
});

function name(event: StoreEvent): string {
  return event.kind === "put" ? event.entry.key : event.key;
}
