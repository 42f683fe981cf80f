import { expect } from "vitest";
import type { Outcome } from "../../support/clients.ts";

/**
 * One command line of a working day and what the client must answer. Lines of text are compared with white space as one
 * blank; `{age}`, `{ip}`, `{id}`, `{node}`, `{pool}` and `{*}` stand for what differs from run to run.
 */
export interface Row {
  readonly run: string;
  /** Default 0. */
  readonly code?: number;
  /** The whole of stdout. */
  readonly out?: readonly string[];
  /** Lines that stand in stdout in this order, others may stand between them. */
  readonly has?: readonly string[];
  /** Lines that stand in stderr in this order. */
  readonly err?: readonly string[];
  /** The command may have to be given more than once until it is so, for what follows by itself a moment later. */
  readonly soon?: true;
}

const placeholders: Readonly<Record<string, string>> = {
  age: String.raw`(?:\d+[dhms])+`,
  id: "[a-z0-9-]+",
  ip: String.raw`\d+\.\d+\.\d+\.\d+`,
  node: String.raw`aks-nodepool1-\d{8}-vmss00000\d`,
  pool: String.raw`aks-nodepool1-\d{8}-vmss`,
  time: String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z`,
  version: String.raw`v\d+\.\d+\.\d+`,
  "*": ".*",
};

function patternOf(line: string): RegExp {
  const source = line
    .trim()
    .split(/(\{[a-z*]+\}|\s+)/)
    .map((part) => {
      const name = /^\{([a-z*]+)\}$/.exec(part)?.[1];
      const known = name === undefined ? undefined : placeholders[name];
      if (known !== undefined) return known;
      return /^\s+$/.test(part) ? String.raw`\s+` : part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    })
    .join("");
  return new RegExp(`^${source}$`);
}

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The first expected line that the text does not hold in its place, or undefined. */
function missingLine(text: string, expected: readonly string[]): string | undefined {
  const lines = linesOf(text);
  let at = 0;
  for (const line of expected) {
    const pattern = patternOf(line);
    while (at < lines.length && !pattern.test(lines[at] ?? "")) at++;
    if (at === lines.length) return line;
    at++;
  }
  return undefined;
}

/** What is not as the row says, in words; empty when all is well. */
export function differences(row: Row, { code, stdout, stderr }: Outcome): readonly string[] {
  const found: string[] = [];
  if (code !== (row.code ?? 0)) found.push(`exit code ${code}, not ${row.code ?? 0}`);
  const missing = missingLine(stdout, row.out ?? row.has ?? []);
  if (missing !== undefined) found.push(`stdout lacks: ${missing}`);
  else if (row.out && linesOf(stdout).length !== row.out.length) found.push("stdout has more lines than expected");
  const silent = missingLine(stderr, row.err ?? []);
  if (silent !== undefined) found.push(`stderr lacks: ${silent}`);
  return found;
}

/** Runs a row, more than once if it says `soon`, and holds its outcome to it. */
export async function check(row: Row, run: (line: string) => Promise<Outcome>): Promise<void> {
  const deadline = Date.now() + (row.soon ? 15_000 : 0);
  for (;;) {
    const outcome = await run(row.run);
    const found = differences(row, outcome);
    if (found.length === 0) return;
    if (Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    const { code, stdout, stderr } = outcome;
    expect.fail(`${row.run}\n${found.join("\n")}\n--- stdout\n${stdout}\n--- stderr (exit ${code})\n${stderr}`);
  }
}
