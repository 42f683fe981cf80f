import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import process from "node:process";
import { type Engine, EngineRunningError, createEngine, isKnownStartFailure } from "@byocni/engine/host";
import {
  DataDirectoryError,
  type Instance,
  dataDirectoryPath,
  openDataDirectory,
  readInstance,
} from "@byocni/engine/instance";
import { CommandError } from "../command.ts";
import { type LogLevel, createLineLogger } from "../output/index.ts";
import { version } from "../version.ts";

export interface StartSettings {
  readonly port: number;
  readonly dataDir: string | undefined;
  readonly latency: "none" | "azure";
  readonly strictness: "article" | "current";
  /** May templates be read from http and https addresses? Default: no. */
  readonly allowLinks?: boolean;
  /** May commands in a cluster run the kubectl and helm of this machine? Default: no. */
  readonly allowCommands?: boolean;
  /** What is written to stderr, `warn` and above by default. */
  readonly logLevel?: LogLevel;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Starts an engine in this process. @throws CommandError with what to do when the port or the folder is not free. */
export async function startEngine(settings: StartSettings, env: Env): Promise<Engine> {
  const path = dataDirectoryPath(settings.dataDir, env);
  const logger = createLineLogger((line) => process.stderr.write(line), settings.logLevel ?? "warn");
  // A fault in one piece of background work is a bug to report, and no reason for every cluster to go down.
  process.on("unhandledRejection", (error) => logger.error("a promise was rejected unheard", { error }));
  try {
    return await createEngine({
      directory: openDataDirectory(path),
      port: settings.port,
      latency: settings.latency,
      strictness: settings.strictness,
      allowLinks: settings.allowLinks ?? false,
      allowCommands: settings.allowCommands ?? false,
      version,
      logger,
    });
  } catch (error) {
    throw explained(error);
  }
}

/** Turns the engine's known refusals into words for the terminal. */
function explained(error: unknown): unknown {
  if (error instanceof EngineRunningError)
    return new CommandError(error.message, {
      hint: "Use it as it is, stop it with `byocni down`, or give another --data-dir.",
      cause: error,
    });
  if (error instanceof DataDirectoryError)
    return new CommandError(error.message, {
      hint: "Give another folder with --data-dir.",
      exitCode: 73,
      cause: error,
    });
  if (isKnownStartFailure(error)) {
    const hint = error.name === "PortInUseError" ? "Give another port with --port (0 = any free one)." : undefined;
    return new CommandError(error.message, { ...(hint ? { hint } : {}), exitCode: 69, cause: error });
  }
  return error;
}

/** Starts an engine in a process of its own and waits until it is ready. */
export async function startDetached(
  settings: StartSettings,
  env: Env,
): Promise<{ readonly instance: Instance; readonly ms: number }> {
  const start = performance.now();
  const path = dataDirectoryPath(settings.dataDir, env);
  const directory = openDirectory(path);
  const log = openSync(directory.logFile, "a", 0o600);
  // The script that this process was started with: the launcher, wherever the bundle lies.
  const [, launcher = ""] = process.argv;
  const child = spawn(
    process.execPath,
    [
      launcher,
      "up",
      "--json",
      "--port",
      String(settings.port),
      "--data-dir",
      path,
      "--latency",
      settings.latency,
      "--strictness",
      settings.strictness,
      "--log-level",
      settings.logLevel ?? "warn",
      ...(settings.allowLinks === true ? ["--allow-links"] : []),
      ...(settings.allowCommands === true ? ["--allow-commands"] : []),
    ],
    { detached: true, stdio: ["ignore", log, log], env: { ...process.env } },
  );
  closeSync(log);
  let exit: number | undefined;
  child.once("exit", (code) => {
    exit = code ?? 1;
  });
  child.unref();
  for (;;) {
    const instance = readInstance(directory.instanceFile);
    if (instance && instance.pid === child.pid) return { instance, ms: Math.round(performance.now() - start) };
    if (exit !== undefined) {
      const lines = readFileSync(directory.logFile, "utf8").trim().split("\n");
      const said = lines.slice(lines.findLastIndex((line) => line.startsWith("error:"))).join("\n");
      throw new CommandError(said.replace(/^error: /, "") || `the engine ended with exit code ${exit}`, {
        exitCode: exit,
        hint: `Its log: ${directory.logFile}`,
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function openDirectory(path: string): ReturnType<typeof openDataDirectory> {
  try {
    return openDataDirectory(path);
  } catch (error) {
    throw explained(error);
  }
}
