import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFieldSetPool } from "./field-set-pool.ts";
import {
  type FieldSet,
  FieldSetBuilder,
  intersectSets,
  pathsOf,
  readFieldSet,
  readWrittenFieldSet,
  subtractSets,
  subtractTrees,
  unionSets,
  writeFieldSet,
} from "./field-set.ts";

const path = fc.array(fc.constantFrom("f:a", "f:b", "f:c", 'k:{"name":"x"}'), { minLength: 1, maxLength: 3 });
const paths = fc.array(path, { maxLength: 8 });

function setOf(list: readonly (readonly string[])[]): FieldSet {
  const set = new FieldSetBuilder();
  for (const one of list) set.insert(one);
  return set;
}
const text = (one: readonly string[]): string => one.join("/");
const namesOf = (set: FieldSet): string[] => pathsOf(set).map(text).sort();
const isBelow = (one: string, other: string): boolean => one === other || one.startsWith(`${other}/`);

describe("field sets", () => {
  it("are sets of paths, whether they were built or read from what was written", () => {
    fc.assert(
      fc.property(paths, paths, fc.boolean(), fc.boolean(), (left, right, readLeft, readRight) => {
        const [a, b] = [new Set(left.map(text)), new Set(right.map(text))];
        const made = (list: readonly (readonly string[])[], isRead: boolean): FieldSet =>
          isRead ? readWrittenFieldSet(writeFieldSet(setOf(list))) : setOf(list);
        const [x, y] = [made(left, readLeft), made(right, readRight)];
        const expected = (keep: (name: string) => boolean): string[] =>
          [...new Set([...a, ...b])].filter((name) => keep(name)).sort();
        expect(namesOf(unionSets(x, y))).toEqual(expected(() => true));
        expect(namesOf(intersectSets(x, y))).toEqual(expected((name) => a.has(name) && b.has(name)));
        expect(namesOf(subtractSets(x, y))).toEqual(expected((name) => a.has(name) && !b.has(name)));
        expect(namesOf(subtractTrees(x, y))).toEqual(
          expected((name) => a.has(name) && ![...b].some((other) => isBelow(name, other))),
        );
      }),
    );
  });

  it("are written in one form, and read back", () => {
    fc.assert(
      fc.property(paths, (list) => {
        const json = writeFieldSet(setOf(list));
        expect(JSON.stringify(writeFieldSet(readFieldSet(json)))).toBe(JSON.stringify(json));
        expect(namesOf(readWrittenFieldSet(json))).toEqual(namesOf(readFieldSet(json)));
      }),
    );
  });

  it("become one object where they are equal", () => {
    const pool = createFieldSetPool();
    const first = pool.shared(writeFieldSet(setOf([["f:a", "f:b"]])));
    expect(pool.shared(writeFieldSet(setOf([["f:a", "f:b"]])))).toBe(first);
    expect(pool.shared(writeFieldSet(setOf([["f:a"]])))).not.toBe(first);
  });

  it("stay the very same objects where nothing changes", () => {
    const json = writeFieldSet(setOf([["f:a", "f:b"], ["f:c"]]));
    const set = readWrittenFieldSet(json);
    expect(unionSets(set, setOf([["f:c"]]))).toBe(set);
    expect(subtractSets(set, setOf([["f:d"]]))).toBe(set);
    expect(writeFieldSet(set)).toBe(json);
    expect(writeFieldSet(unionSets(set, setOf([["f:d"]])))["f:a"]).toBe(json["f:a"]);
  });
});
