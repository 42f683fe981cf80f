import { describe, expect, it } from "vitest";
import { SortedKeys } from "./sorted-keys.ts";

describe("SortedKeys", () => {
  it("keeps code-unit order, once each, and finds ranges", () => {
    const keys = new SortedKeys();
    for (const key of ["/b/2", "/a/1", "/b/1", "/a/1", "/b-c/1", "/b/3"]) keys.add(key);
    keys.delete("/b/2");
    keys.delete("/nothing");
    expect(keys.size).toBe(4);
    expect(keys.range("/b/")).toEqual(["/b/1", "/b/3"]);
    expect(keys.range("/b/", "/b/1")).toEqual(["/b/3"]);
    expect(keys.range("/b/", "/b/2")).toEqual(["/b/3"]);
    expect(keys.range("/")).toEqual(["/a/1", "/b-c/1", "/b/1", "/b/3"]);
    expect(keys.range("/c/")).toEqual([]);
  });
});
