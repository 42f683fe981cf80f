import { emptyResponse, type HttpResponse } from "@byocni/base/http";
import { callerOf, type ReadyRequest } from "../requests/context.ts";
import type { OperationPlan } from "./engine.ts";
import { retryHeaders } from "./urls.ts";

/** 202 with the `Location` of an operation that is Resource Manager's own: group deletion, move, export, what-if. */
export function accepted({ request, services, apiVersion }: ReadyRequest, operationId: string): HttpResponse {
  const { subscriptionId } = services.settings;
  const path = `/subscriptions/${subscriptionId}/operationresults/${operationId}`;
  return emptyResponse(202, { location: `${request.origin}${path}?api-version=${apiVersion}`, ...retryHeaders });
}

/** Writes an operation down, begins it, and answers with its place. */
export async function startOperation(
  ready: ReadyRequest,
  plan: Omit<OperationPlan, "state" | "caller">,
): Promise<HttpResponse> {
  const { operations, store } = ready.services;
  const { record, write } = operations.plan({ ...plan, state: "Running", caller: callerOf(ready) });
  await store.write([write]);
  operations.begin(record);
  return accepted(ready, record.id);
}
