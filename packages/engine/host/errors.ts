import type { Instance } from "@byocni/engine/instance";

/** Another engine runs on the data directory. */
export class EngineRunningError extends Error {
  override readonly name = "EngineRunningError";
  readonly instance: Instance | undefined;
  constructor(path: string, instance: Instance | undefined, cause?: unknown) {
    const who = instance ? `process ${instance.pid} at ${instance.origin}` : "another process";
    super(`byocni runs already on ${path} (${who})`, cause === undefined ? undefined : { cause });
    this.instance = instance;
  }
}

const startFailures: ReadonlySet<string> = new Set([
  "PortInUseError",
  "StorePathError",
  "StoreFormatError",
  "StoreFullError",
  "StoreLockedError",
  "CertificateAuthorityError",
]);

/** Failures of a start whose message tells a person what is wrong: not bugs. */
export function isKnownStartFailure(error: unknown): error is Error {
  return error instanceof Error && startFailures.has(error.name);
}
