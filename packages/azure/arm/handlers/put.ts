import type { JsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import { parentResource, type ResourceId } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { requireLinkedAccess } from "../filters/authorization.ts";
import { operationHeaders } from "../operations/urls.ts";
import type { Prepared, PrepareRequest } from "../provider.ts";
import { requireApiVersion, type ProviderRegistry, type RegisteredStoredType } from "../registry.ts";
import { readObject } from "../requests/body.ts";
import { callerOf, providerContext, type ReadyRequest } from "../requests/context.ts";
import type { Resource, ResourceState } from "../resource.ts";
import { requireIdle } from "../resources/conflicts.ts";
import { notFound } from "../resources/not-found.ts";
import { checkPutBody } from "../resources/put-body.ts";
import { groupRecord } from "../resources/record.ts";
import type { Loaded } from "../resources/repository.ts";
import { requireRegistered } from "../routes/providers.ts";
import { checkConditions } from "./conditions.ts";
import { showRelated, showResource } from "./show.ts";
import { versionFor } from "./version.ts";

/** Attempts of one PUT against other processes on the same store. */
const maxAttempts = 100;

/** PUT of a stored resource. */
export async function putResource(
  ready: ReadyRequest,
  id: ResourceId,
  type: RegisteredStoredType,
): Promise<HttpResponse> {
  if (type.definition.without?.includes("put")) throw armFaults.MethodNotAllowed({ method: "PUT" });
  const body = await readObject(ready.request);
  const apiVersion = requireApiVersion(type, ready.apiVersion, textOf(body["location"]));
  return write(ready, id, type, { apiVersion, bodyFor: () => body });
}

export interface WriteRequest {
  readonly apiVersion: string;
  /** The body for what is there now; undefined: it must be there (PATCH). */
  readonly bodyFor: (existing: Resource | undefined) => JsonObject;
}

/** One write through `prepare`: queued in this process, compare-and-swap against others. */
export async function write(
  ready: ReadyRequest,
  id: ResourceId,
  type: RegisteredStoredType,
  wanted: WriteRequest,
): Promise<HttpResponse> {
  const { services } = ready;
  const root = type.definition.embedded ? (parentResource(id)?.key ?? id.key) : id.key;
  const written = await services.queue.run(root, async () => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const result = await attemptWrite(ready, id, type, wanted);
      if (result) return result;
    }
    throw new Error(`too many writers of ${id.text}`);
  });
  const { resource, previous, operation } = written;
  await type.definition.committed?.(resource, previous, providerContext(ready));
  if (operation) services.operations.begin(operation);
  const { created = 201, updated = 200 } = type.definition.putStatus ?? {};
  const headers = operation
    ? operationHeaders(
        {
          origin: ready.request.origin,
          subscriptionId: services.settings.subscriptionId,
          provider: type.provider,
          location: written.location,
          operationId: operation.id,
        },
        false,
      )
    : {};
  const shown = await showRelated(services, type, resource, wanted.apiVersion);
  return jsonResponse(previous ? updated : created, shown, headers);
}

async function attemptWrite(ready: ReadyRequest, id: ResourceId, type: RegisteredStoredType, wanted: WriteRequest) {
  const { services, request } = ready;
  const { repository, operations } = services;
  requireScope(services.registry, id);
  requireName(id);
  await requireRegistered(services.store, type.provider.namespace);
  const group = await requireGroup(ready, id);
  await requireExtended(ready, id);
  const loaded = await repository.load(id);
  const { resource: existing } = loaded;
  requireParent(ready, loaded);
  checkConditions(request.headers, existing, id);
  await requireIdle(repository, services.registry, loaded);
  const prepared = await prepareWrite(ready, loaded, {
    apiVersion: wanted.apiVersion,
    body: wanted.bodyFor(existing),
    purpose: "apply",
  });
  const action = `${type.type}/write`;
  await requireLinkedAccess(services, ready.principal, { action, scope: id.text }, prepared.linked ?? []);
  const planned =
    prepared.operation &&
    operations.plan({
      runner: "resource",
      kind: prepared.operation.kind,
      target: existing?.id.text ?? id.text,
      state: prepared.operation.state,
      input: prepared.operation.input,
      caller: callerOf(ready),
    });
  const resource = await repository.commit(
    loaded,
    {
      state: prepared.state,
      ...(planned
        ? { operation: { id: planned.record.id, kind: planned.record.kind, state: planned.record.state } }
        : { ended: "Succeeded" }),
      by: ready.principal.displayName,
      groupName: group?.name,
    },
    planned ? [planned.write] : [],
  );
  if (!resource || resource === "removed") return undefined;
  return {
    resource,
    previous: existing,
    operation: planned?.record,
    location: resource.location ?? loaded.parent?.location ?? group?.location ?? "global",
  };
}

