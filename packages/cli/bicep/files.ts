import { readdirSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { type BicepArguments, BicepUsageError } from "./arguments.ts";

export interface InputOutput {
  /** Absolute. */
  readonly input: string;
  readonly output: string;
}

/**
 * The files that a command is about, and where what it makes of them goes. `ending` replaces the ending of the input's
 * name; without one the name stays.
 * @throws BicepUsageError
 */
export function inputFiles(args: BicepArguments, ending?: string): readonly InputOutput[] {
  const { inputFile, pattern, outputDir, outputFile } = args;
  if (outputDir !== undefined && !isFolder(outputDir))
    throw new BicepUsageError(`The specified output directory "${resolve(outputDir)}" does not exist.`);
  if (inputFile !== undefined) {
    const input = resolve(inputFile);
    const name = renamed(basename(input), ending);
    const output = outputFile === undefined ? join(outputDir ?? join(input, ".."), name) : resolve(outputFile);
    return [{ input, output }];
  }
  const { root, matches } = expandPattern(pattern ?? "");
  return matches.map((path) => {
    const below = renamed(relative(root, path), ending);
    return { input: path, output: join(outputDir === undefined ? root : resolve(outputDir), below) };
  });
}

function renamed(name: string, ending: string | undefined): string {
  return ending === undefined ? name : name.replace(/\.[^.]*$/, "") + ending;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The files that a pattern with `*` and `**` stands for, below the folder before its first `*`. */
function expandPattern(pattern: string): { readonly root: string; readonly matches: readonly string[] } {
  const star = pattern.indexOf("*");
  const slash = pattern.lastIndexOf("/", star === -1 ? pattern.length : star);
  const root = resolve(slash === -1 ? "." : pattern.slice(0, slash + 1));
  const wanted = patternExpression(pattern.slice(slash + 1));
  const matches = filesBelow(root).filter((path) => wanted.test(relative(root, path).replaceAll("\\", "/")));
  return { root, matches };
}

/** `**` stands for any folders, `*` for any characters within a name. Letter case counts nothing, as in the CLI. */
export function patternExpression(pattern: string): RegExp {
  const source = pattern
    .split("/")
    .map((part) =>
      part === "**" ? "(?:[^/]+/)*" : `${part.replaceAll(/[.+^${}()|[\]\\?]/g, "\\$&").replaceAll("*", "[^/]*")}/`,
    )
    .join("")
    .replace(/\/$/, "");
  return new RegExp(`^${pattern.endsWith("**") ? `${source}[^/]+` : source}$`, "i");
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}
