import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect } from "vitest";
import { repository } from "../../support/engine.ts";

const folder = join(repository, "tests", "e2e", "sdk", "results");

/** Holds a suite to what `docs/reference/sdks.md` says of it, or takes over what it did. */
export function keepResults(suite: string, found: object): void {
  const file = join(folder, `${suite}.json`);
  if (process.env["UPDATE_RESULTS"]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
    return;
  }
  const known: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  expect(found, "run with UPDATE_RESULTS=1, then npm run generate").toEqual(known);
}
