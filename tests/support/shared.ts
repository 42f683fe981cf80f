import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { repository } from "./engine.ts";

const folder = process.env["BYOCNI_SHARED"] ?? join(repository, "..", "shared");

/** Path of a file of the shared test inputs, or undefined where they are absent. */
export function sharedPath(...parts: readonly string[]): string | undefined {
  const path = join(folder, ...parts);
  return existsSync(path) ? path : undefined;
}

/** The published article in its versions. */
export function articles(): readonly { readonly name: string; readonly text: string }[] {
  const path = sharedPath("article");
  if (!path) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => ({ name, text: readFileSync(join(path, name), "utf8") }));
}
