/**
 * `npm run generate`: writes every generated file again; with `--check` it writes nothing and fails when one is stale.
 * A generator whose inputs are not on this machine says so and is passed over.
 */
import { readFileSync, readdirSync, writeFileSync, mkdirSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import process from "node:process";

/** One file that a generator makes; the path is relative to the repository. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** `tools/generate-<what>.ts` exports `generate(root)`; `undefined` = its inputs are absent on this machine. */
interface Generator {
  generate(root: string): Promise<readonly GeneratedFile[] | undefined>;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");
const stale: string[] = [];

for (const name of readdirSync(join(root, "tools")).filter((file) => /^generate-.*(?<!\.test)\.ts$/.test(file))) {
  const generator = (await import(`./${name}`)) as Generator;
  const files = await generator.generate(root);
  if (!files) {
    console.log(`${name}: not run, its inputs are not on this machine`);
    continue;
  }
  for (const { path, text } of files) {
    const file = join(root, path);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    if (check) stale.push(`${path} is stale: run npm run generate (${name})`);
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      console.log(`wrote ${path}`);
    }
  }
}
for (const line of stale) console.error(line);
if (stale.length > 0) process.exitCode = 1;
