import type { HttpResponse } from "@byocni/base/http";
import { respondValue } from "../endpoints/respond.ts";

/** The answer of an action that has nothing to show. */
export function respondSuccess(): Promise<HttpResponse> {
  return respondValue(201, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 });
}
