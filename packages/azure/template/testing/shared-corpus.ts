import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of shared test inputs, next to the repository unless BYOCNI_SHARED says otherwise; undefined if absent. */
export function sharedCorpus(name: string): string | undefined {
  const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../../../..");
  const shared = process.env["BYOCNI_SHARED"] ?? resolve(repository, "../shared");
  const folder = join(shared, "corpus", name);
  return existsSync(folder) ? folder : undefined;
}

/** Paths of all files below a folder whose names end so, relative to it. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .toSorted();
}

export function readText(...parts: readonly string[]): string {
  return readFileSync(join(...parts), "utf8");
}
