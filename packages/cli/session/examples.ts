import { existsSync, readFileSync } from "node:fs";
import { CommandError } from "../command.ts";

/** Reads a file of `examples/`: beside the bundle, or in the repository when run from source. */
export function readExample(path: string): string {
  const places = [
    new URL(`./examples/${path}`, import.meta.url),
    new URL(`../examples/${path}`, import.meta.url),
    new URL(`../../../examples/${path}`, import.meta.url),
  ];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new CommandError(`the example ${path} is missing from this installation`);
  return readFileSync(found, "utf8");
}
