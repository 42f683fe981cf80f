/**
 * Damages the Bicep files of a folder in all sorts of ways and compiles them: there must always be an answer, and soon.
 * Run: `npx tsx packages/azure/bicep/testing/fuzz.ts [count] [seed] [folder]`; the folder is the shared corpus by default.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { compileBicep, compileBicepParams, loadResourceTypes, loadTemplateEvaluator } from "../index.ts";
import { createDiskHost } from "./disk-host.ts";
import { sharedFolder } from "./shared.ts";
import { createRandom, damage, type Damage } from "./variants.ts";

/** Longer than this is a hang: the greatest file of the corpus takes a tenth of it. */
const patience = 5000;
const kinds: readonly Damage[] = ["cut", "swap", "drop", "double"];

const [countText = "1000", seedText = "1", folder = sharedFolder("corpus")] = process.argv.slice(2);
if (folder === undefined) throw new Error("no folder given, and the shared corpus is not there");
const random = createRandom(Number(seedText));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.bicep(param)?$/.test(file))
  .map((file) => join(folder, file))
  .filter((file) => statSync(file).isFile())
  .toSorted();
const disk = createDiskHost(join(folder, "bicep-aks"));
const options = { resourceTypes: await loadResourceTypes(), evaluator: await loadTemplateEvaluator() };

let failures = 0;
let slowest = 0;
for (let turn = 0; turn < Number(countText); turn++) {
  const entry = files[Math.floor(random() * files.length)] ?? "";
  const kind = kinds[Math.floor(random() * kinds.length)] ?? "cut";
  let text = damage(readFileSync(entry, "utf8"), kind, random);
  if (random() < 0.3) text = damage(text, kinds[Math.floor(random() * kinds.length)] ?? "swap", random);
  const host = { ...disk, readFile: (path: string) => (path === entry ? text : disk.readFile(path)) };
  const start = performance.now();
  try {
    if (entry.endsWith("param")) compileBicepParams(entry, host, options);
    else compileBicep(entry, host, options);
  } catch (error) {
    failures++;
    process.stdout.write(
      `turn ${turn} (${kind} of ${entry}): ${error instanceof Error ? error.stack : String(error)}\n`,
    );
  }
  const time = performance.now() - start;
  slowest = Math.max(slowest, time);
  if (time > patience) {
    failures++;
    process.stdout.write(`turn ${turn} (${kind} of ${entry}): took ${Math.round(time)} ms\n`);
  }
}
process.stdout.write(`${countText} texts, ${failures} failures, slowest ${Math.round(slowest)} ms\n`);
process.exitCode = failures === 0 ? 0 : 1;
