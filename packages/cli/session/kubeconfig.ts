import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { parse, stringify } from "yaml";
import { CommandError } from "../command.ts";

interface Named {
  readonly name: string;
}
interface Kubeconfig {
  readonly clusters?: readonly Named[];
  readonly contexts?: readonly Named[];
  readonly users?: readonly Named[];
  readonly "current-context"?: string;
  readonly [key: string]: unknown;
}

/** The file that kubectl would write: the first of KUBECONFIG, else `~/.kube/config`. */
export function kubeconfigPath(env: Readonly<Record<string, string | undefined>>): string {
  const first = (env["KUBECONFIG"] ?? "").split(delimiter).find((path) => path !== "");
  return first ?? join(homedir(), ".kube", "config");
}

/** Puts the entries of `yaml` into the file, over entries of the same names, and makes its context the current one. */
export function mergeKubeconfig(file: string, yaml: string): string {
  const added = parse(yaml) as Kubeconfig;
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  let present: Kubeconfig;
  try {
    present = (parse(text) ?? {}) as Kubeconfig;
  } catch (error) {
    throw new CommandError(`${file} is not YAML: ${(error as Error).message}`, {
      hint: "Mend it, or give another file with --file. Nothing was changed.",
      cause: error,
    });
  }
  const merged = {
    apiVersion: "v1",
    kind: "Config",
    ...present,
    clusters: mergeNamed(present.clusters, added.clusters),
    contexts: mergeNamed(present.contexts, added.contexts),
    users: mergeNamed(present.users, added.users),
    "current-context": added["current-context"],
  };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, stringify(merged), { mode: 0o600 });
  renameSync(temporary, file);
  return added["current-context"] ?? "";
}

function mergeNamed(present: readonly Named[] | undefined, added: readonly Named[] | undefined): readonly Named[] {
  const names = new Set((added ?? []).map(({ name }) => name));
  return [...(present ?? []).filter(({ name }) => !names.has(name)), ...(added ?? [])];
}
