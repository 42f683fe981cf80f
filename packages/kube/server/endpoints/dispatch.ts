import type { HttpRequest, HttpResponse } from "@byocni/base/http";
import { statusErrors, type SubresourceDefinition, type Verb } from "@byocni/kube/schema";
import { groupResourceOf } from "../registry/served-resource.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { ServerCore } from "../server-core.ts";
import { getObject } from "./get.ts";
import { listObjects } from "./list.ts";
import { patch } from "./patch.ts";
import type { ResourceRequest } from "./resource-request.ts";
import { watchObjects } from "./watch.ts";
import { create, remove, removeCollection, update } from "./write.ts";

export type ResourceHandler = (request: ResourceRequest) => Promise<HttpResponse>;

/** Handlers beyond the generic verbs. */
export interface SpecialHandlers {
  /** By `group/plural`: kinds that are asked, not stored (reviews). Called for POST. */
  readonly virtual: Readonly<Record<string, ResourceHandler>>;
  /** By `group/plural/subresource`; `*` in place of group and plural stands for all that have it. */
  readonly subresources: Readonly<Record<string, ResourceHandler>>;
}

const verbs: Readonly<Record<string, ResourceHandler>> = {
  create,
  delete: remove,
  deletecollection: removeCollection,
  get: getObject,
  list: listObjects,
  patch,
  update,
  watch: watchObjects,
};

/** Verbs that name one object, and those that name a collection. */
const ofObject: ReadonlySet<string> = new Set(["get", "update", "patch", "delete", "watch"]);
const ofCollection: ReadonlySet<string> = new Set(["create", "list", "watch", "deletecollection"]);

/** Answers requests for resources. @throws StatusError NotFound, MethodNotAllowed … */
export function createDispatcher(
  core: ServerCore,
  special: SpecialHandlers,
): (context: RequestContext, request: HttpRequest) => Promise<HttpResponse> {
  return async (context, http) => {
    const { info } = context;
    const resource = core.resources.find(info.group, info.version, info.resource);
    if (!resource) throw statusErrors.pathNotFound();
    const { definition } = resource;
    if (!definition.namespaced && info.namespace !== "" && definition.plural !== "namespaces")
      throw statusErrors.pathNotFound();
    // An object of a namespaced resource cannot be named without its namespace.
    if (definition.namespaced && info.namespace === "" && info.name !== "") throw statusErrors.pathNotFound();
    if (resource.deprecation) context.warnings.add(resource.deprecation);
    const request: ResourceRequest = { core, context, http, resource };
    if (info.subresource !== "") return subresource(request, special);

    const virtual = special.virtual[`${definition.group}/${definition.plural}`];
    if (virtual && info.verb === "create") return virtual(request);
    const handler = verbs[info.verb];
    const fits = info.name === "" ? ofCollection.has(info.verb) : ofObject.has(info.verb);
    if (!handler || !fits || !definition.verbs.includes(info.verb as Verb))
      throw statusErrors.methodNotAllowed(groupResourceOf(definition), info.verb);
    return handler(request);
  };
}

function subresource(request: ResourceRequest, special: SpecialHandlers): Promise<HttpResponse> {
  const { definition } = request.resource;
  const { info } = request.context;
  const found = definition.subresources.find((item) => item.name === info.subresource);
  if (!found) throw statusErrors.pathNotFound();
  const path = `${definition.group}/${definition.plural}/${found.name}`;
  const handler = special.subresources[path] ?? special.subresources[`*/${found.name}`];
  if (!handler) throw statusErrors.notImplemented(`byocni does not serve ${definition.plural}/${found.name}`);
  if (!allowed(found, info.verb))
    throw statusErrors.methodNotAllowed(
      { group: definition.group, resource: `${definition.plural}/${found.name}` },
      info.verb,
    );
  return handler(request);
}

function allowed(found: SubresourceDefinition, verb: string): boolean {
  return found.connect || found.verbs.includes(verb as Verb);
}
