import type { HttpRequest } from "@byocni/base/http";
import { type KubeSchema, parseJsonText, statusErrors } from "@byocni/kube/schema";

/** A body that has been parsed but not yet checked. */
export interface ParsedBody {
  readonly value: unknown;
  /** What the JSON text said twice: `duplicate field "spec.x"`. */
  readonly duplicates: readonly string[];
}

export const bodyMediaTypes = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"] as const;

/** The media type of a body, without parameters; JSON when the client does not say. */
export function contentTypeOf(request: HttpRequest): string {
  const header = request.headers["content-type"] ?? "";
  const semicolon = header.indexOf(";");
  return (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase() || "application/json";
}

/**
 * Reads the body of a create, update or delete.
 * @returns undefined when there is no body
 * @throws StatusError BadRequest, UnsupportedMediaType
 */
export async function readBody(
  schema: KubeSchema,
  request: HttpRequest,
  findDuplicates: boolean,
): Promise<ParsedBody | undefined> {
  if (request.body.value !== undefined) return { value: request.body.value, duplicates: [] };
  const contentType = contentTypeOf(request);
  switch (contentType) {
    case "application/json":
      return parseJson(await request.body.text(), findDuplicates);
    case "application/yaml":
    case "application/x-yaml":
      return parseYaml(await request.body.text());
    case "application/vnd.kubernetes.protobuf": {
      const bytes = await request.body.bytes();
      return bytes.length === 0 ? undefined : { value: schema.decodeProtobuf(bytes).object, duplicates: [] };
    }
    default:
      if ((await request.body.bytes()).length === 0) return undefined;
      throw statusErrors.unsupportedMediaType(bodyMediaTypes);
  }
}

/** @throws StatusError BadRequest */
export function parseJson(text: string, findDuplicates: boolean): ParsedBody | undefined {
  if (text === "") return undefined;
  const parsed = parseJsonText(text, { duplicates: findDuplicates });
  if (parsed.ok) return parsed;
  throw statusErrors.badRequest(`error decoding the request body: ${parsed.problem}`);
}

/** @throws StatusError BadRequest */
export async function parseYaml(text: string): Promise<ParsedBody | undefined> {
  if (text.trim() === "") return undefined;
  const yaml = await import("yaml");
  const document = yaml.parseDocument(text, { uniqueKeys: false, version: "1.1", merge: true });
  const error = document.errors[0];
  if (error) throw statusErrors.badRequest(`error parsing YAML: ${error.message}`);
  return { value: document.toJS({ maxAliasCount: 100 }) as unknown, duplicates: [] };
}
