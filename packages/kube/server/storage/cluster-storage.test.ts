import { silentLogger } from "@byocni/base/core";
import { createMemoryStoreHost, type Store } from "@byocni/base/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fieldValueOf } from "../registry/field-values.ts";
import { type ClusterStorage, createClusterStorage } from "./cluster-storage.ts";
import { objectKey, resourcePrefix } from "./keys.ts";

const prefix = resourcePrefix("", "configmaps");
const put = (name: string, more: object = {}) =>
  ({
    kind: "put",
    key: objectKey(prefix, "ns", name),
    value: { metadata: { name, namespace: "ns", ...more } },
  }) as const;

let store: Store;
let storage: ClusterStorage;
beforeEach(async () => {
  store = await createMemoryStoreHost().open("c");
  await store.write([put("before")]);
  storage = await createClusterStorage({ store, logger: silentLogger });
});
afterEach(async () => {
  await storage.close();
  await store.close();
});

describe("createClusterStorage", () => {
  it("shows what was there and, when a write returns, what was written", async () => {
    const cache = await storage.cache(prefix, fieldValueOf);
    expect(cache.list({}).map(({ name }) => name)).toEqual(["before"]);
    await storage.write([put("after")]);
    const revision = storage.revision();
    expect(cache.get("ns", "after")?.revision).toBe(revision);
    expect(cache.get("ns", "after")?.value["metadata"]).toMatchObject({ resourceVersion: String(revision) });
  });

  it("makes a cache late without losing what is written meanwhile", async () => {
    await storage.write([put("a")]);
    const [cache] = await Promise.all([storage.cache(prefix, fieldValueOf), store.write([put("b")])]);
    await storage.current();
    expect(cache.list({}).map(({ name }) => name)).toEqual(["a", "b", "before"]);
  });

  it("gives objects, bytes and events once for each version", async () => {
    const cache = await storage.cache(prefix, fieldValueOf);
    const [first, second] = [0, 1].map(() =>
      cache.watch({ selection: {}, from: { kind: "now" }, bookmarks: false, initialEventsEnd: false }),
    );
    await storage.write([put("a")]);
    const items = await Promise.all(
      [first, second].map(async (queue) => (await queue?.[Symbol.asyncIterator]().next())?.value),
    );
    const chunks = items.map((item) => (item?.kind === "object" ? item.object.chunk(item.type) : undefined));
    expect(chunks[0]).toBeDefined();
    expect(chunks[0]).toBe(chunks[1]);
    expect(cache.get("ns", "a")?.bytes()).toBe(cache.get("ns", "a")?.bytes());
    expect(JSON.parse(Buffer.from(chunks[0]?.bytes() ?? []).toString())).toEqual(chunks[0]?.value);
  });

  it("asks only the watchers that an event can concern", async () => {
    const cache = await storage.cache(prefix, fieldValueOf);
    let asked = 0;
    const matches = () => {
      asked++;
      return true;
    };
    for (let index = 0; index < 100; index++)
      cache.watch({
        selection: { name: `n${index}`, matches },
        from: { kind: "now" },
        bookmarks: false,
        initialEventsEnd: false,
      });
    expect(cache.watchers).toBe(100);
    await storage.write([put("n7")]);
    expect(asked).toBe(1);
    cache.close();
    expect(cache.watchers).toBe(0);
  });

  it("cuts off a reader that never reads", async () => {
    const cache = await storage.cache(prefix, fieldValueOf);
    cache.watch({ selection: {}, from: { kind: "now" }, bookmarks: false, initialEventsEnd: false });
    for (let batch = 0; batch < 21; batch++)
      await storage.write(Array.from({ length: 1000 }, (_, index) => put(`x${batch}-${index}`)));
    expect(cache.watchers).toBe(0);
  });
});
