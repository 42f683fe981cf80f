import type { Filter, HttpRequest, HttpResponse } from "@byocni/base/http";
import { jsonResponse } from "@byocni/base/http";
import { ArmError, ODataSyntaxError } from "@byocni/azure/types";
import { armErrorTable, armFaults } from "../errors.ts";
import type { RequestContext } from "../requests/context.ts";

/**
 * The outermost link: gives every answer its ids, and turns what was thrown into Resource Manager's envelope. Nothing
 * but a response leaves it.
 */
export const answerFilter: Filter<RequestContext> = async (context, request, next) => {
  let response: HttpResponse;
  try {
    response = await next();
  } catch (error) {
    response = errorResponse(error, context, request);
  }
  const headers: Record<string, string> = {
    "cache-control": "no-cache",
    pragma: "no-cache",
    "x-ms-request-id": context.requestId,
    "x-ms-correlation-request-id": context.correlationId,
    "x-ms-routing-request-id": `BYOCNI:${context.requestId}`,
    // Asked for by recorded tests of Go clients; without it Terraform waits fixed times (arm-and-az 2.3).
    "x-go-azure-sdk-skip-polling-delay": "true",
    ...(response.body.kind === "json" ? { "content-type": "application/json; charset=utf-8" } : {}),
    ...response.headers,
  };
  const clientRequestId = request.headers["x-ms-client-request-id"];
  if (request.headers["x-ms-return-client-request-id"]?.toLowerCase() === "true" && clientRequestId !== undefined) {
    headers["x-ms-client-request-id"] = clientRequestId;
  }
  if (context.warnings.length > 0) {
    headers["x-byocni-warnings"] = context.warnings
      .map(({ code, message }) => `${code}: ${message}`.replaceAll(/[^\u0020-\u007e]/g, "?"))
      .join("; ")
      .slice(0, 4000);
  }
  return { ...response, headers };
};

/** The envelope of an error; what is no ArmError is a bug, logged and answered with 500. */
export function errorResponse(error: unknown, context: RequestContext, request: HttpRequest): HttpResponse {
  if (error instanceof ArmError) return jsonResponse(error.status, error.envelope(), errorHeaders(error));
  // A function that a list does not know is found when the filter is applied to the first item.
  if (error instanceof ODataSyntaxError) {
    const filter = request.query.get("$filter") ?? "";
    return errorResponse(armFaults.InvalidFilterInQueryString({ filter, reason: error.message }), context, request);
  }
  const { correlationId } = context;
  context.services.logger.error("a request failed on a bug", { correlationId, error });
  return jsonResponse(500, armFaults.InternalServerError({ correlationId }).envelope());
}

/** Refusals of Resource Manager itself, as opposed to those of providers. */
const gatewayCodes: ReadonlySet<string> = new Set(
  Object.keys(armErrorTable).filter((code) => code !== "AnotherOperationInProgress"),
);

function errorHeaders(error: ArmError): Record<string, string> {
  return { ...(gatewayCodes.has(error.code) ? { "x-ms-failure-cause": "gateway" } : {}), ...error.headers };
}
