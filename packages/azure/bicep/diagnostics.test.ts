import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compilerCatalog, linterCatalog } from "./diagnostics/catalog.ts";
import { compileBicep, compileBicepParams, loadResourceTypes, loadTemplateEvaluator } from "./index.ts";
import { annotate, withoutAnnotations } from "./testing/annotate.ts";
import { createDiskHost } from "./testing/disk-host.ts";

/** Codes told of files that are too large to be kept, with a file that has each. */
const large: readonly (readonly [code: string, files: Readonly<Record<string, string>>])[] = [
  ["BCP184", { "main.bicep": "output a string = loadTextContent('big.txt')", "big.txt": "a".repeat(131_073) }],
  ["max-params", { "main.bicep": lines(257, (n) => `param p${n} int`) }],
  ["max-variables", { "main.bicep": lines(513, (n) => `var v${n} = 1`) }],
  ["max-outputs", { "main.bicep": lines(65, (n) => `output o${n} int = 1`) }],
  ["max-asserts", { "main.bicep": lines(33, (n) => `assert a${n} = true`) }],
  [
    "max-resources",
    {
      "main.bicep": lines(
        801,
        (n) => `resource r${n} 'Microsoft.Storage/storageAccounts@2023-05-01' existing = { name: 'r${n}' }`,
      ),
    },
  ],
];

/** What no text is known to cause: it takes the place of a crash. */
const unforeseen = ["not-supported"];

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

const folder = join(dirname(fileURLToPath(import.meta.url)), "testdata/diagnostics");
/** What is in `modules` is there for the other files to name. */
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.bicep(param)?$/.test(file) && !file.startsWith("modules/"),
);

/** The files say themselves what is wrong with them; UPDATE_GOLDEN=1 writes what is found into them. */
describe("diagnostics", async () => {
  const disk = createDiskHost();
  const options = { resourceTypes: await loadResourceTypes(), evaluator: await loadTemplateEvaluator() };

  it.each(files)("%s", (file) => {
    const path = join(folder, file);
    const golden = readFileSync(path, "utf8");
    const text = withoutAnnotations(golden);
    const host = { ...disk, readFile: (asked: string) => (asked === path ? text : disk.readFile(asked)) };
    const [, diagnostics] = file.endsWith("param")
      ? compileBicepParams(path, host, options)
      : compileBicep(path, host, options);
    const own = diagnostics
      .filter(({ source }) => source.path === path)
      .map((one) => ({ ...one, message: one.message.replaceAll(folder, "<folder>") }));
    const found = annotate(text, own);
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, found);
    expect(found).toBe(process.env["UPDATE_GOLDEN"] === "1" ? found : golden);
  });

  it.each(large)("%s", (code, contents) => {
    const host = { readFile: (path: string) => contents[path.replace(/^\//, "")] };
    const [, diagnostics] = compileBicep("/main.bicep", host, options);
    expect(new Set(diagnostics.map((one) => one.code))).toContain(code);
  });

  it("are told by a file each", () => {
    const told = new Set([...unforeseen, ...large.map(([code]) => code)]);
    for (const file of files) {
      for (const [, code = ""] of readFileSync(join(folder, file), "utf8").matchAll(/^\/\/@ \S+ \w+ (\S+)/gm)) {
        told.add(code);
      }
    }
    const all = [...compilerCatalog(), ...linterCatalog()].map(({ code }) => code);
    expect(all.filter((code) => !told.has(code))).toEqual([]);
  });
});
