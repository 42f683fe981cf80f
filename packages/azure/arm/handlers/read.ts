import { jsonResponse, type HttpResponse } from "@byocni/base/http";
import { parentResource, type ArmError, type ResourceId } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import type { ComputedType } from "../provider.ts";
import { isStored, requireApiVersion, type RegisteredStoredType, type RegisteredType } from "../registry.ts";
import { providerContext, type ReadyRequest } from "../requests/context.ts";
import type { Target } from "../requests/target.ts";
import type { Resource } from "../resource.ts";
import { notFound, resourcePath } from "../resources/not-found.ts";
import { relatedContext, showRelated } from "./show.ts";
import { versionFor } from "./version.ts";

/** GET of one resource. */
export async function getResource(ready: ReadyRequest, id: ResourceId, type: RegisteredType): Promise<HttpResponse> {
  const { repository, registry } = ready.services;
  const apiVersion = await versionFor(ready, id, type);
  const { definition } = type;
  if (isStored(type)) {
    if (type.definition.without?.includes("get")) throw armFaults.MethodNotAllowed({ method: "GET" });
    const resource = await repository.get(id);
    if (!resource) throw await missingResource(ready, id, type);
    const headers = type.definition.showsEtag === true ? { etag: resource.etag } : {};
    return jsonResponse(200, await showRelated(ready.services, type, resource, apiVersion), headers);
  }
  const { get, pending } = definition as ComputedType;
  if (!get) throw armFaults.MethodNotAllowed({ method: "GET" });
  const parent = await storedParent(ready, id, type);
  const request = { scope: id, names: id.names, apiVersion, query: ready.request.query, parent };
  const context = providerContext(ready);
  const body = await get(request, context);
  if (!body) throw await notFound(repository, registry, id);
  const headers = pending?.(body, request, context);
  return jsonResponse(headers ? 202 : 200, body, headers ?? {});
}

/** The nearest stored resource above. @throws ArmError when it should be there and is not */
async function storedParent(ready: ReadyRequest, id: ResourceId, type: RegisteredType): Promise<Resource | undefined> {
  for (let parent = parentResource(id); parent; parent = parentResource(parent)) {
    const found = await requireStored(ready, parent, type);
    if (found) return found;
  }
  return undefined;
}

/** The parent of what is asked for, when its type is a stored one. @throws ArmError ParentResourceNotFound */
async function requireStored(ready: ReadyRequest, id: ResourceId, type: RegisteredType): Promise<Resource | undefined> {
  const { repository, registry } = ready.services;
  if (!registry.stored(id.type)) return undefined;
  const resource = await repository.get(id);
  if (!resource) throw await parentNotFound(ready, id, type);
  return resource;
}

async function parentNotFound(ready: ReadyRequest, parent: ResourceId, type: RegisteredType): Promise<ArmError> {
  const { subscriptionId, resourceGroup } = parent;
  if (subscriptionId !== undefined && resourceGroup !== undefined) {
    const group = await ready.services.repository.getGroup(subscriptionId, resourceGroup);
    if (!group) return armFaults.ResourceGroupNotFound({ name: resourceGroup });
  }
  return armFaults.ParentResourceNotFound({ operation: "read", type: type.definition.name, parent: parent.text });
}

/** The 404 of a resource: its parent's, when that is missing already. */
async function missingResource(ready: ReadyRequest, id: ResourceId, type: RegisteredType): Promise<ArmError> {
  const { repository, registry } = ready.services;
  const parent = parentResource(id);
  if (parent && registry.stored(parent.type) && !(await repository.get(parent))) {
    return parentNotFound(ready, parent, type);
  }
  return notFound(repository, registry, id);
}

/** GET of a collection. */
export async function listResources(
  ready: ReadyRequest,
  target: Extract<Target, { kind: "collection" }>,
  type: RegisteredType,
): Promise<HttpResponse> {
  const apiVersion = requireApiVersion(type, ready.apiVersion, undefined);
  const parent =
    target.parent &&
    ((await requireStored(ready, target.parent, type)) ?? (await storedParent(ready, target.parent, type)));
  if (!isStored(type)) {
    const list = (type.definition as ComputedType).list;
    if (!list) throw armFaults.MethodNotAllowed({ method: "GET" });
    const scope = target.parent ?? target.scope;
    const request = { scope, names: target.names, apiVersion, query: ready.request.query, parent };
    const body = await list(request, providerContext(ready));
    if (!body) throw missing(target, ready);
    return jsonResponse(200, body);
  }
  if (type.definition.without?.includes("list")) throw armFaults.MethodNotAllowed({ method: "GET" });
  const resources = await inScope(ready, target, type);
  const context = relatedContext(ready.services.repository);
  const value = await Promise.all(
    resources.map((resource) => showRelated(ready.services, type, resource, apiVersion, context)),
  );
  return jsonResponse(200, { value });
}

function missing(target: Extract<Target, { kind: "collection" }>, ready: ReadyRequest) {
  const { scope, parent, namespace, path } = target;
  const resource = parent ? resourcePath(parent) : `${namespace}/${path}`;
  return "resourceGroup" in scope && scope.resourceGroup !== undefined
    ? armFaults.ResourceNotFound({ resource, group: scope.resourceGroup })
    : armFaults.ResourceNotFoundOutsideGroup({ resource, subscription: ready.services.settings.subscriptionId });
}

async function inScope(
  ready: ReadyRequest,
  target: Extract<Target, { kind: "collection" }>,
  type: RegisteredStoredType,
): Promise<readonly Resource[]> {
  const { repository } = ready.services;
  const { scope, parent } = target;
  if (parent) {
    const found = await repository.list({ within: parent.key, type: type.type });
    return found.filter(({ id }) => parentResource(id)?.key === parent.key);
  }
  if (scope.kind === "resourceGroup" && !(await repository.getGroup(scope.subscriptionId, scope.resourceGroup))) {
    throw armFaults.ResourceGroupNotFound({ name: scope.resourceGroup });
  }
  const found = await repository.list({ within: scope.key, type: type.type });
  // A list on a resource shows its own extensions, not those of what lies below it.
  return scope.kind === "resource" ? found.filter(({ id }) => id.scope.key === scope.key) : found;
}
