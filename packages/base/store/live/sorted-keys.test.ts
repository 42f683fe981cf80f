import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byCodeUnit, createSortedKeys, prefixEnd } from "./sorted-keys.ts";

describe("createSortedKeys", () => {
  it("behaves as a sorted array", () => {
    const key = fc.string({ unit: fc.constantFrom("a", "b", "\uffff", "😀"), maxLength: 4 });
    const step = fc.record({ add: fc.boolean(), key });
    fc.assert(
      fc.property(fc.array(key), fc.array(step), key, (initial, steps, probe) => {
        const model = new Set(initial);
        const keys = createSortedKeys(model);
        for (const { add, key: changed } of steps) {
          if (add && !model.has(changed)) keys.add(changed);
          if (!add && model.has(changed)) keys.remove(changed);
          if (add) model.add(changed);
          else model.delete(changed);
        }
        const sorted = [...model].sort(byCodeUnit);
        expect(keys.size).toBe(sorted.length);
        expect([...keys.range(0, keys.size)]).toEqual(sorted);
        expect([...keys.range(1, 3)]).toEqual(sorted.slice(1, 3));
        expect(keys.rank(probe)).toBe(sorted.filter((other) => other < probe).length);
      }),
    );
  });

  it("stays sorted through the splits and joins of many chunks", () => {
    const keys = createSortedKeys();
    const names = Array.from({ length: 20_000 }, (_, n) => `k${String((n * 7919) % 20_000).padStart(5, "0")}`);
    for (const name of names) keys.add(name);
    const sorted = [...names].sort(byCodeUnit);
    expect([...keys.range(0, keys.size)]).toEqual(sorted);
    expect(keys.rank("k12345")).toBe(12_345);
    for (const name of names) if (!name.endsWith("7")) keys.remove(name);
    expect([...keys.range(0, keys.size)]).toEqual(sorted.filter((name) => name.endsWith("7")));
  });
});

describe("prefixEnd", () => {
  it.each([
    ["a", "b"],
    ["/a/", "/a0"],
    ["a\uffff", "b"],
    ["\uffff", undefined],
    ["", undefined],
  ])("of %j is %j", (prefix, end) => {
    expect(prefixEnd(prefix)).toBe(end);
  });
});
