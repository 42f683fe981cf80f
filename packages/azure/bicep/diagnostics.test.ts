import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compileBicep, compileBicepParams, loadResourceTypes, loadTemplateEvaluator } from "./index.ts";
import { annotate, withoutAnnotations } from "./testing/annotate.ts";
import { createDiskHost } from "./testing/disk-host.ts";

const folder = join(dirname(fileURLToPath(import.meta.url)), "testdata/diagnostics");
const files = readdirSync(folder).filter((file) => /\.bicep(param)?$/.test(file));

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
});
