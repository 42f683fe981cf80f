/** `npm run check`: format, lint, types, import rules, dead code, generated files, links. Collects all, then fails. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import process from "node:process";
import { writeImportRules } from "./checks/import-rules.ts";
import { brokenLinks, dependencyFaults, moduleFaults, readmeFaults, trackedFiles, treeFaults } from "./checks/tree.ts";
import { dependencies } from "./dependencies.ts";
import { layers } from "./layers.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

function command(name: string, program: string, ...args: readonly string[]): () => Promise<Outcome> {
  return () =>
    new Promise((resolve) => {
      const start = Date.now();
      execFile(
        process.execPath,
        [`${root}node_modules/${program}`, ...args],
        { cwd: root, maxBuffer: 64 << 20 },
        (error, out, err) => {
          resolve({ name, ok: !error, output: `${out}${err}`.trim(), seconds: (Date.now() - start) / 1000 });
        },
      );
    });
}

function inspection(name: string, find: () => readonly string[]): () => Promise<Outcome> {
  return () => {
    const start = Date.now();
    const faults = find();
    const seconds = (Date.now() - start) / 1000;
    return Promise.resolve({ name, ok: faults.length === 0, output: faults.join("\n"), seconds });
  };
}

const files = trackedFiles(root);
const steps = [
  command("types", "typescript/bin/tsc", "--noEmit", "--pretty", "false"),
  command("lint", "oxlint/bin/oxlint", "--type-aware", "."),
  command("format", "oxfmt/bin/oxfmt", "--check", "."),
  command(
    "imports",
    "dependency-cruiser/bin/dependency-cruise.mjs",
    "--config",
    writeImportRules(root),
    "--output-type",
    "err",
    "packages",
    "tests",
    "tools",
  ),
  command("dead code", "knip/bin/knip.js", "--no-progress", "--no-config-hints"),
  command("generated", "tsx/dist/cli.mjs", "tools/generate.ts", "--check"),
  inspection("files", () => treeFaults(root, files)),
  inspection("dependencies", () => dependencyFaults(root, files, Object.keys(dependencies))),
  inspection("links", () => brokenLinks(root, files)),
  inspection("modules", () => [...moduleFaults(root, Object.keys(layers)), ...readmeFaults(root)]),
];

/** Two at a time: the checks are bound by the processor. */
async function runAll(): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = [...steps];
  async function worker(): Promise<void> {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const outcome = await step();
      outcomes.push(outcome);
      console.log(`${outcome.ok ? "ok    " : "FAILED"} ${outcome.name} (${outcome.seconds.toFixed(1)} s)`);
    }
  }
  await Promise.all([worker(), worker()]);
  return outcomes;
}

const outcomes = await runAll();
for (const { name, ok, output } of outcomes) if (!ok) console.log(`\n== ${name}\n${output}`);
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
