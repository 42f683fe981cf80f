import type { Filter, HttpResponse } from "@byocni/base/http";
import { StatusError, statusErrors } from "@byocni/kube/schema";
import type { Logger } from "@byocni/base/core";
import type { RequestContext } from "../request/request-context.ts";

/** Turns what is thrown into a Status; what nobody meant to throw is logged and becomes a 500. */
export function catchErrors(logger: Logger): Filter<RequestContext> {
  return async (context, request, next) => {
    try {
      return await next();
    } catch (error) {
      if (error instanceof StatusError) return statusResponse(error);
      // The body reader of the HTTP server has its own limit.
      if (error instanceof Error && error.name === "BodyTooLargeError")
        return statusResponse(statusErrors.tooLarge(error.message));
      // Values are walked by recursion; what is nested deeper than the stack goes is no object of anybody's.
      if (error instanceof RangeError && error.message.includes("call stack"))
        return statusResponse(statusErrors.badRequest("the request's body is nested too deeply"));
      if (request.signal.aborted) return statusResponse(statusErrors.timeout("request was aborted", 0));
      logger.error("a request failed", { error, method: request.method, path: request.path, auditId: context.auditId });
      return statusResponse(statusErrors.internal(error instanceof Error ? error.message : String(error)));
    }
  };
}

export function statusResponse(error: StatusError): HttpResponse {
  const { status } = error;
  const retry = status.details?.retryAfterSeconds;
  return {
    status: status.code,
    headers: { "content-type": "application/json", ...(retry ? { "retry-after": String(retry) } : {}) },
    body: { kind: "json", value: status },
  };
}
