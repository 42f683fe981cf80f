import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** The real programs that `tools/install-clients.ts` brings. */
export type ClientName =
  | "kubectl"
  | "helm"
  | "az"
  | "az-2.74"
  | "az-2.45"
  | "az-debian"
  | "python-sdk"
  | "go-sdk"
  | "cni-plugins";

interface Manifest {
  readonly [name: string]: { readonly version?: string; readonly path?: string; readonly missing?: string };
}

const cache = process.env["BYOCNI_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "byocni");
const manifestFile = join(cache, "clients", "manifest.json");
const manifest: Manifest = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest) : {};

/** Path of a client, or undefined when this machine has none. */
export function clientPath(name: ClientName): string | undefined {
  const path = manifest[name]?.path;
  return path && existsSync(path) ? path : undefined;
}

/** Its version as the manifest says, or undefined when this machine has none. */
export function clientVersion(name: ClientName): string | undefined {
  return clientPath(name) && manifest[name]?.version;
}

/** Why a client is not there, for the name of a suite that is not run. */
export function missingReason(...names: readonly ClientName[]): string | undefined {
  const missing = names.filter((name) => clientPath(name) === undefined);
  if (missing.length === 0) return undefined;
  return `not run, missing: ${missing.map((name) => `${name} (${manifest[name]?.missing ?? "not installed"})`).join(", ")}`;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end; any exit code is an outcome. */
export function run(
  program: string,
  args: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly cwd?: string;
    readonly input?: string;
  } = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...args],
      { env: { ...process.env, ...options.env }, cwd: options.cwd, maxBuffer: 64 << 20, timeout: 240_000 },
      (error, stdout, stderr) => {
        if (error && typeof error.code === "string") reject(error);
        else resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
      },
    );
    if (options.input !== undefined) child.stdin?.end(options.input);
  });
}
