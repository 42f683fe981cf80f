import { isJsonObject } from "@byocni/base/core";
import { statusErrors } from "@byocni/kube/schema";
import type { ResourceRequest } from "../endpoints/resource-request.ts";
import { readBody } from "../request/body.ts";
import { readWriteOptions, type WriteOptions } from "../request/write-options.ts";

/**
 * Reads a body whose kind is not the resource's own.
 * @param typeName compact, for example `policy/v1.Eviction`
 * @throws StatusError BadRequest
 */
export async function readTyped<T>(
  request: ResourceRequest,
  typeName: string,
): Promise<{ readonly object: T; readonly options: WriteOptions }> {
  const { core, context, http } = request;
  const verb = context.info.verb === "update" ? "update" : "create";
  const options = readWriteOptions(http, verb, false);
  const body = await readBody(core.schema, http, options.fieldValidation !== "Ignore");
  if (!isJsonObject(body?.value)) throw statusErrors.badRequest("the body of the request must be an object");
  return { object: decodeTyped<T>(request, typeName, body.value, options, body.duplicates), options };
}

/** The same for a value that is at hand. */
export function decodeTyped<T>(
  { core, context }: ResourceRequest,
  typeName: string,
  value: unknown,
  options: WriteOptions,
  duplicates: readonly string[] = [],
): T {
  const decoded = core.schema.decodeType(typeName, value, { fieldValidation: options.fieldValidation, duplicates });
  for (const warning of decoded.warnings) context.warnings.add(warning);
  return decoded.object as T;
}
