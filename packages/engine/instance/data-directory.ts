import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** The data directory cannot be used; the message says which and why. */
export class DataDirectoryError extends Error {
  override readonly name = "DataDirectoryError";
  readonly path: string;
  constructor(path: string, why: string, cause?: unknown) {
    super(`data directory ${path}: ${why}`, cause === undefined ? undefined : { cause });
    this.path = path;
  }
}

/** Where everything of one engine lies. Only the owner can read it. */
export interface DataDirectory {
  readonly path: string;
  /** The state of Azure and of every cluster. */
  readonly store: string;
  /** The engine's own certificate authority. */
  readonly authority: string;
  /** Written while an engine runs. */
  readonly instanceFile: string;
  readonly logFile: string;
  /** One folder a cluster: its certificate authority and keys. */
  cluster(uid: string): string;
}

/** `--data-dir`, else `BYOCNI_DATA_DIR`, else `$XDG_DATA_HOME/byocni`, else `~/.local/share/byocni`. */
export function dataDirectoryPath(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const chosen = option ?? env["BYOCNI_DATA_DIR"];
  if (chosen) return resolve(chosen);
  return join(env["XDG_DATA_HOME"] || join(homedir(), ".local", "share"), "byocni");
}

/** The layout of a data directory, without touching it. */
export function dataDirectoryAt(path: string): DataDirectory {
  return {
    path,
    store: join(path, "state.db"),
    authority: join(path, "authority"),
    instanceFile: join(path, "instance.json"),
    logFile: join(path, "engine.log"),
    cluster: (uid) => join(path, "clusters", uid),
  };
}

/** Makes the directory if it is absent (mode 0700) and checks that it can be written. @throws DataDirectoryError */
export function openDataDirectory(path: string): DataDirectory {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DataDirectoryError(path, `cannot be made (${reason(error)})`, error);
  }
  if (!statSync(path).isDirectory()) throw new DataDirectoryError(path, "is not a directory");
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataDirectoryError(path, `cannot be written (${reason(error)})`, error);
  }
  return dataDirectoryAt(path);
}

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const known: Readonly<Record<string, string>> = {
    EACCES: "permission denied",
    EROFS: "the file system is read-only",
    ENOTDIR: "a part of the path is a file",
    EEXIST: "a file is in its place",
    ENOSPC: "the disk is full",
  };
  return (code && known[code]) ?? code ?? String(error);
}
