import type { HttpResponse } from "@byocni/base/http";
import { getObject } from "../endpoints/get.ts";
import { patch } from "../endpoints/patch.ts";
import type { ResourceRequest } from "../endpoints/resource-request.ts";
import { update } from "../endpoints/write.ts";

/** `status`: the same object, of which only the status is written. What is isolated is decided where writes meet. */
export function statusSubresource(request: ResourceRequest): Promise<HttpResponse> {
  switch (request.context.info.verb) {
    case "update":
      return update(request);
    case "patch":
      return patch(request);
    default:
      return getObject(request);
  }
}
