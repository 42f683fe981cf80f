/**
 * Damages Bicep files in all sorts of ways and compiles them: there must always be an answer, the same one every time,
 * and within a second. Ends with exit code 1 when there was not.
 *
 *     npx tsx packages/azure/bicep/testing/fuzz.ts [count] [seed] [--jobs N]
 *     npx tsx packages/azure/bicep/testing/fuzz.ts --prefixes <folder> [--jobs N]     every file cut before each token
 *     … --turn N                                                                      shows one input and runs it alone
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { setInterval } from "node:timers";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { loadResourceTypes, loadTemplateEvaluator } from "../index.ts";
import { runFuzzInput } from "./fuzz-run.ts";
import { openInputs, type FuzzFind, type FuzzShare, type FuzzSource } from "./fuzz-share.ts";

/** A worker that has been at one input for so long will not end: even a busy machine gives it its turn before. */
const hangMs = 60_000;
const reportEveryMs = 30_000;
const notStarted = -1;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: "string" }, turn: { type: "string" }, prefixes: { type: "string" } },
});
const [countText = "1000000", seedText = "1"] = positionals;
const source: FuzzSource =
  values.prefixes === undefined
    ? { kind: "damaged", count: Number(countText.replaceAll(",", "")), seed: Number(seedText) }
    : { kind: "prefixes", folder: values.prefixes };
const inputs = openInputs(source);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const number = (value: number): string => value.toLocaleString("en-US");

if (values.turn === undefined) process.exitCode = (await runAll(Number(values.jobs ?? availableParallelism()))) ? 0 : 1;
else await runOne(Number(values.turn));

async function runOne(turn: number): Promise<void> {
  const input = inputs.input(turn);
  say(`${input.entry}, of which ${input.changed.path} is:\n${input.changed.text}`);
  const options = { resourceTypes: await loadResourceTypes(), evaluator: await loadTemplateEvaluator() };
  const { ms, fault } = runFuzzInput(input, options, true);
  say(`${fault ?? "no fault"} (${Math.round(ms)} ms)`);
  if (fault !== undefined) process.exitCode = 1;
}

function told({ turn, fault }: FuzzFind): void {
  const { entry, changed } = inputs.input(turn);
  say(`turn ${turn}, ${entry}, ${changed.path}: ${fault}\n${JSON.stringify(changed.text)}`);
}

/** The worker's program as one file, as users have the compiler: what runs TypeScript for tests makes it slower. */
async function bundleWorker(folder: string): Promise<string> {
  const outfile = join(folder, "worker.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("fuzz-worker.ts", import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    // The test data stand where the sources are; CommonJS dependencies call require().
    define: { "import.meta.url": JSON.stringify(import.meta.url) },
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire(${JSON.stringify(import.meta.url)});`,
    },
    logLevel: "warning",
  });
  return outfile;
}

async function runAll(jobs: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "byocni-fuzz-"));
  try {
    return await runWorkers(jobs, await bundleWorker(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runWorkers(jobs: number, program: string): Promise<boolean> {
  const start = performance.now();
  let failures = 0;
  const places: Int32Array[] = [];
  const fail = (find: FuzzFind): void => {
    failures++;
    told(find);
  };
  const summary = (): string => {
    const done = places.reduce((sum, place) => sum + Atomics.load(place, 2), 0);
    const slowest = Math.max(...places.map((place) => Atomics.load(place, 1)));
    const rate = (done / (performance.now() - start)) * 1000;
    return `${number(done)} inputs, ${number(failures)} failures, slowest ${slowest} ms, ${rate.toFixed(0)} a second`;
  };
  const timer = setInterval(() => process.stderr.write(`${summary()}\n`), reportEveryMs);
  await Promise.all(
    Array.from({ length: jobs }, async (_, index) => {
      const place = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
      places.push(new Int32Array(place));
      // A worker that had to be ended is followed by another, after the input that it hung at.
      for (let from: number | undefined = index; from !== undefined && from < inputs.count;)
        from = await runShare(program, { source, from, step: jobs, place }, fail);
    }),
  );
  clearInterval(timer);
  say(summary());
  return failures === 0;
}

/** Runs a worker. @returns the turn to go on with when it died or hung; undefined when it did all. @throws when it does not start */
function runShare(program: string, share: FuzzShare, fail: (find: FuzzFind) => void): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const place = new Int32Array(share.place);
    Atomics.store(place, 0, notStarted);
    // The stack of a program's own thread, so that what overflows there is found here.
    const worker = new Worker(program, {
      workerData: share,
      resourceLimits: { stackSizeMb: 1, maxOldGenerationSizeMb: 1024 },
    });
    let since = performance.now();
    let turn = notStarted;
    let rest: number | undefined;
    const giveUp = (fault: string): void => {
      const at = Atomics.load(place, 0);
      fail({ turn: at, fault });
      Atomics.add(place, 2, 1);
      rest = at + share.step;
    };
    const watch = setInterval(() => {
      const at = Atomics.load(place, 0);
      if (at !== turn) {
        turn = at;
        since = performance.now();
      } else if (turn !== notStarted && performance.now() - since > hangMs && rest === undefined) {
        giveUp(`no answer after ${hangMs / 1000} s`);
        void worker.terminate();
      }
    }, 1000);
    worker.on("message", fail);
    worker.on("error", (error) => {
      if (Atomics.load(place, 0) === notStarted) reject(error);
      else giveUp(`the worker died: ${String(error)}`);
    });
    worker.on("exit", () => {
      clearInterval(watch);
      resolve(rest);
    });
  });
}
