import type { Filter } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import type { Authenticator } from "../authentication/authenticator.ts";
import type { RequestContext } from "../request/request-context.ts";
import { anonymous } from "../request/user-info.ts";

/** Finds out who calls. Without any credentials the caller is anonymous; bad ones are refused. */
export function authenticate(authenticator: Authenticator): Filter<RequestContext> {
  return async (context, request, next) => {
    const result = await authenticator.authenticate(request);
    if (result.kind === "refused") throw statusErrors.unauthorized();
    context.user = result.kind === "user" ? result.user : anonymous;
    return next();
  };
}
