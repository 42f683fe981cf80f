import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, jsonEqual } from "./json.ts";
import { atJsonPointer, formatJsonPointer, parseJsonPointer } from "./json-pointer.ts";
import { mergePatch } from "./merge-patch.ts";

describe("JSON pointer", () => {
  // The document and the pointers of RFC 6901, 5.
  const document = {
    foo: ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
  };
  it.each([
    ["", document],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
    ["/foo/2", undefined],
    ["/foo/-", undefined],
    ["/foo/00", undefined],
    ["/foo/length", undefined],
    ["/toString", undefined],
    ["/foo/0/x", undefined],
  ])("%j", (pointer, expected) => {
    expect(atJsonPointer(document, parseJsonPointer(pointer) ?? ["no pointer"])).toEqual(expected);
  });

  it.each(["foo", "/~", "/~2", "/a~"])("refuses %j", (pointer) => {
    expect(parseJsonPointer(pointer)).toBeUndefined();
  });

  it("reads back what it writes", () => {
    const token = fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a", "é") });
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        expect(parseJsonPointer(formatJsonPointer(tokens))).toEqual(tokens);
      }),
    );
  });
});

describe("mergePatch", () => {
  // RFC 7386, appendix A.
  it.each<[Json, Json, Json]>([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ a: "foo" }, "bar", "bar"],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("%j with %j is %j", (target, patch, expected) => {
    expect(mergePatch(target, patch)).toEqual(expected);
  });

  it("treats __proto__ as any member", () => {
    const patch = JSON.parse('{"__proto__":{"polluted":true}}') as Json;
    const merged = mergePatch({}, patch);
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":true}}');
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });

  it("does the same twice as once, and changes nothing in place", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const before = JSON.stringify([target, patch]);
        const once = mergePatch(target as Json, patch as Json);
        expect(jsonEqual(mergePatch(once, patch as Json), once)).toBe(true);
        expect(JSON.stringify([target, patch])).toBe(before);
      }),
    );
  });
});

describe("jsonEqual", () => {
  it.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [{ a: undefined }, {}, true],
    [{ a: null }, {}, false],
    [[1], { 0: 1 }, false],
    [[1, 2], [1], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    ["1", 1, false],
    [null, {}, false],
  ])("%j and %j: %s", (a, b, equal) => {
    expect(jsonEqual(a, b)).toBe(equal);
  });
});
