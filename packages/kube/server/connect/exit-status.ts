import { kubeletError } from "./kubelet.ts";

/** What the error stream says at the end of a command. */
export function exitStatus(code: number): object {
  if (code === 0) return { metadata: {}, status: "Success" };
  return {
    metadata: {},
    status: "Failure",
    message: `command terminated with non-zero exit code: exit status ${code}`,
    reason: "NonZeroExitCode",
    details: { causes: [{ reason: "ExitCode", message: String(code) }] },
  };
}

/** The same when the command could not be run. */
export function failureStatus(error: unknown): object {
  return kubeletError(error).status;
}
