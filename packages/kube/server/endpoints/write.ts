import type { HttpResponse } from "@byocni/base/http";
import { isStatusError, type KubeObject, statusErrors } from "@byocni/kube/schema";
import { createObject } from "../registry/create.ts";
import { deletedStatus, deleteObject } from "../registry/delete.ts";
import type { ServedResource } from "../registry/served-resource.ts";
import { updateObject } from "../registry/update.ts";
import { readBody } from "../request/body.ts";
import { readDeleteOptions } from "../request/delete-options.ts";
import { readListOptions } from "../request/list-options.ts";
import { readWriteOptions } from "../request/write-options.ts";
import type { CachedObject } from "../storage/cached-object.ts";
import { decodeObject } from "./decode-object.ts";
import { respondList, respondObject, respondValue } from "./respond.ts";
import { type ResourceRequest, writeOf } from "./resource-request.ts";
import { selectionOf } from "./selection.ts";

/** POST to a collection. */
export async function create(request: ResourceRequest): Promise<HttpResponse> {
  const { core, context, http } = request;
  const options = readWriteOptions(http, "create", false);
  const body = await readBody(core.schema, http, options.fieldValidation !== "Ignore");
  const decoded = decodeObject(request, body, options);
  if (request.resource.definition.namespaced && context.info.namespace === "")
    throw statusErrors.badRequest("an empty namespace may not be set during creation");
  return respondObject(request, 201, await createObject(writeOf(request, options), decoded, { fresh: true }));
}

/** PUT of an object or of its status. */
export async function update(request: ResourceRequest): Promise<HttpResponse> {
  const { core, http, resource } = request;
  const options = readWriteOptions(http, "update", false);
  const body = await readBody(core.schema, http, options.fieldValidation !== "Ignore");
  const { namespace, name, subresource } = request.context.info;
  const known = knownObject(resource, namespace, name);
  const decoded = decodeObject(request, body, options, known);
  const change = (): typeof decoded => decoded;
  const creates = resource.strategy.allowsCreateOnUpdate && subresource === "";
  const result = await updateObject(writeOf(request, options), {
    change,
    fresh: true,
    known,
    ...(creates ? { make: change } : {}),
  });
  return respondObject(request, result.created ? 201 : 200, result.object);
}

/** The stored object, if it is served as it is stored. */
function knownObject(resource: ServedResource, namespace: string, name: string): KubeObject | undefined {
  if (resource.conversion) return undefined;
  return resource.cache.get(resource.definition.namespaced ? namespace : "", name)?.value as KubeObject | undefined;
}

/** DELETE of one object. */
export async function remove(request: ResourceRequest): Promise<HttpResponse> {
  const { core, http, resource, context } = request;
  const options = await readDeleteOptions(core.schema, http);
  await core.storage.current();
  const operation = writeOf(request, { dryRun: options.dryRun, fieldManager: "" });
  if (
    resource.strategy.garbageCollection === "orphan" &&
    options.propagationPolicy === undefined &&
    options.orphanDependents === undefined
  )
    context.warnings.add(
      `child pods are preserved by default when ${resource.definition.plural} are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning`,
    );
  const result = await deleteObject(operation, options);
  if (result.kind === "gone" && !resource.strategy.returnsDeletedObject)
    return respondValue(200, deletedStatus(operation, result.object));
  const accepted = result.kind === "marked" && options.orphanDependents === false;
  return respondObject(request, accepted ? 202 : 200, result.object);
}

/** How many objects of a collection are deleted at once. */
const deletesAtOnce = 50;

/** DELETE of a collection: each object on its own; what is gone meanwhile is fine. */
export async function removeCollection(request: ResourceRequest): Promise<HttpResponse> {
  const { core, http, resource, context } = request;
  const options = await readDeleteOptions(core.schema, http);
  const selection = selectionOf(resource, context.info.namespace, "", readListOptions(http.query, false));
  await core.storage.current();
  const objects = resource.cache.list(selection);
  const deleted: CachedObject[] = [];
  for (let start = 0; start < objects.length; start += deletesAtOnce) {
    const batch = objects.slice(start, start + deletesAtOnce).map(async (object) => {
      const operation = {
        ...writeOf(request, { dryRun: options.dryRun, fieldManager: "" }),
        namespace: object.namespace,
        name: object.name,
      };
      try {
        deleted.push((await deleteObject(operation, options)).object);
      } catch (error) {
        if (!isStatusError(error, "NotFound")) throw error;
      }
    });
    await Promise.all(batch);
  }
  return respondList(request, deleted, { resourceVersion: String(core.storage.revision()) });
}
