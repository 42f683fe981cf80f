// Bundles the command line and the engine into packages/cli/dist. Plain JavaScript: it runs before anything is built.
import { cp, readFile, rename, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import process from "node:process";

const root = fileURLToPath(new URL("..", import.meta.url));

let esbuild;
try {
  esbuild = await import("esbuild");
} catch (error) {
  // `npm ci --omit=dev` runs the prepare script without the build tools.
  if (!process.argv.includes("--if-possible")) throw error;
  process.exit(0);
}

/**
 * Options of the one bundle; lazily imported parts become chunks of their own, so that start-up stays small. What stands in
 * bundle.json is shared with the bench: better-sqlite3 is native and stays in node_modules, and CommonJS dependencies
 * call the require() of the banner.
 */
const options = {
  ...JSON.parse(await readFile(`${root}tools/bundle.json`, "utf8")),
  absWorkingDir: root,
  entryPoints: { main: "packages/cli/main.ts" },
  chunkNames: "chunks/[name]-[hash]",
  // Its CommonJS form would hide its names from dynamic imports.
  alias: { yaml: `${root}node_modules/yaml/browser/index.js` },
  sourcemap: "linked",
  sourcesContent: false,
  metafile: true,
};

const { version } = JSON.parse(await readFile(`${root}package.json`, "utf8"));

// Made beside the old bundle and put in its place in one step: whoever runs a command meanwhile finds one or the other.
const made = `${root}packages/cli/dist-${process.pid}`;
await esbuild.build({ ...options, outdir: made, define: { BYOCNI_VERSION: JSON.stringify(version) } });
await cp(`${root}examples`, `${made}/examples`, { recursive: true });
const old = `${made}-old`;
await rename(`${root}packages/cli/dist`, old).catch((error) => {
  if (error.code !== "ENOENT") throw error;
});
await rename(made, `${root}packages/cli/dist`);
await rm(old, { recursive: true, force: true });
