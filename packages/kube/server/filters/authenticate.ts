import type { Filter, HttpResponse } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import type { AuthenticationResult, Authenticator } from "../authentication/authenticator.ts";
import type { RequestContext } from "../request/request-context.ts";
import { anonymous } from "../request/user-info.ts";

/** Finds out who calls. Without any credentials the caller is anonymous; bad ones are refused. */
export function authenticate(authenticator: Authenticator): Filter<RequestContext> {
  return (context, request, next) => {
    const pass = (result: AuthenticationResult): Promise<HttpResponse> => {
      if (result.kind === "refused") return Promise.reject(statusErrors.unauthorized());
      context.user = result.kind === "user" ? result.user : anonymous;
      return next();
    };
    const result = authenticator.authenticate(request);
    return result instanceof Promise ? result.then(pass) : pass(result);
  };
}
