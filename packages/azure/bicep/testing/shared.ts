import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** A folder of the shared test inputs: next to the repository unless BYOCNI_SHARED says otherwise; undefined if absent. */
export function sharedFolder(...parts: readonly string[]): string | undefined {
  const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../../../..");
  const folder = join(process.env["BYOCNI_SHARED"] ?? resolve(repository, "../shared"), ...parts);
  return existsSync(folder) ? folder : undefined;
}
