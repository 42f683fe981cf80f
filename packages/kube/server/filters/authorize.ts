import type { Filter } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import { type Authorizer, attributesOf, deniedSentence } from "../access/authorizer.ts";
import type { RequestContext } from "../request/request-context.ts";

/** Asks whether the caller may do what the request asks for. */
export function authorize(authorizer: Authorizer): Filter<RequestContext> {
  return async (context, _request, next) => {
    const attributes = attributesOf(context.user, context.info);
    const decision = await authorizer.authorize(attributes);
    if (decision.allowed) return next();
    throw statusErrors.forbidden(
      { group: attributes.group, resource: attributes.isResource ? attributes.resource : "" },
      attributes.isResource ? attributes.name : "",
      deniedSentence(attributes, decision.reason),
    );
  };
}
