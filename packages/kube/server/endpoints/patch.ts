import { isJsonObject, type JsonObject } from "@byocni/base/core";
import type { HttpRequest, HttpResponse } from "@byocni/base/http";
import { applyJsonPatch, applyMergePatch, type KubeObject, statusErrors } from "@byocni/kube/schema";
import { applyOwned } from "../registry/field-ownership.ts";
import { updateObject, type UpdateRequest } from "../registry/update.ts";
import { contentTypeOf, parseJson, parseYaml } from "../request/body.ts";
import { readWriteOptions, type WriteOptions } from "../request/write-options.ts";
import { decodeObject } from "./decode-object.ts";
import { respondObject } from "./respond.ts";
import { type ResourceRequest, writeOf } from "./resource-request.ts";

const jsonPatch = "application/json-patch+json";
const mergePatch = "application/merge-patch+json";
const strategicPatch = "application/strategic-merge-patch+json";
const applyPatch = "application/apply-patch+yaml";

/** What the patch of a resource may look like; custom resources know no strategic merge. */
export function patchMediaTypes(isCustom: boolean): readonly string[] {
  return isCustom ? [jsonPatch, mergePatch, applyPatch] : [jsonPatch, mergePatch, strategicPatch, applyPatch];
}

/** PATCH of an object or of its status. */
export async function patch(request: ResourceRequest): Promise<HttpResponse> {
  const contentType = contentTypeOf(request.http);
  const options = readWriteOptions(request.http, "patch", contentType === applyPatch);
  const update = await readPatch(request, contentType, options);
  const result = await updateObject(writeOf(request, options), update);
  return respondObject(request, result.created ? 201 : 200, result.object);
}

/** Reads a patch of any of the four kinds. @throws StatusError BadRequest, UnsupportedMediaType */
export async function readPatch(
  request: ResourceRequest,
  contentType: string,
  options: WriteOptions,
): Promise<UpdateRequest> {
  const { resource, http } = request;
  const types = patchMediaTypes(resource.crd !== undefined);
  if (!types.includes(contentType)) throw statusErrors.unsupportedMediaType(types);
  if (contentType === applyPatch) return readApply(request, options);
  const body = await readPatchBody(http, options.fieldValidation !== "Ignore");
  const known = (current: KubeObject): KubeObject | undefined => (resource.conversion ? undefined : current);
  const change = (current: KubeObject): KubeObject => {
    const patched = patchOf(contentType, request, current, body.value);
    return decodeObject(request, { value: patched, duplicates: body.duplicates }, options, known(current));
  };
  return { change, derived: true, fresh: true };
}

async function readPatchBody(
  http: HttpRequest,
  findDuplicates: boolean,
): Promise<{ readonly value: unknown; readonly duplicates: readonly string[] }> {
  if (http.body.value !== undefined) return { value: http.body.value, duplicates: [] };
  const parsed = parseJson(await http.body.text(), findDuplicates);
  if (!parsed) throw statusErrors.badRequest("the patch is empty");
  return parsed;
}

function patchOf(contentType: string, request: ResourceRequest, current: KubeObject, value: unknown): unknown {
  const document = current as unknown as JsonObject;
  if (contentType === jsonPatch) return applyJsonPatch(document, value);
  if (!isJsonObject(value)) throw statusErrors.badRequest("the patch must be an object");
  if (contentType === mergePatch) return applyMergePatch(document, value);
  return request.resource.schema.strategicMerge(current, value);
}

/** Server-side apply: what the manager wants to be so; it creates what is not there. */
async function readApply(request: ResourceRequest, options: WriteOptions): Promise<UpdateRequest> {
  const { http } = request;
  const parsed =
    http.body.value === undefined
      ? await parseYaml(await http.body.text())
      : { value: http.body.value, duplicates: [] };
  if (!parsed || !isJsonObject(parsed.value))
    throw statusErrors.badRequest("the applied configuration must be an object");
  const applied = parsed.value;
  for (const name of ["apiVersion", "kind"])
    if (typeof applied[name] !== "string" || applied[name] === "")
      throw statusErrors.badRequest(`error decoding YAML: Object '${name === "kind" ? "Kind" : name}' is missing`);
  const operation = writeOf(request, options);
  const apply = (current: KubeObject | undefined): KubeObject => applyOwned(operation, current, applied, options.force);
  return {
    change: apply,
    derived: true,
    ...(request.context.info.subresource === "" ? { make: () => apply(undefined) } : {}),
    ownership: "given",
  };
}
