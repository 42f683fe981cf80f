/**
 * `npm test`: builds the bundle, fetches the clients that can be had without changing the machine, runs every suite,
 * and ends with one line `N passed, N failed, N skipped`. What could not run is named before that line.
 *
 *     tsx tools/test.ts [--unit] [--system] [vitest file filters …]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import process from "node:process";

const root = fileURLToPath(new URL("..", import.meta.url));
const args = process.argv.slice(2);
const filters = args.filter((arg) => !arg.startsWith("--"));
const scratch = mkdtempSync(join(tmpdir(), "byocni-test-"));

/** Runs a Node.js program; its output is shown. Resolves with the exit code. */
function node(...words: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...words], { cwd: root, stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

interface Assertion {
  readonly status: string;
  readonly fullName: string;
}
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numFailedTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly Assertion[];
  }[];
}

const totals = { passed: 0, failed: 0, skipped: 0 };
const notRun: string[] = [];

async function suite(...projects: readonly string[]): Promise<void> {
  const file = join(scratch, `${projects.join("-")}.json`);
  const code = await node(
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...filters,
  );
  let report: Report | undefined;
  try {
    report = JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    // A runner that died wrote no report: counted below as one failure.
  }
  totals.passed += report?.numPassedTests ?? 0;
  totals.skipped += report?.numPendingTests ?? 0;
  const failed = report?.numFailedTests ?? 0;
  totals.failed += failed === 0 && code !== 0 ? 1 : failed;
  for (const result of report?.testResults ?? []) {
    const skipped = result.assertionResults.filter(({ status }) => status === "pending" || status === "skipped");
    if (skipped.length > 0)
      notRun.push(`${result.name.replace(root, "")}: ${skipped[0]?.fullName ?? ""} (${skipped.length})`);
  }
}

try {
  const built = await node("tools/build.mjs");
  if (built !== 0) totals.failed++;
  if (args.includes("--unit")) {
    await suite("unit");
  } else {
    const install = node(
      "node_modules/tsx/dist/cli.mjs",
      "tools/install-clients.ts",
      ...(args.includes("--system") ? ["--system"] : []),
    );
    await suite("unit");
    await suite("acceptance");
    await install;
    await suite("article", "e2e");
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
for (const line of notRun) console.log(`not run: ${line}`);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed === 0 ? 0 : 1;
