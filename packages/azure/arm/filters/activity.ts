import { assert } from "@byocni/base/core";
import type { Filter } from "@byocni/base/http";
import { ArmError } from "@byocni/azure/types";
import type { RequestContext } from "../requests/context.ts";
import type { Target } from "../requests/target.ts";

/** Writes every change, done or refused, into the activity log. */
export const activityFilter: Filter<RequestContext> = async (context, request, next) => {
  if (request.method === "GET" || request.method === "HEAD") return next();
  const { principal, target, services } = context;
  assert(principal && target, "target and token come first");
  const record = (status: "Accepted" | "Succeeded" | "Failed", httpStatus: number, error?: ArmError): void =>
    services.activity.record({
      principal,
      action: context.action ?? `${request.method} ${request.path}`,
      scope: placeOf(target),
      status,
      httpStatus,
      correlationId: context.correlationId,
      ...(error === undefined ? {} : { error: error.body() }),
      ...(context.warnings.length === 0 ? {} : { warnings: [...context.warnings] }),
    });
  try {
    const response = await next();
    const isAccepted = response.status === 202 || response.headers["azure-asyncoperation"] !== undefined;
    record(isAccepted ? "Accepted" : "Succeeded", response.status);
    return response;
  } catch (error) {
    if (error instanceof ArmError) record("Failed", error.status, error);
    throw error;
  }
};

function placeOf(target: Target): string {
  return target.kind === "resource" || target.kind === "action" ? target.id.text : target.scope.text;
}
