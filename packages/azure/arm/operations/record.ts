import type { Json, JsonObject } from "@byocni/base/core";
import type { AsyncOperationBody, CloudErrorBody, Principal } from "@byocni/azure/types";

/** An operation as it lies in the store. */
export interface OperationRecord {
  readonly id: string;
  /** Which runner does it: `resource`, `groupDelete`, `deployment`, `move`, `prepared`. */
  readonly runner: string;
  /** `create`, `delete`, `scale`… */
  readonly kind: string;
  /** Id of what it works on. */
  readonly target: string;
  /** provisioningState while it runs. */
  readonly state: string;
  readonly status: "Running" | "Succeeded" | "Failed" | "Canceled";
  /** RFC 3339. */
  readonly startTime: string;
  readonly endTime?: string;
  readonly error?: { readonly status: number; readonly body: CloudErrorBody };
  readonly input: JsonObject;
  readonly progress: JsonObject;
  /** What the `Location` URL answers with in the end. */
  readonly result?: Json;
  readonly caller: OperationCaller;
}

/** On whose behalf an operation works. */
export interface OperationCaller {
  readonly principal: Principal;
  readonly correlationId: string;
  readonly origin: string;
  readonly strictness: "article" | "current";
  readonly userAgent: string;
}

export const operationPrefix = "operation/";

export function operationKey(id: string): string {
  return `${operationPrefix}${id.toLowerCase()}`;
}

export function operationRecord(value: JsonObject): OperationRecord {
  return value as unknown as OperationRecord;
}

/** What an `Azure-AsyncOperation` URL shows. */
export function operationBody(record: OperationRecord, style: "named" | "status"): AsyncOperationBody {
  const status = record.status === "Running" ? "InProgress" : record.status;
  const error = record.error === undefined ? {} : { error: record.error.body };
  if (style === "status") return { status, ...error };
  return {
    name: record.id,
    status,
    startTime: record.startTime,
    ...(record.endTime === undefined ? {} : { endTime: record.endTime }),
    ...(record.result === undefined || record.status !== "Succeeded" ? {} : { properties: record.result }),
    ...error,
  };
}
