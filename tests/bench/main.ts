/**
 * `npm run bench`: one table. Every row stands beside a floor or a yardstick that was measured in the same run, so that
 * figures of different machines can be compared as ratios.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, outputOf, startUntil, timeOf } from "./measure.ts";

const launcher = fileURLToPath(new URL("../../packages/cli/bin/byocni.mjs", import.meta.url));
const repeats = 10;

interface Row {
  readonly what: string;
  readonly value: string;
  readonly beside: string;
}

const rows: Row[] = [];
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

function residentMiB(pid: number): number | undefined {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line ? Number(line[1]) / 1024 : undefined;
  } catch {
    return undefined;
  }
}

async function repeat(work: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let index = 0; index < repeats; index++) values.push(await work());
  return median(values);
}

const bare = await repeat(() => timeOf(["-e", "0"]));
rows.push({ what: "node -e 0, spawn to end", value: ms(bare), beside: "the floor" });

for (const args of [["--version"], ["status"]]) {
  const env = { ...process.env, BYOCNI_DATA_DIR: join(tmpdir(), "byocni-bench-absent") };
  const value = await repeat(() => timeOf([launcher, ...args], env).catch(() => Number.NaN));
  if (!Number.isNaN(value))
    rows.push({
      what: `byocni ${args.join(" ")}`,
      value: ms(value),
      beside: `${(value / bare).toFixed(1)} × node -e 0`,
    });
}

const folder = mkdtempSync(join(tmpdir(), "byocni-bench-"));
try {
  let resident: number | undefined;
  const ready = await repeat(async () => {
    const engine = await startUntil([launcher, "up", "--json", "--port", "0", "--data-dir", folder], "readyMs");
    await new Promise((resolve) => setTimeout(resolve, 300));
    resident = residentMiB(engine.pid);
    await engine.stop();
    return engine.ms;
  });
  rows.push({
    what: "byocni up, spawn to ready",
    value: ms(ready),
    beside: `${(ready / bare).toFixed(1)} × node -e 0`,
  });
  if (resident !== undefined)
    rows.push({ what: "idle engine, resident memory", value: `${resident.toFixed(0)} MiB`, beside: "no cluster" });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Demo {
  readonly steps: readonly { readonly step: string; readonly ms: number }[];
}
const perNode = new Map<string, number>();
for (const count of [3, 100, 1000]) {
  const runs: Demo[] = [];
  for (let index = 0; index < (count >= 1000 ? 1 : 3); index++)
    runs.push(JSON.parse(await outputOf([launcher, "demo", "--json", "--node-count", String(count)])) as Demo);
  for (const step of ["create the cluster", "until every node is Ready"]) {
    const value = median(runs.map(({ steps }) => steps.find((item) => item.step === step)?.ms ?? Number.NaN));
    const first = perNode.get(step);
    perNode.set(step, first ?? value);
    const beside = first === undefined ? "the yardstick" : `${(value / first).toFixed(1)} × that of 3 nodes`;
    const name =
      step === "create the cluster" ? "PUT cluster to all nodes registered" : "CNI applied to all nodes Ready";
    rows.push({ what: `${name}, ${count} nodes`, value: ms(value), beside });
  }
}

const width = (key: keyof Row): number => Math.max(...rows.map((row) => row[key].length));
for (const { what, value, beside } of rows)
  console.log(`${what.padEnd(width("what"))}   ${value.padStart(width("value"))}   ${beside}`);
