import type { Filter, HttpHeaders } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import { type Attributes, type Authorizer, deniedSentence } from "../access/authorizer.ts";
import type { RequestContext } from "../request/request-context.ts";
import { anonymous, authenticated, serviceAccountUser, type UserInfo } from "../request/user-info.ts";

const extraPrefix = "impersonate-extra-";

/** Lets callers act as somebody else, if they may `impersonate` that name, each group, uid and extra. */
export function impersonate(authorizer: Authorizer): Filter<RequestContext> {
  const passAs: Filter<RequestContext> = async (context, { headers }, next) => {
    const wanted = readWanted(headers);
    if (!wanted) return next();
    for (const [resource, name, namespace, group] of subjectsOf(wanted)) {
      const attributes = impersonation(context.user, resource, name, namespace, group);
      const decision = await authorizer.authorize(attributes);
      if (!decision.allowed)
        throw statusErrors.forbidden({ group, resource }, name, deniedSentence(attributes, decision.reason));
    }
    context.user = wanted.name === anonymous.name ? { ...anonymous } : authenticated(wanted);
    return next();
  };
  return (context, request, next) => (hasImpersonation(request.headers) ? passAs(context, request, next) : next());
}

/** @throws StatusError BadRequest when anything but a user is asked for without one */
function readWanted(headers: HttpHeaders): UserInfo | undefined {
  const name = headers["impersonate-user"];
  const groups = (headers["impersonate-group"] ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  const uid = headers["impersonate-uid"];
  const extra: Record<string, readonly string[]> = {};
  for (const [header, value] of Object.entries(headers))
    if (header.startsWith(extraPrefix)) extra[decodeURIComponent(header.slice(extraPrefix.length))] = value.split(", ");
  if (name === undefined) {
    if (groups.length > 0 || uid !== undefined || Object.keys(extra).length > 0)
      throw statusErrors.badRequest("requested impersonation of a group, uid or extra without a user");
    return undefined;
  }
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name);
  const base =
    account && groups.length === 0 ? serviceAccountUser(account[1] ?? "", account[2] ?? "", "").groups : groups;
  return {
    name,
    groups: base,
    ...(uid === undefined ? {} : { uid }),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

function hasImpersonation(headers: HttpHeaders): boolean {
  for (const header in headers) if (header.startsWith("impersonate-")) return true;
  return false;
}

function* subjectsOf(user: UserInfo): Generator<readonly [string, string, string, string], void> {
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user.name);
  if (account) yield ["serviceaccounts", account[2] ?? "", account[1] ?? "", ""];
  else {
    yield ["users", user.name, "", ""];
    for (const group of user.groups) yield ["groups", group, "", ""];
  }
  const group = "authentication.k8s.io";
  if (user.uid) yield ["uids", user.uid, "", group];
  for (const [key, values] of Object.entries(user.extra ?? {}))
    for (const value of values) yield [`userextras/${key}`, value, "", group];
}

function impersonation(user: UserInfo, resource: string, name: string, namespace: string, group: string): Attributes {
  const [plural = "", subresource = ""] = resource.split("/");
  return {
    user,
    isResource: true,
    verb: "impersonate",
    path: "",
    group,
    version: "v1",
    namespace,
    resource: plural,
    subresource,
    name,
  };
}
