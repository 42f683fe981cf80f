import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../../support/clients.ts";
import { repository } from "../../support/engine.ts";

/** How the commands of one script ended, by client; `docs/reference/az-commands.md` is made of these files. */
export interface ScriptResults {
  readonly title: string;
  /** Versions of the clients that ran it. */
  readonly clients: Readonly<Record<string, string>>;
  readonly commands: readonly {
    readonly run: string;
    /** By client: `0`, or the exit code and the error code, for example `3 ResourceNotFound`. */
    readonly outcomes: Readonly<Record<string, string>>;
    /** By client: why it differs by itself. */
    readonly notes?: Readonly<Record<string, string>>;
  }[];
}

const folder = join(repository, "tests", "e2e", "az", "results");

export function readResults(script: string): ScriptResults | undefined {
  const file = join(folder, `${script}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ScriptResults) : undefined;
}

export function writeResults(script: string, results: ScriptResults): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${script}.json`), `${JSON.stringify(results, null, 2)}\n`);
}

export function outcomeOf({ code, stderr }: Outcome): string {
  if (code === 0) return "0";
  const named = /^ERROR: \((\w+)\)/m.exec(stderr)?.[1] ?? /"code": ?"(\w+)"/.exec(stderr)?.[1];
  return named === undefined ? String(code) : `${code} ${named}`;
}
