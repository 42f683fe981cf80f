import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { networkCaller, type HttpCaller } from "@byocni/base/http";
import {
  type DataDirectory,
  type EngineStatus,
  type Instance,
  dataDirectoryAt,
  dataDirectoryPath,
  processLives,
  readInstance,
} from "@byocni/engine/instance";
import { CommandError } from "../command.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface FoundInstance {
  readonly directory: DataDirectory;
  readonly instance: Instance | undefined;
}

/** The engine that runs on a data directory, if one does. */
export function findInstance(dataDir: string | undefined, env: Env): FoundInstance {
  const directory = dataDirectoryAt(dataDirectoryPath(dataDir, env));
  return { directory, instance: readInstance(directory.instanceFile) };
}

/** @throws CommandError that says how to start one. */
export function requireInstance(
  dataDir: string | undefined,
  env: Env,
): { readonly directory: DataDirectory; readonly instance: Instance } {
  const { directory, instance } = findInstance(dataDir, env);
  if (!instance)
    throw new CommandError(`byocni is not running in ${directory.path}`, {
      hint: "Start it with: byocni up --detach",
      exitCode: 69,
    });
  return { directory, instance };
}

/** The certificate of the authority that signed the engine's own. */
export function authorityFile(directory: DataDirectory): string {
  return join(directory.authority, "ca.crt");
}

/** A caller of the engine's own API. */
function engineCaller(instance: Instance, directory: DataDirectory): HttpCaller {
  return networkCaller({
    origin: instance.origin,
    ca: readFileSync(authorityFile(directory), "utf8"),
    token: instance.token,
  });
}

/** What the engine says of itself. */
export async function engineStatus(instance: Instance, directory: DataDirectory): Promise<EngineStatus> {
  const reply = await engineCaller(
    instance,
    directory,
  )({ method: "GET", path: "/byocni/v1/status" }).catch((error: unknown) => {
    throw unreachableEngine(instance, directory, error);
  });
  if (reply.status !== 200) throw new CommandError(`the engine answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as EngineStatus;
}

/** The instance file names a process that does not answer: the engine crashed and its number was given to another. */
export function unreachableEngine(instance: Instance, directory: DataDirectory, cause: unknown): CommandError {
  return new CommandError(`the engine of ${directory.path} does not answer at ${instance.origin}`, {
    hint: `Start it again with: byocni up --detach (its log: ${directory.logFile})`,
    exitCode: 69,
    cause,
  });
}

/** Asks the engine to stop and waits until its process is gone. */
export async function stopInstance(instance: Instance, directory: DataDirectory): Promise<void> {
  try {
    await engineCaller(instance, directory)({ method: "POST", path: "/byocni/v1/shutdown" });
  } catch {
    // It may close the connection before the answer; what counts is that the process ends.
  }
  const deadline = Date.now() + 20_000;
  while (processLives(instance.pid)) {
    if (Date.now() > deadline)
      throw new CommandError(`process ${instance.pid} did not end within 20 s`, {
        hint: `Its log: ${directory.logFile}`,
      });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Removes a data directory. @throws CommandError when the folder does not look like one. */
export async function removeData(directory: DataDirectory): Promise<boolean> {
  const looksRight = await import("node:fs").then(({ existsSync }) => existsSync(directory.store));
  if (!looksRight) return false;
  await rm(directory.path, { recursive: true, force: true });
  return true;
}
