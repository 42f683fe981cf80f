import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** What a running engine tells about itself in its data directory. */
export interface Instance {
  readonly pid: number;
  /** RFC 3339. */
  readonly startedAt: string;
  /** `https://localhost:8443` */
  readonly origin: string;
  readonly version: string;
  /** Lets whoever can read the file (its owner) steer the engine under `/byocni/`. */
  readonly token: string;
}

/** Writes the file in one step, readable by the owner alone. */
export function writeInstance(file: string, instance: Instance): void {
  const temporary = `${file}.${instance.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(instance, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}

/** @returns undefined when there is no file, it cannot be read as one, or its process is gone (`kill -9`). */
export function readInstance(file: string): Instance | undefined {
  let instance: Partial<Instance>;
  try {
    instance = JSON.parse(readFileSync(file, "utf8")) as Partial<Instance>;
  } catch {
    return undefined;
  }
  const { pid, startedAt, origin, version, token } = instance;
  if (typeof pid !== "number" || !startedAt || !origin || !version || !token) return undefined;
  return processLives(pid) ? { pid, startedAt, origin, version, token } : undefined;
}

/** Removes the file if it is this process's. */
export function removeInstance(file: string, pid: number): void {
  if (readInstance(file)?.pid === pid) rmSync(file, { force: true });
}

/** Is there such a process? One that ended and was not yet collected by its parent does not count. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    // The state follows the name, which stands in parentheses and may itself hold some.
    return /^.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false; // No /proc here, or the process went meanwhile.
  }
}
