import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** The files that git tracks or would track. */
export function trackedFiles(root: string): readonly string[] {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
    .toString()
    .split("\n")
    .filter((file) => file !== "" && existsSync(join(root, file)));
}

const sourceLimit = 500;
const isSource = (file: string): boolean =>
  /^packages\/.*\.tsx?$/.test(file) && !/\.(test|gen|contract)\.ts$/.test(file) && !/\/testdata\//.test(file);

/** A comment that puts something off without the number of an issue. */
function isNote(line: string): boolean {
  return /(?:\/\/|\/\*|^\s*\*).*\b(?:TODO|FIXME|XXX|HACK)\b(?!.*#\d)/.test(line);
}

/** Faults of single files: too long, words that do not belong, tests switched off. */
export function treeFaults(root: string, files: readonly string[]): readonly string[] {
  const faults: string[] = [];
  for (const file of files) {
    if (!/\.(ts|tsx|mjs|md|json|ya?ml|sh)$/.test(file) && file !== ".ci/run") continue;
    if (/\/testdata\/|package-lock\.json$|\.gen\./.test(file)) continue;
    const text = readFileSync(join(root, file), "utf8");
    const lines = text.split("\n");
    if (isSource(file) && lines.length > sourceLimit + 1)
      faults.push(`${file}:1: ${lines.length} lines; split a source file at ${sourceLimit}`);
    lines.forEach((line, index) => {
      const at = `${file}:${index + 1}`;
      if (file.endsWith(".ts") && /\b(it|test|describe)\.(only|todo|skip)\(/.test(line) && !file.startsWith("tools/"))
        faults.push(`${at}: a test that is switched off or alone`);
      if (/\.tsx?$/.test(file) && isNote(line) && !file.startsWith("tools/"))
        faults.push(`${at}: a note to do without an issue number`);
    });
  }
  return faults;
}

/** Relative links in Markdown files that lead nowhere. */
export function brokenLinks(root: string, files: readonly string[]): readonly string[] {
  const faults: string[] = [];
  for (const file of files.filter((name) => name.endsWith(".md") && !name.includes("/testdata/"))) {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    let fenced = false;
    lines.forEach((line, index) => {
      if (line.trimStart().startsWith("```")) fenced = !fenced;
      if (fenced) return;
      for (const [, target] of line.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (target === undefined || /^([a-z]+:|#)/.test(target)) continue;
        const path = normalize(join(dirname(file), target.split("#")[0] ?? ""));
        if (!existsSync(join(root, path))) faults.push(`${file}:${index + 1}: link to ${target} leads nowhere`);
      }
    });
  }
  return faults;
}

/** Every module of the layer table has a README and an index. */
export function moduleFaults(root: string, modules: readonly string[]): readonly string[] {
  return modules.flatMap((module) =>
    ["index.ts", "README.md"]
      .filter((name) => !existsSync(join(root, "packages", module, name)))
      .map((name) => `packages/${module}: no ${name}`),
  );
}

/** The README stays short. */
export function readmeFaults(root: string): readonly string[] {
  const file = join(root, "README.md");
  if (!existsSync(file) || statSync(file).size === 0) return ["README.md is missing"];
  const count = readFileSync(file, "utf8").split("\n").length;
  return count > 151 ? [`README.md has ${count} lines; 150 at the most`] : [];
}

/** The list of reasons and the run-time dependencies of the packages are the same set. */
export function dependencyFaults(
  root: string,
  files: readonly string[],
  reasons: readonly string[],
): readonly string[] {
  const used = new Set<string>();
  for (const file of files.filter((name) => /^packages\/[^/]+\/package\.json$/.test(name))) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, file), "utf8")) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    for (const name of Object.keys(dependencies)) if (!name.startsWith("@byocni/")) used.add(name);
  }
  return [
    ...[...used].filter((name) => !reasons.includes(name)).map((name) => `${name}: no reason in tools/dependencies.ts`),
    ...reasons.filter((name) => !used.has(name)).map((name) => `${name}: in tools/dependencies.ts, used by no package`),
  ];
}
