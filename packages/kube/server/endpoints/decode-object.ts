import { isJsonObject } from "@byocni/base/core";
import { apiVersionOf, type KubeObject, statusErrors } from "@byocni/kube/schema";
import type { ParsedBody } from "../request/body.ts";
import type { WriteOptions } from "../request/write-options.ts";
import type { ResourceRequest } from "./resource-request.ts";

/**
 * Checks a parsed body against the resource that it was sent to. A body without apiVersion and kind is taken for the
 * resource's own.
 * @throws StatusError BadRequest
 */
export function decodeObject(
  { resource, context }: ResourceRequest,
  body: ParsedBody | undefined,
  options: Pick<WriteOptions, "fieldValidation">,
  /** The stored object that the body is to replace: what both share is not read again. */
  known?: KubeObject,
): KubeObject {
  const { definition, schema } = resource;
  const apiVersion = apiVersionOf(definition);
  const value = body?.value;
  if (!isJsonObject(value))
    throw statusErrors.badRequest(
      `${definition.kind} in version ${JSON.stringify(definition.version)} cannot be handled as a ${definition.kind}: the body is not an object`,
    );
  const kind = value["kind"];
  const version = value["apiVersion"];
  if (version !== undefined && version !== "" && version !== apiVersion)
    throw statusErrors.badRequest(
      `the API version in the data (${String(version)}) does not match the expected API version (${apiVersion})`,
    );
  if (kind !== undefined && kind !== "" && kind !== definition.kind)
    throw statusErrors.badRequest(
      `${String(kind)} in version ${JSON.stringify(definition.version)} cannot be handled as a ${definition.kind}: no kind ${JSON.stringify(kind)} is registered for this resource`,
    );
  const complete = kind && version ? value : { ...value, apiVersion, kind: definition.kind };
  const decoded = schema.decode(complete, {
    fieldValidation: options.fieldValidation,
    duplicates: body?.duplicates ?? [],
    ...(known ? { known } : {}),
  });
  for (const warning of decoded.warnings) context.warnings.add(warning);
  return decoded.object;
}
