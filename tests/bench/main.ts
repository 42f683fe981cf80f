/**
 * `npm run bench [-- engine|azure|bicep …]`: one table, or those parts of it. Every row stands beside a floor or a
 * yardstick that was measured in the same run, so that figures of different machines can be compared as ratios. Clusters
 * are made and watched over HTTPS from this process; processor time and memory are those of the engine's own process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { azureRows } from "./azure.ts";
import { bicepRows } from "./bicep.ts";
import { createCluster } from "./cluster.ts";
import { physicalLimits } from "./limits.ts";
import { median, processorTime, residentMiB, startUntil, timeOf } from "./measure.ts";

const parts = new Set(process.argv.slice(2));
const wants = (part: string): boolean => parts.size === 0 || parts.has(part);

const launcher = fileURLToPath(new URL("../../packages/cli/bin/byocni.mjs", import.meta.url));
const repeats = 10;

interface Row {
  readonly what: string;
  readonly value: string;
  readonly beside: string;
}

const rows: Row[] = [];
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const times = (value: number, yardstick: number): string => (value / yardstick).toFixed(1);
const add = (what: string, value: string, beside: string): void => void rows.push({ what, value, beside });

async function repeat(work: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let index = 0; index < repeats; index++) values.push(await work());
  return median(values);
}
async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "byocni-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const start = (folder: string): ReturnType<typeof startUntil> =>
  startUntil([launcher, "up", "--json", "--port", "0", "--data-dir", folder], "readyMs");
const rest = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function startRows(): Promise<void> {
  const bare = await repeat(() => timeOf(["-e", "0"]));
  add("node -e 0, spawn to end", ms(bare), "the floor");

  const version = await repeat(() => timeOf([launcher, "--version"]));
  add("byocni --version", ms(version), `${times(version, bare)} × node -e 0`);

  await withFolder(async (folder) => {
    let resident: number | undefined;
    const ready = await repeat(async () => {
      const engine = await start(folder);
      await rest(300);
      resident = residentMiB(engine.pid);
      await engine.stop();
      return engine.ms;
    });
    add("byocni up, spawn to ready", ms(ready), `${times(ready, bare)} × node -e 0`);
    if (resident !== undefined) add("idle engine, resident memory", `${resident.toFixed(0)} MiB`, "no cluster");
  });
}

interface Figures {
  readonly registered: number;
  /** The same for a second cluster of the same engine. */
  readonly again: number | undefined;
  readonly ready: number;
  /** Of the engine, from before the PUT until every pod runs. */
  readonly processor: number | undefined;
  readonly resident: number | undefined;
  readonly objects: number;
  readonly serialise: number;
  readonly store: number;
}

function measureCluster(nodes: number): Promise<Figures> {
  return withFolder(async (folder) => {
    const engine = await start(folder);
    try {
      const before = processorTime(engine.pid);
      const cluster = await createCluster(folder, "first", nodes);
      const applying = performance.now();
      await cluster.applyCni();
      await cluster.allReady();
      const ready = performance.now() - applying;
      await cluster.allRunning();
      const after = processorTime(engine.pid);
      await rest(2000);
      const resident = residentMiB(engine.pid);
      const objects = await cluster.objects();
      const again = nodes < 10 ? (await createCluster(folder, "second", nodes)).registeredMs : undefined;
      return {
        registered: cluster.registeredMs,
        again,
        ready,
        processor: before === undefined || after === undefined ? undefined : after - before,
        resident,
        objects: objects.length,
        ...physicalLimits(objects, folder),
      };
    } finally {
      await engine.stop();
    }
  });
}

async function clusterRows(): Promise<void> {
  for (const nodes of [3, 100, 1000]) {
    const runs: Figures[] = [];
    for (let index = 0; index < (nodes >= 1000 ? 1 : 3); index++) runs.push(await measureCluster(nodes));
    const of = (key: keyof Figures): number => median(runs.map((run) => run[key] ?? Number.NaN));
    const name = (what: string): string => `${what}, ${nodes} nodes`;
    const limit = of("serialise") + of("store");
    const perNode = (value: number): string => `${ms(value / nodes)} a node`;
    add(name("first PUT of a cluster to all nodes registered"), ms(of("registered")), perNode(of("registered")));
    if (!Number.isNaN(of("again")))
      add(
        name("second PUT in the same engine"),
        ms(of("again")),
        `${times(of("again"), of("registered"))} × the first`,
      );
    add(name("CNI manifest sent to all nodes Ready"), ms(of("ready")), perNode(of("ready")));
    add(
      name(`  ${of("objects")} nodes and pods to JSON and into SQLite, once, processor time`),
      ms(limit),
      "the physical limit",
    );
    if (!Number.isNaN(of("processor")))
      add(
        name("  engine's processor time for both, until every pod runs"),
        ms(of("processor")),
        `${times(of("processor"), limit)} × the physical limit`,
      );
    if (!Number.isNaN(of("resident")))
      add(
        name("  resident memory afterwards"),
        `${of("resident").toFixed(0)} MiB`,
        `${((of("resident") * 1024) / of("objects")).toFixed(0)} KiB a node or pod`,
      );
  }
}

if (wants("engine")) {
  await startRows();
  await clusterRows();
}
if (wants("azure")) await azureRows(add);
if (wants("bicep")) await bicepRows(add);

const width = (key: keyof Row): number => Math.max(...rows.map((row) => row[key].length));
for (const { what, value, beside } of rows)
  console.log(`${what.padEnd(width("what"))}   ${value.padStart(width("value"))}   ${beside}`);
