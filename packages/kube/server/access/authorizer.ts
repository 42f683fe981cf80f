import type { RequestInfo } from "../request/request-info.ts";
import { allUnauthenticated, mastersGroup, type UserInfo } from "../request/user-info.ts";

/** What is asked of an authorizer. */
export interface Attributes {
  readonly user: UserInfo;
  readonly isResource: boolean;
  readonly verb: string;
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
}

export interface Decision {
  readonly allowed: boolean;
  /** Why (not); may be empty. */
  readonly reason: string;
}

export interface Authorizer {
  authorize(attributes: Attributes): Promise<Decision> | Decision;
}

export function attributesOf(user: UserInfo, info: RequestInfo): Attributes {
  const { isResource, verb, path, group, version, namespace, resource, subresource, name } = info;
  return { user, isResource, verb, path, group, version, namespace, resource, subresource, name };
}

/** Paths that anybody may read: health and version. */
const publicPaths: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz", "/version", "/version/"]);

export function isPublicRead({ isResource, verb, path }: Attributes): boolean {
  return !isResource && (verb === "get" || verb === "head") && publicPaths.has(path);
}

/** Whoever has been authenticated may do everything; others read what is public. */
export const allowAuthenticated: Authorizer = {
  authorize(attributes) {
    if (attributes.user.groups.includes(mastersGroup)) return { allowed: true, reason: "" };
    if (!attributes.user.groups.includes(allUnauthenticated)) return { allowed: true, reason: "" };
    return { allowed: isPublicRead(attributes), reason: "" };
  },
};

/** The sentence with which the API server refuses. */
export function deniedSentence(attributes: Attributes, reason: string): string {
  const { user, verb, path, group, namespace, resource, subresource } = attributes;
  const who = `User ${JSON.stringify(user.name)} cannot ${verb}`;
  const tail = reason ? `: ${reason}` : "";
  if (!attributes.isResource) return `${who} path ${JSON.stringify(path)}${tail}`;
  const what = subresource ? `${resource}/${subresource}` : resource;
  const where = namespace ? `in the namespace ${JSON.stringify(namespace)}` : "at the cluster scope";
  return `${who} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${tail}`;
}
