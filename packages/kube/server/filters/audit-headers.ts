import type { Filter } from "@byocni/base/http";
import type { RequestContext } from "../request/request-context.ts";

/** Every answer carries the id of its request and must not be cached. */
export const auditHeaders: Filter<RequestContext> = async (context, _request, next) => {
  const response = await next();
  return {
    ...response,
    headers: { "audit-id": context.auditId, "cache-control": "no-cache, private", ...response.headers },
  };
};
