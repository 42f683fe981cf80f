import { describe, expect, it } from "vitest";
import { createMemoryHost, relativePath, resolvePath } from "./host.ts";

describe("paths", () => {
  it.each([
    ["/main.bicep", "/lib.bicep", "lib.bicep"],
    ["/a/main.bicep", "/a/b/lib.bicep", "b/lib.bicep"],
    ["/a/b/main.bicep", "/a/c/lib.bicep", "../c/lib.bicep"],
    ["/a/main.bicep", "/lib.bicep", "../lib.bicep"],
    ["main.bicep", "b/lib.bicep", "b/lib.bicep"],
    ["a/main.bicep", "lib.bicep", "../lib.bicep"],
  ])("from %s, %s is %s", (from, to, path) => {
    expect(relativePath(from, to)).toBe(path);
    expect(resolvePath(from, path)).toBe(to);
  });
});

describe("a host in memory", () => {
  const host = createMemoryHost({ "/a/b.txt": "text", "/a/c/d.txt": "more" });

  it("reads files and lists folders", () => {
    expect(host.readFile("/a/./b.txt")).toBe("text");
    expect(host.readFile("/a")).toBeUndefined();
    expect(host.isDirectory?.("/a")).toBe(true);
    expect(host.isDirectory?.("/a/b.txt")).toBe(false);
    expect([...(host.listDirectory?.("/a") ?? [])].toSorted()).toEqual(["b.txt", "c"]);
  });
});
