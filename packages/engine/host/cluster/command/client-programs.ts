import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Behaviour, Files, ImageCatalog } from "@byocni/node/simulated";
import { findProgram } from "./find-program.ts";

/** Where attached files lie in the pod of a command. */
export const commandFolder = "/command-files";

/** Folders of the container that the clients see. */
const sharedFolders = [commandFolder, "/tmp"];

/**
 * The image in which AKS runs commands: kubectl and helm are those that are installed on this machine. They can be told
 * to start other programs of this machine (plug-ins, credential helpers), and the login of Resource Manager is no
 * secret: so they run only where the user of the engine allows it.
 */
export function commandImages(kubeconfig: () => string, isAllowed: boolean): ImageCatalog {
  const programs = isAllowed
    ? { kubectl: client("kubectl", kubeconfig), helm: client("helm", kubeconfig) }
    : { kubectl: refused("kubectl"), helm: refused("helm") };
  return [{ repository: /\/aks\/command\/runtime$/, programs }];
}

function refused(name: string): Behaviour {
  return (call) => {
    call.err(
      `byocni: commands in a cluster would run the ${name} of this machine. Allow it with: byocni up --allow-commands\n`,
    );
    return Promise.resolve(126);
  };
}

/**
 * Runs the real client as a program of a simulated container: with the container's arguments, input and files, against
 * the cluster's own API. No shell of this machine reads what the user wrote.
 */
function client(name: string, kubeconfig: () => string): Behaviour {
  return async (call) => {
    const program = findProgram(name);
    if (program === undefined) {
      call.err(
        `byocni: there is no ${name} on the PATH of the engine: commands in a cluster run the ${name} that is installed\n`,
      );
      return 127;
    }
    const root = mkdtempSync(join(tmpdir(), "byocni-command-"));
    try {
      for (const folder of sharedFolders) copyOut(call.files, folder, root);
      const config = join(root, "kubeconfig");
      writeFileSync(config, kubeconfig(), { mode: 0o600 });
      const isShared = sharedFolders.some((folder) => call.cwd === folder || call.cwd.startsWith(`${folder}/`));
      const args = call.argv.slice(1).map((word) => outside(word, root));
      const child = spawn(program, args, {
        cwd: join(root, isShared ? call.cwd : commandFolder),
        env: {
          ...Object.fromEntries(call.environment),
          PATH: process.env["PATH"] ?? "",
          HOME: root,
          KUBECONFIG: config,
          // What belongs to this machine's user stays out of it.
          HELM_CACHE_HOME: join(root, "helm"),
          HELM_CONFIG_HOME: join(root, "helm"),
          HELM_DATA_HOME: join(root, "helm"),
        },
        signal: call.signal,
        stdio: ["pipe", "pipe", "pipe"],
      });
      const inside = (text: string): string => text.replaceAll(root, "");
      child.stdout.setEncoding("utf8").on("data", (text: string) => call.out(inside(text)));
      child.stderr.setEncoding("utf8").on("data", (text: string) => call.err(inside(text)));
      child.stdin.on("error", () => {});
      child.stdin.end(readsInput(args) ? call.input.readAll() : "");
      return await new Promise<number>((resolve, reject) => {
        child.on("error", reject);
        child.on("close", (code) => resolve(code ?? 137));
      });
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  };
}

/** Only a client that is told to reads what comes through a pipe; the rest is for programs after it. */
function readsInput(args: readonly string[]): boolean {
  return (
    args.includes("-") ||
    args.some((word) => word.endsWith("=-") || word === "-f-" || word === "-i" || word === "--stdin")
  );
}

/** A path of the container in an argument becomes that of its copy: `-f /command-files/a.yaml`, `--values=/tmp/v.yaml`. */
function outside(word: string, root: string): string {
  return word.replace(
    /(^|=|,)(\/command-files|\/tmp)(?=\/|$)/g,
    (_, before: string, folder: string) => before + root + folder,
  );
}

function copyOut(files: Files, folder: string, root: string): void {
  mkdirSync(join(root, folder), { recursive: true });
  if (files.stat(folder)?.kind !== "directory") return;
  for (const name of files.readDirectory(folder)) {
    const path = `${folder}/${name}`;
    const kind = files.stat(path)?.kind;
    if (kind === "directory") copyOut(files, path, root);
    else if (kind === "file") writeFileSync(join(root, path), files.readBytes(path));
  }
}
