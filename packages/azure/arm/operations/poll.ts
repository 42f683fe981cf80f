import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import { armErrorFromBody } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import type { ReadyRequest } from "../requests/context.ts";
import { operationBody, type OperationRecord } from "./record.ts";
import { retryHeaders } from "./urls.ts";

/** Reads an operation for a poll; holds the answer for a moment while it is unfinished. */
export async function pollOperation(ready: ReadyRequest, id: string): Promise<OperationRecord> {
  const { operations, settings } = ready.services;
  const record = await operations.get(id);
  if (!record) throw armFaults.OperationNotFound({ id });
  if (record.status !== "Running") return record;
  await operations.wait(record.id, settings.pollHoldMs);
  return (await operations.get(id)) ?? record;
}

/** The answer of an `Azure-AsyncOperation` URL. */
export async function answerStatus(ready: ReadyRequest, id: string, style: "named" | "status"): Promise<HttpResponse> {
  const record = await pollOperation(ready, id);
  return jsonResponse(200, operationBody(record, style), record.status === "Running" ? retryHeaders : {});
}

/**
 * The answer of a `Location` URL: 202 while it runs, then the result.
 */
export async function answerResult(ready: ReadyRequest, id: string): Promise<HttpResponse> {
  const record = await pollOperation(ready, id);
  if (record.status === "Running") {
    const { origin, path, query } = ready.request;
    return emptyResponse(202, { ...retryHeaders, location: `${origin}${path}?${query.toString()}` });
  }
  if (record.error) throw armErrorFromBody(record.error.status, record.error.body);
  if (record.runner === "move") return emptyResponse(204);
  return record.result === undefined ? emptyResponse(200) : jsonResponse(200, record.result);
}
