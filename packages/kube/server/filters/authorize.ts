import type { Filter, HttpResponse } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import { type Attributes, type Authorizer, attributesOf, type Decision, deniedSentence } from "../access/authorizer.ts";
import type { RequestContext } from "../request/request-context.ts";

/** Asks whether the caller may do what the request asks for. */
export function authorize(authorizer: Authorizer): Filter<RequestContext> {
  return (context, _request, next) => {
    const attributes = attributesOf(context.user, context.info);
    const pass = (decision: Decision): Promise<HttpResponse> =>
      decision.allowed ? next() : Promise.reject(forbidden(attributes, decision));
    const decision = authorizer.authorize(attributes);
    return decision instanceof Promise ? decision.then(pass) : pass(decision);
  };
}

function forbidden(attributes: Attributes, { reason }: Decision): Error {
  const { group, isResource, resource, name } = attributes;
  return statusErrors.forbidden(
    { group, resource: isResource ? resource : "" },
    isResource ? name : "",
    deniedSentence(attributes, reason),
  );
}
