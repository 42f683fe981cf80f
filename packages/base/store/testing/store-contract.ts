import { afterEach, describe, expect, it } from "vitest";
import { CompactedError, type Store, type StoreEvent, type StoreHost } from "../store.ts";
import { FutureRevisionError, StoreClosedError } from "../errors.ts";

export interface StoreContractOptions {
  /** Closes a host and opens another over the same data; left out where nothing outlives the host. */
  readonly reopen?: (host: StoreHost) => Promise<StoreHost>;
}

const never = new AbortController().signal;

/** What every store host must do. `makeHost` gives a fresh, empty host. */
export function describeStoreContract(
  name: string,
  makeHost: (options: { readonly historyLimit?: number }) => StoreHost | Promise<StoreHost>,
  options: StoreContractOptions = {},
): void {
  const hosts: StoreHost[] = [];

  async function host(historyLimit?: number): Promise<StoreHost> {
    const made = await makeHost(historyLimit === undefined ? {} : { historyLimit });
    hosts.push(made);
    return made;
  }
  async function store(historyLimit?: number): Promise<Store> {
    return (await host(historyLimit)).open("s");
  }

  describe(`${name}: the store contract`, () => {
    afterEach(async () => {
      for (const made of hosts.splice(0)) await made.close();
    });

    describe("get and write", () => {
      it("stores, replaces and removes under growing revisions", async () => {
        const s = await store();
        expect(await s.revision()).toBe(0);
        expect(await s.write([{ kind: "put", key: "a", value: { n: 1 } }])).toMatchObject({ ok: true, revision: 1 });
        expect(await s.write([{ kind: "put", key: "a", value: { n: 2 } }])).toMatchObject({ ok: true, revision: 2 });
        const entry = { key: "a", value: { n: 2 }, revision: 2, createRevision: 1 };
        expect(await s.get("a")).toEqual(entry);
        expect(await s.write([{ kind: "delete", key: "a" }])).toEqual({ ok: true, revision: 3, entries: [entry] });
        expect(await s.get("a")).toBeUndefined();
        await s.write([{ kind: "put", key: "a", value: {} }]);
        expect(await s.get("a")).toMatchObject({ revision: 4, createRevision: 4 });
        expect(await s.revision()).toBe(4);
      });

      it("gives all operations of a write one revision", async () => {
        const s = await store();
        await s.write([{ kind: "put", key: "a", value: {} }]);
        const result = await s.write([
          { kind: "put", key: "b", value: {} },
          { kind: "delete", key: "a" },
          { kind: "put", key: "c", value: {} },
        ]);
        expect(result).toMatchObject({ ok: true, revision: 2, entries: [{ key: "b" }, { key: "a" }, { key: "c" }] });
        expect((await s.list("")).entries.map((entry) => [entry.key, entry.revision])).toEqual([
          ["b", 2],
          ["c", 2],
        ]);
      });

      it("writes nothing when one expectation fails, and says which and what is there", async () => {
        const s = await store();
        await s.write([{ kind: "put", key: "b", value: { n: 1 } }]);
        const result = await s.write([
          { kind: "put", key: "a", value: {}, expect: { kind: "absent" } },
          { kind: "delete", key: "b", expect: { kind: "revision", revision: 7 } },
        ]);
        expect(result).toEqual({
          ok: false,
          failed: 1,
          current: { key: "b", value: { n: 1 }, revision: 1, createRevision: 1 },
        });
        expect(await s.get("a")).toBeUndefined();
        expect(await s.revision()).toBe(1);
      });

      it.each([
        { what: "absent, and it is there", expect: { kind: "absent" } as const, key: "there", ok: false },
        { what: "absent, and it is", expect: { kind: "absent" } as const, key: "new", ok: true },
        { what: "its revision", expect: { kind: "revision", revision: 1 } as const, key: "there", ok: true },
        { what: "another revision", expect: { kind: "revision", revision: 2 } as const, key: "there", ok: false },
        {
          what: "a revision, and it is absent",
          expect: { kind: "revision", revision: 1 } as const,
          key: "new",
          ok: false,
        },
      ])("expects $what", async (row) => {
        const s = await store();
        await s.write([{ kind: "put", key: "there", value: {} }]);
        expect((await s.write([{ kind: "put", key: row.key, value: {}, expect: row.expect }])).ok).toBe(row.ok);
      });

      it("changes nothing by deleting what is absent, or by no operations", async () => {
        const s = await store();
        await s.write([{ kind: "put", key: "a", value: {} }]);
        expect(await s.write([{ kind: "delete", key: "x" }])).toEqual({ ok: true, revision: 1, entries: [undefined] });
        expect(await s.write([])).toEqual({ ok: true, revision: 1, entries: [] });
        expect(await s.revision()).toBe(1);
      });

      it("refuses two operations on one key in a write", async () => {
        const s = await store();
        const twice = s.write([
          { kind: "put", key: "a", value: {} },
          { kind: "delete", key: "a" },
        ]);
        await expect(twice).rejects.toThrow("distinct keys");
        expect(await s.revision()).toBe(0);
      });

      it("lets exactly one of many concurrent writers win", async () => {
        const s = await store();
        await s.write([{ kind: "put", key: "k", value: { by: -1 } }]);
        const results = await Promise.all(
          Array.from({ length: 50 }, (_, by) =>
            s.write([{ kind: "put", key: "k", value: { by }, expect: { kind: "revision", revision: 1 } }]),
          ),
        );
        const winners = results.flatMap((result, by) => (result.ok ? [by] : []));
        expect(winners).toHaveLength(1);
        expect((await s.get("k"))?.value).toEqual({ by: winners[0] });
        expect(await s.revision()).toBe(2);
      });
    });

    describe("list", () => {
      it("lists a prefix in code-unit order", async () => {
        const s = await store();
        const keys = ["/a/b", "/a/B", "/a/\u{1f600}", "/a/\uffee", "/a", "/a0", "/b/x", "/a/"];
        for (const key of keys) await s.write([{ kind: "put", key, value: {} }]);
        const listed = (await s.list("/a/")).entries.map((entry) => entry.key);
        expect(listed).toEqual(["/a/", "/a/B", "/a/b", "/a/\u{1f600}", "/a/\uffee"]);
        expect((await s.list("")).entries).toHaveLength(keys.length);
        expect(await s.list("/nothing")).toEqual({ entries: [], revision: keys.length, remaining: 0 });
      });

      it("pages consistently at a revision while others write", async () => {
        const s = await store();
        for (let n = 0; n < 10; n++) await s.write([{ kind: "put", key: `/p/${n}`, value: { n } }]);
        const seen: unknown[] = [];
        let page = await s.list("/p/", { limit: 3 });
        const { revision } = page;
        const remaining = [page.remaining];
        for (;;) {
          seen.push(...page.entries.map((entry) => entry.value["n"]));
          const after = page.entries.at(-1)?.key;
          if (page.remaining === 0 || after === undefined) break;
          await s.write([
            { kind: "delete", key: `/p/${seen.length}` },
            { kind: "put", key: `/p/${seen.length}5`, value: { n: "new" } },
            { kind: "put", key: "/p/8", value: { n: "changed" } },
          ]);
          page = await s.list("/p/", { limit: 3, after, revision });
          expect(page.revision).toBe(revision);
          remaining.push(page.remaining);
        }
        expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        expect(remaining).toEqual([7, 4, 1, 0]);
      });

      it("lists nothing after the end of the prefix", async () => {
        const s = await store();
        await s.write([{ kind: "put", key: "/a/1", value: {} }]);
        await s.write([{ kind: "put", key: "/z", value: {} }]);
        expect(await s.list("/a/", { after: "/zz" })).toEqual({ entries: [], revision: 2, remaining: 0 });
        expect((await s.list("/a/", { after: "/" })).entries).toHaveLength(1);
      });

      it("refuses a revision that is still to come", async () => {
        const s = await store();
        await expect(s.list("", { revision: 1 })).rejects.toThrow(FutureRevisionError);
      });
    });

    describe("watch", () => {
      it("replays from a revision, with what was there before, then goes on", async () => {
        const s = await store();
        await s.write([{ kind: "put", key: "/w/a", value: { n: 1 } }]);
        await s.write([{ kind: "put", key: "/w/a", value: { n: 2 } }]);
        await s.write([{ kind: "put", key: "/other", value: {} }]);
        const watch = reader(s.watch("/w/", 1, never));
        await s.write([{ kind: "delete", key: "/w/a" }]);
        const a1 = { key: "/w/a", value: { n: 1 }, revision: 1, createRevision: 1 };
        const a2 = { key: "/w/a", value: { n: 2 }, revision: 2, createRevision: 1 };
        expect(await watch.take(2)).toEqual([
          { kind: "put", revision: 2, entry: a2, previous: a1 },
          { kind: "delete", revision: 4, key: "/w/a", previous: a2 },
        ]);
        const next = watch.take(1);
        await s.write([{ kind: "put", key: "/w/b", value: {} }]);
        const b = { key: "/w/b", value: {}, revision: 5, createRevision: 5 };
        expect(await next).toEqual([{ kind: "put", revision: 5, entry: b }]);
        await watch.leave();
      });

      it("hands over the events of one write together", async () => {
        const s = await store();
        const watch = s.watch("", 0, never)[Symbol.asyncIterator]();
        await s.write([
          { kind: "put", key: "a", value: {} },
          { kind: "put", key: "b", value: {} },
        ]);
        expect((await watch.next()).value).toHaveLength(2);
      });

      it("misses nothing between the list and the watch", async () => {
        const s = await store();
        await s.write([{ kind: "put", key: "a", value: {} }]);
        const { revision } = await s.list("");
        await s.write([{ kind: "put", key: "b", value: {} }]);
        expect(await reader(s.watch("", revision, never)).take(1)).toMatchObject([{ entry: { key: "b" } }]);
      });

      it("waits for revisions that are still to come, and leaves out those before", async () => {
        const s = await store();
        const watch = reader(s.watch("", 2, never));
        const next = watch.take(1);
        for (const key of ["a", "b", "c"]) await s.write([{ kind: "put", key, value: {} }]);
        expect(await next).toMatchObject([{ revision: 3, entry: { key: "c" } }]);
      });

      it("ends when the signal is aborted, and when the store is closed", async () => {
        const s = await store();
        const controller = new AbortController();
        const aborted = s.watch("", 0, controller.signal)[Symbol.asyncIterator]();
        const closed = s.watch("", 0, never)[Symbol.asyncIterator]();
        const steps = [aborted.next(), closed.next()];
        controller.abort();
        expect(await steps[0]).toMatchObject({ done: true });
        await s.close();
        expect(await steps[1]).toMatchObject({ done: true });
        const late = s.watch("", 0, AbortSignal.abort());
        await expect(late[Symbol.asyncIterator]().next()).rejects.toThrow(StoreClosedError);
      });

      it("tells a reader that fell too far behind", async () => {
        const s = await store(5);
        const watch = s.watch("", 0, never)[Symbol.asyncIterator]();
        for (let n = 0; n < 6; n++) await s.write([{ kind: "put", key: "a", value: { n } }]);
        await expect(watch.next()).rejects.toThrow(CompactedError);
      });
    });

    describe("compaction", () => {
      it("forgets up to and including the revision", async () => {
        const s = await store();
        for (let n = 1; n <= 4; n++) await s.write([{ kind: "put", key: "a", value: { n } }]);
        await s.compact(2);
        await expect(s.list("", { revision: 1 })).rejects.toThrow(CompactedError);
        await expect(s.watch("", 1, never)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
          compactRevision: 2,
        });
        expect((await s.list("", { revision: 2 })).entries).toMatchObject([{ value: { n: 2 } }]);
        expect(await reader(s.watch("", 2, never)).take(2)).toMatchObject([{ revision: 3 }, { revision: 4 }]);
      });

      it("happens by itself, by size, and never within a revision", async () => {
        const s = await store(3);
        await s.write([
          { kind: "put", key: "a", value: {} },
          { kind: "put", key: "b", value: {} },
        ]);
        await s.write([{ kind: "put", key: "c", value: {} }]);
        expect((await s.list("", { revision: 0 })).entries).toEqual([]);
        await s.write([{ kind: "put", key: "d", value: {} }]);
        await expect(s.list("", { revision: 0 })).rejects.toMatchObject({ compactRevision: 1 });
        expect((await s.list("", { revision: 1 })).entries).toHaveLength(2);
      });

      it("stops at the latest revision", async () => {
        const s = await store();
        await s.write([{ kind: "put", key: "a", value: {} }]);
        await s.compact(100);
        const watch = reader(s.watch("", 1, never));
        await s.write([{ kind: "put", key: "a", value: {} }]);
        expect(await watch.take(1)).toMatchObject([{ revision: 2 }]);
      });
    });

    describe("host", () => {
      it("keeps stores apart and counts the revisions of each", async () => {
        const h = await host();
        const [a, b] = [await h.open("a"), await h.open("b.c-1")];
        await a.write([{ kind: "put", key: "k", value: { in: "a" } }]);
        expect(await b.get("k")).toBeUndefined();
        expect(await b.revision()).toBe(0);
        expect(await h.open("a")).toBe(a);
        expect(await h.names()).toEqual(["a", "b.c-1"]);
      });

      it("drops a store with all that is in it", async () => {
        const h = await host();
        const s = await h.open("a");
        await s.write([{ kind: "put", key: "k", value: {} }]);
        const watch = s.watch("", 1, never)[Symbol.asyncIterator]().next();
        await h.drop("a");
        await h.drop("absent");
        expect(await watch).toMatchObject({ done: true });
        expect(await h.names()).toEqual([]);
        await expect(s.get("k")).rejects.toThrow(StoreClosedError);
        const again = await h.open("a");
        expect(await again.revision()).toBe(0);
        expect((await again.list("")).entries).toEqual([]);
      });

      it.each(["", "A", "-a", "a/b", "a b"])("refuses the name %j", async (bad) => {
        await expect((await host()).open(bad)).rejects.toThrow("not a name");
      });

      it("keeps what a store holds when it is closed and opened again", async () => {
        const h = await host();
        const s = await h.open("a");
        const written = s.write([{ kind: "put", key: "k", value: { n: 1 } }]);
        const closing = s.close();
        const again = await h.open("a");
        expect(await again.get("k")).toMatchObject({ value: { n: 1 }, revision: 1 });
        await written;
        await closing;
        await s.close();
        expect(await again.write([{ kind: "put", key: "l", value: {} }])).toMatchObject({ revision: 2 });
      });

      it("answers nothing after it was closed, and closes twice as once", async () => {
        const h = await host();
        const s = await h.open("a");
        await h.close();
        await h.close();
        await expect(h.open("a")).rejects.toThrow(StoreClosedError);
        await expect(s.write([{ kind: "put", key: "a", value: {} }])).rejects.toThrow(StoreClosedError);
      });
    });

    const { reopen } = options;
    describe.skipIf(!reopen)(`reopen${reopen ? "" : " (nothing outlives this host)"}`, () => {
      async function again(old: StoreHost): Promise<StoreHost> {
        const made = await (reopen ?? (() => Promise.reject(new Error("no reopen"))))(old);
        hosts.push(made);
        return made;
      }

      it("finds entries, revisions and names as they were", async () => {
        const h = await host();
        const s = await h.open("a");
        await h.open("empty");
        await s.write([{ kind: "put", key: "k", value: { text: "é\u0000\u{1f600}", n: 1.5, no: null } }]);
        await s.write([{ kind: "put", key: "gone", value: {} }]);
        await s.write([{ kind: "put", key: "k", value: { text: "é\u0000\u{1f600}", n: 2.5, no: null } }]);
        await s.write([{ kind: "delete", key: "gone" }]);
        const before = await s.list("");
        const h2 = await again(h);
        const s2 = await h2.open("a");
        expect(await s2.list("")).toEqual(before);
        expect(await s2.revision()).toBe(4);
        expect(await h2.names()).toEqual(["a", "empty"]);
        expect(await s2.write([{ kind: "put", key: "next", value: {} }])).toMatchObject({ revision: 5 });
      });

      it("knows that it does not know the past", async () => {
        const h = await host();
        const s = await h.open("a");
        await s.write([{ kind: "put", key: "k", value: {} }]);
        await s.write([{ kind: "put", key: "k", value: {} }]);
        const s2 = await (await again(h)).open("a");
        await expect(s2.watch("", 1, never)[Symbol.asyncIterator]().next()).rejects.toThrow(CompactedError);
        const watch = reader(s2.watch("", 2, never));
        await s2.write([{ kind: "put", key: "k", value: {} }]);
        expect(await watch.take(1)).toMatchObject([{ revision: 3, previous: { revision: 2 } }]);
      });

      it("does not bring back a dropped store", async () => {
        const h = await host();
        await (await h.open("a")).write([{ kind: "put", key: "k", value: {} }]);
        await h.drop("a");
        const h2 = await again(h);
        expect(await h2.names()).toEqual([]);
        expect(await (await h2.open("a")).get("k")).toBeUndefined();
      });

      it("keeps writes that nobody waited for when it was closed", async () => {
        const h = await host();
        const s = await h.open("a");
        const written = s.write([{ kind: "put", key: "k", value: {} }]);
        const h2 = await again(h);
        await written;
        expect(await (await h2.open("a")).get("k")).toBeDefined();
      });
    });
  });
}

/** Reads single events, however they are batched. */
function reader(watch: AsyncIterable<readonly StoreEvent[]>) {
  const iterator = watch[Symbol.asyncIterator]();
  const events: StoreEvent[] = [];
  return {
    async take(count: number): Promise<readonly StoreEvent[]> {
      while (events.length < count) {
        const step = await iterator.next();
        if (step.done) throw new Error(`the watch ended after ${events.length} of ${count} events`);
        events.push(...step.value);
      }
      return events.splice(0, count);
    },
    async leave(): Promise<void> {
      await iterator.return?.();
    },
  };
}
