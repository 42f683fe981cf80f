#!/usr/bin/env node
// The launcher: loads the bundle that `npm ci` (prepare) or `npm run build` made.
import { existsSync } from "node:fs";
import process from "node:process";

const bundle = new URL("../dist/main.mjs", import.meta.url);
if (existsSync(bundle)) {
  await import(bundle.href);
} else {
  process.stderr.write("byocni is not built yet: run `npm ci` or `npm run build` in the repository first.\n");
  process.exitCode = 70;
}