/** Body checks, name rule, `prepare`: the part that preflight and what-if share with a real PUT. */
export async function prepareWrite(
  ready: ReadyRequest,
  loaded: Pick<Loaded, "id" | "type" | "resource" | "parent">,
  request: Pick<PrepareRequest, "apiVersion" | "purpose"> & {
    readonly body: JsonObject;
    readonly resources?: Parameters<typeof providerContext>[1];
  },
): Promise<Prepared> {
  const { id, type, resource: existing, parent } = loaded;
  const { nameRule } = type.definition;
  if (nameRule && !existing && !nameRule.pattern.test(id.name)) throw nameRule.refuse(id.name, id);
  const body = checkPutBody(request.body, id, type, existing);
  const prepared = await type.definition.prepare(
    { id, apiVersion: request.apiVersion, body, existing, parent, purpose: request.purpose },
    providerContext(ready, request.resources),
  );
  return { ...prepared, state: withDefaults(prepared.state, body) };
}

/** Location and tags are the same for every type: a provider need not repeat them. */
function withDefaults(state: ResourceState, body: JsonObject): ResourceState {
  const { location, tags } = body as { readonly location?: string; readonly tags?: ResourceState["tags"] };
  return {
    ...(location === undefined ? {} : { location }),
    ...(tags === undefined ? {} : { tags }),
    ...state,
  };
}

/** The group that a resource is written into. @throws ArmError when it is not there or on its way out */
export async function requireGroup(ready: ReadyRequest, id: ResourceId) {
  const { subscriptionId, resourceGroup } = id;
  if (subscriptionId === undefined || resourceGroup === undefined) return undefined;
  const entry = await ready.services.repository.groupEntry(subscriptionId, resourceGroup);
  if (!entry) throw armFaults.ResourceGroupNotFound({ name: resourceGroup });
  const group = groupRecord(entry.value);
  if (group.deleting !== undefined) throw armFaults.ResourceGroupBeingDeleted({ name: group.name });
  return group;
}

/** Top-level types say where they can lie; children follow their parents. @throws ArmError InvalidScope */
export function requireScope(registry: ProviderRegistry, id: ResourceId): void {
  const top = registry.type(`${id.namespace}/${id.types[0] ?? ""}`);
  const scopes = top?.definition.scopes ?? ["resourceGroup"];
  const kind = id.scope.kind === "resource" ? "extension" : id.scope.kind;
  if (!scopes.includes(kind)) throw armFaults.InvalidScope({ type: id.type, scope: id.scope.text });
}

/** What an extension resource extends must be there. @throws ArmError ResourceNotFound */
async function requireExtended(ready: ReadyRequest, id: ResourceId): Promise<void> {
  const { repository, registry } = ready.services;
  if (id.scope.kind !== "resource" || !registry.stored(id.scope.type)) return;
  if (!(await repository.get(id.scope))) throw await notFound(repository, registry, id.scope);
}

const maxNameLength = 260;

/** What no resource can be called, whatever its type says. @throws ArmError InvalidResourceName */
function requireName(id: ResourceId): void {
  if (id.name.length > maxNameLength || /[<>%&:?#"\\]/.test(id.name)) {
    throw armFaults.InvalidResourceName({ name: id.name.slice(0, maxNameLength) });
  }
}

function requireParent(ready: ReadyRequest, loaded: Loaded): void {
  const parentId = parentResource(loaded.id);
  if (!parentId || loaded.parent || !ready.services.registry.stored(parentId.type)) return;
  throw armFaults.ParentResourceNotFound({
    operation: "write",
    type: loaded.type.definition.name,
    parent: parentId.text,
  });
}

/** PATCH of a stored resource. */
export async function patchResource(
  ready: ReadyRequest,
  id: ResourceId,
  type: RegisteredStoredType,
): Promise<HttpResponse> {
  const mode = type.definition.patch ?? "tags";
  if (mode === "none") throw armFaults.MethodNotAllowed({ method: "PATCH" });
  const apiVersion = await versionFor(ready, id, type);
  const patch = await readObject(ready.request);
  const { repository, registry } = ready.services;
  if (!(await repository.get(id))) throw await notFound(repository, registry, id);
  if (mode === "merge") {
    return write(ready, id, type, {
      apiVersion,
      bodyFor: (existing) => mergePatch(existing ? showResource(registry, type, existing, apiVersion) : {}, patch),
    });
  }
  const { patchTags } = await import("./patch-tags.ts");
  const resource = await patchTags(ready, id, patch);
  if (!resource) throw await notFound(repository, registry, id);
  return jsonResponse(200, await showRelated(ready.services, type, resource, apiVersion));
}

/** RFC 7396. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, JsonObject[string]> = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (isObject(value)) result[key] = mergePatch(isObject(result[key]) ? result[key] : {}, value);
    else result[key] = value;
  }
  return result;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** HEAD of a resource: 204 when it is there. */
export async function headResource(ready: ReadyRequest, id: ResourceId): Promise<HttpResponse> {
  const { repository } = ready.services;
  return emptyResponse((await repository.get(id)) ? 204 : 404);
}
