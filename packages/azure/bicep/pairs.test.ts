import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatDiagnostic } from "@byocni/base/lang";
import { describe, expect, it } from "vitest";
import knownDifferences from "./testdata/known-differences.json" with { type: "json" };
import type { Json } from "./files/json.ts";
import { compileBicep, loadResourceTypes } from "./index.ts";
import { createDiskHost } from "./testing/disk-host.ts";
import { differences } from "./testing/differences.ts";
import { sharedFolder } from "./testing/shared.ts";

const corpus = sharedFolder("corpus");
const known: Readonly<Record<string, string>> = knownDifferences;

interface Pair {
  readonly name: string;
  readonly want: Json;
}

function readPairs(folder: string): readonly Pair[] {
  return ["bicep", "bicep-aks"].flatMap((part) => {
    const files = new Set(readdirSync(join(folder, part), { recursive: true, encoding: "utf8" }));
    return [...files].toSorted().flatMap((file) => {
      const json = file.replace(/\.bicep$/, ".json");
      if (!file.endsWith(".bicep") || !files.has(json)) return [];
      const text = readFileSync(join(folder, part, json), "utf8").replace(/^\uFEFF/, "");
      return [{ name: join(part, file), want: JSON.parse(text) as Json }];
    });
  });
}

describe.skipIf(corpus === undefined)("the template of every pair (needs the shared corpus)", async () => {
  const pairs = corpus === undefined ? [] : readPairs(corpus);
  const host = createDiskHost(corpus && join(corpus, "bicep-aks"));
  const options = { resourceTypes: await loadResourceTypes() };
  let equal = 0;

  it.each(pairs)("$name", ({ name, want }) => {
    const [template, diagnostics] = compileBicep(join(corpus ?? "", name), host, options);
    const found = template
      ? differences(template, want)
      : diagnostics.filter(({ level }) => level === "error").map((one) => formatDiagnostic(one));
    if (found.length === 0) equal++;
    if (Object.hasOwn(known, name)) expect(found, "equal now: strike it off the known differences").not.toEqual([]);
    else expect(found).toEqual([]);
  });

  it("has no known difference that is not a pair", () => {
    const names = new Set(pairs.map((pair) => pair.name));
    expect(Object.keys(known).filter((name) => !names.has(name))).toEqual([]);
    process.stdout.write(`${equal} of ${pairs.length} pairs are equal\n`);
  });
});

describe.skipIf(sharedFolder("article") === undefined)("the article's Bicep file (needs the shared article)", () => {
  const folder = sharedFolder("article") ?? "";
  const texts = readdirSync(folder).filter((file) => file.endsWith(".txt"));

  it.each(texts)("means the article's JSON template in %s", (file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const source = /^param clusterName string[\s\S]*?^}$/m.exec(text)?.[0] ?? "";
    const json = JSON.parse(/^\{\n {2}"\$schema"[\s\S]*?^\}$/m.exec(text)?.[0] ?? "null") as Json;
    const entry = "/main.bicep";
    const [template, diagnostics] = compileBicep(entry, { readFile: (path) => (path === entry ? source : undefined) });
    expect(diagnostics).toEqual([]);
    expect(differences(template, json).filter((line) => !line.startsWith(".metadata:"))).toEqual([]);
    expect(json).toMatchObject({ parameters: { clusterName: { defaultValue: "aksbyocni" } } });
  });
});
