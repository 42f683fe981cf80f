import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "@byocni/base/core";
import { diffResource, type DiffOptions, type PropertyChange } from "./diff-resource.ts";

describe("property changes of what-if", () => {
  it.each<[name: string, before: Json, after: Json, changes: readonly PropertyChange[], options?: DiffOptions]>([
    ["nothing", { a: 1, b: { c: [1] } }, { b: { c: [1] }, A: 1 }, []],
    ["a new value", { a: 1 }, { a: 2 }, [{ path: "a", propertyChangeType: "Modify", before: 1, after: 2 }]],
    ["a new member", { p: {} }, { p: { x: 1 } }, [{ path: "p.x", propertyChangeType: "Create", after: 1 }]],
    [
      "a member that goes",
      { tags: { Owner: "A" } },
      { tags: {} },
      [{ path: "tags.Owner", propertyChangeType: "Delete", before: "A" }],
    ],
    [
      "another kind of value",
      { a: { b: 1 } },
      { a: "x" },
      [{ path: "a", propertyChangeType: "Modify", before: { b: 1 }, after: "x" }],
    ],
    [
      "items of a list of names",
      { l: ["a", "b"] },
      { l: ["b", "c"] },
      [
        {
          path: "l",
          propertyChangeType: "Array",
          children: [
            { path: "0", propertyChangeType: "Delete", before: "a" },
            { path: "1", propertyChangeType: "Create", after: "c" },
          ],
        },
      ],
    ],
    [
      "items that have names",
      {
        s: [
          { name: "x", p: 1 },
          { name: "y", p: 2 },
        ],
      },
      { s: [{ name: "Y", p: 3 }, { name: "z" }] },
      [
        {
          path: "s",
          propertyChangeType: "Array",
          children: [
            { path: "0", propertyChangeType: "Delete", before: { name: "x", p: 1 } },
            {
              path: "1",
              propertyChangeType: "Modify",
              children: [
                { path: "name", propertyChangeType: "Modify", before: "y", after: "Y" },
                { path: "p", propertyChangeType: "Modify", before: 2, after: 3 },
              ],
            },
            { path: "1", propertyChangeType: "Create", after: { name: "z" } },
          ],
        },
      ],
    ],
    [
      "items without names, by position",
      { s: [{ a: 1 }] },
      { s: [{ a: 2 }, { a: 3 }] },
      [
        {
          path: "s",
          propertyChangeType: "Array",
          children: [
            {
              path: "0",
              propertyChangeType: "Modify",
              children: [{ path: "a", propertyChangeType: "Modify", before: 1, after: 2 }],
            },
            { path: "1", propertyChangeType: "Create", after: { a: 3 } },
          ],
        },
      ],
    ],
    [
      "what only the provider sets",
      { p: { state: "Succeeded", x: 1 } },
      { p: { x: 1 } },
      [],
      { isReadOnly: (path) => path === "p.state" },
    ],
    [
      "a read-only member that the template sends",
      { p: { state: "Succeeded" } },
      { p: { state: "x" } },
      [{ path: "p.state", propertyChangeType: "NoEffect", before: "Succeeded", after: "x" }],
      { isReadOnly: (path) => path === "p.state" },
    ],
    [
      "defaults, also deep in lists",
      { s: [{ name: "a", p: { on: true } }] },
      { s: [{ name: "a" }] },
      [],
      { isDefault: (path, value) => path === "s.*.p.on" && value === true },
    ],
    [
      "a default that was changed",
      { p: { on: false } },
      { p: {} },
      [{ path: "p.on", propertyChangeType: "Delete", before: false }],
      { isDefault: (path, value) => path === "p.on" && value === true },
    ],
    ["null and nothing", { a: null }, {}, []],
    ["an empty list and nothing", { a: [] }, {}, []],
    [
      "what is not known yet",
      { a: "x" },
      { a: "[reference('b').c]" },
      [],
      { isUnknown: (value) => typeof value === "string" && value.startsWith("[") },
    ],
    [
      "order that means nothing",
      { s: [{ a: 1 }, { a: 2 }] },
      { s: [{ a: 2 }, { a: 1 }] },
      [],
      { isOrdered: () => false },
    ],
  ])("%s", (_name, before, after, changes, options) => {
    expect(diffResource(before, after, options)).toEqual(changes);
  });

  it("finds nothing between equals, and something between others", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        expect(diffResource(json, structuredClone(json))).toEqual([]);
        expect(diffResource({ a: json, b: 1 }, { a: structuredClone(json), b: 2 })).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });

  it("takes a whole resource as made or gone", () => {
    expect(diffResource(undefined, undefined)).toEqual([]);
    expect(diffResource(undefined, { a: 1 })).toEqual([{ path: "", propertyChangeType: "Create", after: { a: 1 } }]);
    expect(diffResource({ a: 1 }, undefined)).toEqual([{ path: "", propertyChangeType: "Delete", before: { a: 1 } }]);
  });
});
