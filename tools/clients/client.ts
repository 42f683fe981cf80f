import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** A program that tests drive byocni with. */
export interface ClientRecipe {
  /** How tests ask for it. */
  readonly name: string;
  readonly version: string;
  /** Where it comes from, for the report. */
  readonly source: string;
  /** True when installing it changes the machine (a package manager run as root): only with `--system`. */
  readonly system: boolean;
  /** Makes the program ready below `folder` (empty or absent before) and returns the path to run. */
  install(folder: string): Promise<string>;
}

/** What the manifest says of a client. */
export type ClientRecord =
  | { readonly version: string; readonly path: string }
  | { readonly version: string; readonly missing: string };

/** Where clients are kept between runs, by name and version. */
export function clientsFolder(): string {
  const cache =
    process.env["BYOCNI_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "byocni");
  return join(cache, "clients");
}

/** Runs a program to its end. @throws an error whose message ends with the program's last lines. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      [...args],
      { env: { ...process.env, ...env }, maxBuffer: 64 << 20, timeout: 900_000 },
      (error, out, err) => {
        if (!error) resolve(out);
        else {
          const lines = `${out}\n${err}`.trim().split("\n").slice(-4).join(" | ");
          reject(new Error(`${program} ${args.slice(0, 3).join(" ")}: ${lines || error.message}`));
        }
      },
    );
  });
}
