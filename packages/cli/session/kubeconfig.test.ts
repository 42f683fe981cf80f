import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { kubeconfigPath, mergeKubeconfig } from "./kubeconfig.ts";

const added = JSON.stringify({
  apiVersion: "v1",
  kind: "Config",
  clusters: [{ name: "c", cluster: { server: "https://new" } }],
  contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
  users: [{ name: "u", user: {} }],
  "current-context": "c",
});

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "byocni-kubeconfig-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("mergeKubeconfig", () => {
  it("makes the file, readable by its owner alone", () => {
    const file = join(folder, "deep", "config");
    expect(mergeKubeconfig(file, added)).toBe("c");
    expect(parse(readFileSync(file, "utf8"))).toMatchObject({ kind: "Config", "current-context": "c" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("takes the place of entries of the same names and keeps the others", () => {
    const file = join(folder, "config");
    const present = {
      apiVersion: "v1",
      clusters: [
        { name: "c", cluster: { server: "https://old" } },
        { name: "other", cluster: {} },
      ],
      users: null,
      preferences: { colors: true },
      "current-context": "other",
    };
    writeFileSync(file, JSON.stringify(present));
    mergeKubeconfig(file, added);
    expect(parse(readFileSync(file, "utf8"))).toMatchObject({
      preferences: { colors: true },
      "current-context": "c",
      clusters: [{ name: "other" }, { name: "c", cluster: { server: "https://new" } }],
      users: [{ name: "u" }],
    });
  });

  it("leaves a file that is not YAML as it is", () => {
    const file = join(folder, "config");
    writeFileSync(file, "{ not: yaml");
    expect(() => mergeKubeconfig(file, added)).toThrow("is not YAML");
    expect(readFileSync(file, "utf8")).toBe("{ not: yaml");
  });
});

describe("kubeconfigPath", () => {
  it("is the first file of KUBECONFIG", () => {
    expect(kubeconfigPath({ KUBECONFIG: ":/a:/b" })).toBe("/a");
    expect(kubeconfigPath({})).toMatch(/\.kube[/\\]config$/);
  });
});
