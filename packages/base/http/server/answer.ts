import { BugError, type Logger } from "@byocni/base/core";
import type { Handler, HttpRequest, HttpResponse } from "../message.ts";
import { jsonResponse } from "../response.ts";
import { BodyIncompleteError, BodyTooLargeError } from "./errors.ts";

/** Answers one request by the handler; what it throws becomes an answer too, and a record in the log. */
export async function answer(
  handler: Handler,
  request: HttpRequest | undefined,
  logger: Logger,
): Promise<HttpResponse> {
  if (!request) return failure(400, "BadRequest", "the request target or the host is malformed");
  try {
    return await handler(request);
  } catch (error) {
    if (error instanceof BodyTooLargeError) return failure(413, "RequestEntityTooLarge", error.message);
    if (error instanceof BodyIncompleteError) return failure(408, "RequestTimeout", error.message);
    // Whoever went away gets no answer, and what was cut short by that is no bug.
    if (!request.signal.aborted || error instanceof BugError) {
      logger.error("a handler failed", { method: request.method, path: request.path, error });
    }
    return failure(500, "InternalServerError", "an unexpected error occurred; the log of byocni says which");
  }
}

/** What the adapter answers by itself, below any protocol. */
export function failure(status: number, code: string, message: string): HttpResponse {
  return jsonResponse(status, { error: { code, message } });
}
