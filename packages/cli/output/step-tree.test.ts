import { describe, expect, it } from "vitest";
import { plainStyles } from "./output.ts";
import { readableDuration, stepLines } from "./step-tree.ts";

describe("readableDuration", () => {
  it.each([
    ["PT0S", "0 s"],
    ["PT0.194S", "0.2 s"],
    ["PT1M2.3S", "1 min 2.3 s"],
    ["PT2H", "2 h"],
    ["P1DT3M", "1 d 3 min"],
    ["", ""],
  ])("%s is %s", (iso, text) => {
    expect(readableDuration(iso)).toBe(text);
  });
});

describe("stepLines", () => {
  it("aligns states and puts nested steps beneath theirs", () => {
    const step = (name: string, state: string, children = []) => ({
      type: "A/b",
      name,
      state,
      duration: "PT1S",
      children,
    });
    const nested = { ...step("outer", "Running"), children: [step("in", "Failed"), step("longer-name", "Succeeded")] };
    expect(stepLines([nested, step("x", "Canceled")], plainStyles)).toEqual([
      "… A/b outer           Running",
      "  ✗ A/b in            Failed      1 s",
      "  ✓ A/b longer-name   Succeeded   1 s",
      "- A/b x               Canceled    1 s",
    ]);
  });
});
