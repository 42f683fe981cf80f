import { describe, expect, it } from "vitest";
import { unfoldExpression } from "./unfold.ts";

describe("unfoldExpression", () => {
  it.each([
    ["[createObject('a', 1, 'b', reference('x').y)]", { a: 1, b: "[reference('x').y]" }],
    ["[createArray(true(), null(), reference('x')['y'].z[0])]", [true, null, "[reference('x')['y'].z[0]]"]],
    [
      "[union(createObject('a', createObject('b', 1)), createObject('a', createObject('c', reference('x').y)))]",
      { a: { b: 1, c: "[reference('x').y]" } },
    ],
    ["[union(createArray(1, reference('x')), createArray(1, 2))]", [1, "[reference('x')]", 2]],
    ["[concat(createArray(1), createArray(reference('x')))]", [1, "[reference('x')]"]],
    // What Bicep's spread compiles to.
    [
      "[shallowMerge(createArray(createObject('a', 1, 'b', 2), createObject('b', reference('x').y)))]",
      { a: 1, b: "[reference('x').y]" },
    ],
  ])("tells what is known of %s", (text, expected) => {
    expect(unfoldExpression(text)).toEqual(expected);
  });

  it.each([
    "[reference('x').y]",
    "[union(createObject('a', 1), reference('x').y)]",
    "[createObject(reference('x').y, 1)]",
    "[shallowMerge(reference('x').y)]",
    "[concat('a', reference('x').y)]",
    "[contoso.createObject('a', 1)]",
    "[not an expression]",
    "[[createObject('a', 1)]",
  ])("leaves %s as it is", (text) => {
    expect(unfoldExpression(text)).toBe(text);
  });
});
