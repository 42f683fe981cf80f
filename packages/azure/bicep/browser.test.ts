import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, Script } from "node:vm";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { compileBicep, createMemoryHost, loadResourceTypes } from "./index.ts";

const folder = dirname(fileURLToPath(import.meta.url));

/** The door as a page would load it: what needs Node.js is not asked for, and so not in it. */
async function bundle(): Promise<string> {
  const doors =
    "compileBicep, withResourceTypes, createMemoryHost, buildToJsonText, diagnosticsToText, diagnosticsToSarif";
  const { outputFiles } = await build({
    stdin: { contents: `export { ${doors} } from "./index.ts";`, resolveDir: folder },
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "bicep",
    external: ["node:*"],
    target: "es2023",
    logLevel: "silent",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

describe("in a browser", async () => {
  const code = await bundle();

  it("needs no module of Node.js", () => {
    expect(code.length).toBeGreaterThan(100_000);
    expect(code.match(/["']node:[\w/]+["']|\brequire\(["']/g)).toBeNull();
  });

  it("compiles with what every page has", async () => {
    const main = readFileSync(join(folder, "testdata/fuzz/modules/main.bicep"), "utf8");
    const names = ["lib.bicep", "part.bicep", "old.json", "bicepconfig.json"];
    const files: Record<string, string> = { "/main.bicep": main };
    for (const name of names) files[`/${name}`] = readFileSync(join(folder, "testdata/fuzz/modules", name), "utf8");
    const told: { text?: string; diagnostics?: string } = {};
    const page = createContext({ files, told, TextDecoder, TextEncoder, btoa, atob, URL });
    new Script(code).runInContext(page);
    expect(new Script("typeof process + typeof Buffer").runInContext(page)).toBe("undefinedundefined");
    await new Script(`
      bicep.withResourceTypes("/main.bicep", bicep.createMemoryHost(files), (host, resourceTypes) => {
        const [template, diagnostics] = bicep.compileBicep("/main.bicep", host, { resourceTypes });
        told.text = bicep.buildToJsonText(template);
        told.diagnostics = bicep.diagnosticsToText(diagnostics);
      })
    `).runInContext(page);
    expect(told.diagnostics).not.toContain("Error");
    const resourceTypes = await loadResourceTypes();
    const [template] = compileBicep("/main.bicep", createMemoryHost(files), { resourceTypes });
    expect(template).toBeDefined();
    expect(JSON.parse(told.text ?? "null")).toEqual(template);
  });
});
