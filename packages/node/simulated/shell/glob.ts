import type { Files } from "../files/files.ts";
import { joinPath, normalizePath } from "../files/path.ts";

/** A character of a pattern; `literal` ones stand for themselves. */
export interface PatternChar {
  readonly char: string;
  readonly literal: boolean;
}

const escapeRegExp = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** The pattern as a regular expression without anchors. `*` matches `lazy`ly for shortest-prefix removal. */
export function patternSource(pattern: readonly PatternChar[], anyChar: string, lazy = false): string {
  let source = "";
  for (let index = 0; index < pattern.length; index++) {
    const { char, literal } = pattern[index] ?? { char: "", literal: true };
    if (literal) source += escapeRegExp(char);
    else if (char === "*") source += `${anyChar}*${lazy ? "?" : ""}`;
    else if (char === "?") source += anyChar;
    else if (char === "[") {
      const end = pattern.findIndex((item, at) => at > index + 1 && item.char === "]");
      if (end < 0) source += "\\[";
      else {
        const inner = pattern
          .slice(index + 1, end)
          .map((item) => item.char)
          .join("");
        source += `[${inner.replace(/^!/, "^").replace(/\\/g, "\\\\")}]`;
        index = end;
      }
    } else source += escapeRegExp(char);
  }
  return source;
}

export function matchesPattern(pattern: readonly PatternChar[], text: string): boolean {
  return new RegExp(`^${patternSource(pattern, "[\\s\\S]")}$`).test(text);
}

export function hasWildcard(pattern: readonly PatternChar[]): boolean {
  return pattern.some((item) => !item.literal && "*?[".includes(item.char));
}

/** The paths that a pattern names, in byte order; the pattern's own text when there is none. */
export function expandPaths(pattern: readonly PatternChar[], files: Files, cwd: string): string[] {
  const text = pattern.map((item) => item.char).join("");
  const steps: PatternChar[][] = [[]];
  for (const item of pattern) {
    if (item.char === "/") steps.push([]);
    else steps.at(-1)?.push(item);
  }
  let found: { readonly shown: string; readonly real: string }[] = [
    { shown: "", real: text.startsWith("/") ? "/" : cwd },
  ];
  for (const [index, step] of steps.entries()) {
    const separator = index === 0 ? "" : "/";
    const next: typeof found = [];
    for (const { shown, real } of found) {
      if (!hasWildcard(step)) {
        const name = step.map((item) => item.char).join("");
        const path = normalizePath(name, real);
        if (name === "" || files.lstat(path)) next.push({ shown: shown + separator + name, real: path });
        continue;
      }
      if (files.stat(real)?.kind !== "directory") continue;
      for (const name of files.readDirectory(real)) {
        if (name.startsWith(".") && step[0]?.char !== ".") continue;
        if (matchesPattern(step, name)) next.push({ shown: shown + separator + name, real: joinPath(real, name) });
      }
    }
    found = next;
  }
  const paths = found.map((place) => place.shown);
  return paths.length > 0 ? paths : [text];
}
