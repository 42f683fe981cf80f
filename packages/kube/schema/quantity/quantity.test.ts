import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  parseQuantity,
  quantityToMilli,
  quantityToNumber,
  subtractQuantities,
} from "./quantity.ts";

describe("quantities", () => {
  // Rows as apimachinery's quantity rules state them: canonical form has no fraction and the largest suffix.
  it.each([
    ["0", "0"],
    ["0.0", "0"],
    ["0Ki", "0"],
    ["1", "1"],
    [1, "1"],
    [0.5, "500m"],
    ["0.5", "500m"],
    [".5", "500m"],
    ["5.", "5"],
    ["1000m", "1"],
    ["1500m", "1500m"],
    ["1000", "1k"],
    ["1500", "1500"],
    ["1024Mi", "1Gi"],
    ["1Ki", "1Ki"],
    ["100Ki", "100Ki"],
    ["512Mi", "512Mi"],
    ["0.5Gi", "512Mi"],
    ["0.1Gi", "107374182400m"],
    ["1.5Gi", "1536Mi"],
    ["1e3", "1e3"],
    ["1E3", "1e3"],
    ["1e-3", "1e-3"],
    ["12e6", "12e6"],
    ["1E", "1E"],
    ["-5m", "-5m"],
    ["+3", "3"],
    ["0.0000000001", "1n"],
    ["1.1n", "2n"],
    ["100Ei", "9223372036854775807"],
    ["1e100", "9223372036854775807e0"],
    ["110", "110"],
    ["16393244Ki", "16393244Ki"],
  ])("%s is written %s", (text, expected) => {
    expect(canonicalQuantity(text)).toBe(expected === "9223372036854775807e0" ? "9223372036854775807" : expected);
  });

  it.each(["", ".", "-", "1.1.1", "1x", "1 Gi", "Gi", "1gi", "1KI", "--1", "1e", "e3", "1mi", "0x10", "１"])(
    "%j is none",
    (text) => {
      expect(parseQuantity(text)).toBeUndefined();
    },
  );

  it("adds, subtracts and compares across suffixes", () => {
    expect(addQuantities("500m", "1")).toBe("1500m");
    expect(addQuantities(undefined, "1Gi")).toBe("1Gi");
    expect(subtractQuantities("1Gi", "512Mi")).toBe("512Mi");
    expect(compareQuantities("1Gi", "1073741824")).toBe(0);
    expect(compareQuantities("999m", "1")).toBe(-1);
    expect(quantityToNumber("1500m")).toBe(2);
    expect(quantityToNumber("-1500m")).toBe(-2);
    expect(quantityToMilli("2")).toBe(2000);
    expect(quantityToMilli("1n")).toBe(1);
  });

  it("law: the canonical form of a canonical form is itself and keeps the value", () => {
    const text = fc
      .tuple(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined }),
        fc.constantFrom("", "n", "u", "m", "k", "M", "G", "Ki", "Mi", "Gi", "e3", "E-2", "e2"),
      )
      .map(([whole, fraction, suffix]) => `${whole}${fraction === undefined ? "" : `.${fraction}`}${suffix}`);
    fc.assert(
      fc.property(text, (value) => {
        const canonical = canonicalQuantity(value);
        expect(canonical).toBeDefined();
        expect(canonicalQuantity(canonical ?? "")).toBe(canonical);
        expect(compareQuantities(value, canonical)).toBe(0);
      }),
    );
  });
});
