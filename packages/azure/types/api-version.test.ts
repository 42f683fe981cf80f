import { describe, expect, it } from "vitest";
import {
  apiVersionAtLeast,
  compareApiVersions,
  newestFirst,
  parseApiVersion,
  resolveApiVersion,
} from "./api-version.ts";

describe("api-versions", () => {
  it.each([
    ["2022-06-01", "2022-06-01", 0],
    ["2022-06-01", "2022-07-01", -1],
    ["2022-06-02-preview", "2022-06-01", 1],
    ["2022-06-01-preview", "2022-06-01", -1],
    ["2022-06-01", "2022-06-01-PREVIEW", 1],
  ])("%s against %s: %d", (a, b, expected) => {
    expect(compareApiVersions(a, b)).toBe(expected);
  });

  it.each(["", "2022", "2022-13-01", "latest", "2022-06-01-", "2022-06-01 "])("%j is none", (text) => {
    expect(parseApiVersion(text)).toBeUndefined();
  });

  it("sorts newest first", () => {
    expect(newestFirst(["2021-01-01", "2023-01-02-preview", "2023-01-01"])).toEqual([
      "2023-01-02-preview",
      "2023-01-01",
      "2021-01-01",
    ]);
  });

  it("knows listed versions and newer ones, not others", () => {
    const known = ["2022-06-01", "2023-01-01"];
    expect(resolveApiVersion(known, "2022-06-01")).toBe("2022-06-01");
    expect(resolveApiVersion(known, "2031-01-01")).toBe("2031-01-01");
    expect(resolveApiVersion(known, "2022-07-01")).toBeUndefined();
    expect(resolveApiVersion(known, "nonsense")).toBeUndefined();
    expect(apiVersionAtLeast("2026-01-01", "2023-06-02-preview")).toBe(true);
  });
});
