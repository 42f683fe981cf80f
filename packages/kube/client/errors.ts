import { isJsonObject } from "@byocni/base/core";
import { failure, isStatusError, type Status, statusCodes, StatusError, type StatusReason } from "@byocni/kube/schema";

function reasonOf(code: number): StatusReason {
  for (const [reason, known] of Object.entries(statusCodes)) if (known === code) return reason as StatusReason;
  return "InternalError";
}

/**
 * Rebuilds the fault from an answer. An answer whose body is no Status (a proxy's page, an empty body) keeps its code
 * and gets the reason that belongs to it.
 */
export async function statusErrorFrom(reply: {
  readonly status: number;
  json(): Promise<unknown>;
}): Promise<StatusError> {
  let body: unknown;
  try {
    body = await reply.json();
  } catch {
    body = undefined;
  }
  if (isJsonObject(body) && body["kind"] === "Status" && typeof body["code"] === "number") {
    return new StatusError(body as unknown as Status);
  }
  const message = `the server answered ${reply.status} without a Status`;
  return new StatusError(failure(reasonOf(reply.status), message, undefined, reply.status));
}

/** True when the object (or the path) does not exist. */
export const isNotFound = (error: unknown): boolean => isStatusError(error, "NotFound");

/** True when a write lost against another one (409 Conflict). */
export const isConflict = (error: unknown): boolean => isStatusError(error, "Conflict");

/** True when the object to create exists already. */
export const isAlreadyExists = (error: unknown): boolean => isStatusError(error, "AlreadyExists");

/** True when the watch or list position is too old (410). */
export const isExpired = (error: unknown): boolean => isStatusError(error, "Expired") || isStatusError(error, "Gone");

/** True when the write was refused because its namespace is being deleted. */
export function isNamespaceTerminating(error: unknown): boolean {
  return (
    isStatusError(error, "Forbidden") &&
    (error.status.details?.causes ?? []).some((cause) => cause.reason === "NamespaceTerminating")
  );
}
