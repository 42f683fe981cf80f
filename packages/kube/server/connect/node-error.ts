import { StatusError, statusErrors } from "@byocni/kube/schema";

/** What went wrong on the way to a node, in the words of an API server that cannot reach a kubelet. */
export function nodeError(error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return Object.assign(statusErrors.internal(`error dialing backend: ${text}`), { cause: error });
}
