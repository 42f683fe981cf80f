import type { HttpRequest } from "@byocni/base/http";

export type RequestVerb =
  | "create"
  | "delete"
  | "deletecollection"
  | "get"
  | "list"
  | "patch"
  | "update"
  | "watch"
  /** Lower-case method of a request that is not for a resource, or `connect`-like use of a sub-resource. */
  | "head"
  | "options"
  | "post"
  | "put"
  | "proxy";

/** What a request is about; read from method, path and query once and used by all filters and handlers. */
export interface RequestInfo {
  readonly isResource: boolean;
  readonly path: string;
  readonly verb: RequestVerb;
  /** "" for the core group. */
  readonly group: string;
  readonly version: string;
  /** "" for cluster-scoped requests and for requests over all namespaces. */
  readonly namespace: string;
  /** Plural name as in the path. */
  readonly resource: string;
  readonly subresource: string;
  /** "" for collections. */
  readonly name: string;
  /** What follows the sub-resource, for proxies: `/metrics`; "" if nothing follows. */
  readonly rest: string;
}

/** Sub-resources of a namespace itself; any other word there is a resource in the namespace. */
const namespaceSubresources: ReadonlySet<string> = new Set(["status", "finalize"]);

const methodVerbs: Readonly<Record<string, RequestVerb>> = {
  GET: "get",
  HEAD: "get",
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

const otherVerbs: Readonly<Record<string, RequestVerb>> = {
  GET: "get",
  HEAD: "head",
  POST: "post",
  PUT: "put",
  PATCH: "patch",
  DELETE: "delete",
  OPTIONS: "options",
};

/** @throws URIError for a path whose percent-encoding is broken. */
export function parseRequestInfo(request: HttpRequest): RequestInfo {
  const segments = request.path.split("/").filter((segment) => segment !== "");
  const nonResource: RequestInfo = {
    isResource: false,
    path: request.path,
    verb: otherVerbs[request.method] ?? "get",
    group: "",
    version: "",
    namespace: "",
    resource: "",
    subresource: "",
    name: "",
    rest: "",
  };
  const core = segments[0] === "api";
  if (!core && segments[0] !== "apis") return nonResource;
  const parts = segments.slice(core ? 1 : 2).map(decodeURIComponent);
  const group = core ? "" : decodeURIComponent(segments[1] ?? "");
  const version = parts.shift();
  if (version === undefined || parts.length === 0) return nonResource;

  let watchPrefix = false;
  if (parts[0] === "watch" && parts.length > 1) {
    watchPrefix = true;
    parts.shift();
  }
  let namespace = "";
  if (parts[0] === "namespaces") {
    if (parts.length > 1) namespace = parts[1] ?? "";
    // `namespaces/x` and its own sub-resources are about the namespace; anything deeper is about things in it.
    if (parts.length > 2 && !(parts.length === 3 && namespaceSubresources.has(parts[2] ?? ""))) parts.splice(0, 2);
  }
  const [resource = "", name = "", subresource = "", ...rest] = parts;
  return {
    isResource: true,
    path: request.path,
    verb: resourceVerb(request, name, watchPrefix),
    group,
    version,
    namespace,
    resource,
    subresource,
    name,
    rest: rest.length > 0 ? `/${rest.join("/")}${request.path.endsWith("/") ? "/" : ""}` : "",
  };
}

function resourceVerb(request: HttpRequest, name: string, watchPrefix: boolean): RequestVerb {
  // A method that the API does not know is answered with 405 where verbs are looked up.
  const verb = methodVerbs[request.method] ?? "options";
  if (watchPrefix) return "watch";
  if (name !== "") return verb;
  if (verb === "get") return isTrue(request.query.get("watch")) ? "watch" : "list";
  return verb === "delete" ? "deletecollection" : verb;
}

/** How the API server reads booleans in queries: an empty value counts as true. */
export function isTrue(value: string | null): boolean {
  return value !== null && !["false", "0", "f", "F", "FALSE", "False"].includes(value);
}
