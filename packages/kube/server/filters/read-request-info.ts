import type { Filter } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import type { RequestContext } from "../request/request-context.ts";
import { parseRequestInfo } from "../request/request-info.ts";

export const readRequestInfo: Filter<RequestContext> = (context, request, next) => {
  try {
    context.info = parseRequestInfo(request);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return Promise.reject(statusErrors.badRequest(`the path is not well encoded: ${request.path}`));
  }
  return next();
};
