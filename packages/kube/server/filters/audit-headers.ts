import type { Filter } from "@byocni/base/http";
import type { RequestContext } from "../request/request-context.ts";

/** Every answer that leaves the process carries the id of its request and must not be cached. */
export const auditHeaders: Filter<RequestContext> = async (context, request, next) => {
  if (request.peer.kind === "process") return next();
  const response = await next();
  return {
    ...response,
    headers: { "audit-id": context.auditId, "cache-control": "no-cache, private", ...response.headers },
  };
};
