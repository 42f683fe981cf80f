import { failure, StatusError } from "@byocni/kube/schema";

/** A continue token that is too old; the answer carries one for the rest as it is now. */
export function expiredContinueError(message: string, token: string): StatusError {
  const status = failure("Expired", message);
  const metadata: { readonly continue: string } & typeof status.metadata = { ...status.metadata, continue: token };
  return new StatusError({ ...status, metadata });
}

/** A revision that this server has not seen. */
export function futureRevisionError(wanted: number, current: number): StatusError {
  return new StatusError(
    failure("Timeout", `Timeout: Too large resource version: ${wanted}, current: ${current}`, {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    }),
  );
}
