import type { HttpResponse } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import { groupResourceOf } from "../registry/served-resource.ts";
import type { CachedObject } from "../storage/cached-object.ts";
import { respondObject } from "./respond.ts";
import type { ResourceRequest } from "./resource-request.ts";

/** The present version of the named object. @throws StatusError NotFound */
export function findObject({ resource, context }: ResourceRequest): CachedObject {
  const { namespace, name } = context.info;
  const found = resource.cache.get(resource.definition.namespaced ? namespace : "", name);
  if (!found) throw statusErrors.notFound(groupResourceOf(resource.definition), name);
  return found;
}

export async function getObject(request: ResourceRequest): Promise<HttpResponse> {
  // "0" is content with any state; everything else wants the latest.
  if (request.http.query.get("resourceVersion") !== "0") await request.core.storage.current();
  return respondObject(request, 200, findObject(request));
}
