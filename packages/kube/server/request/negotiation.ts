import { statusErrors } from "@byocni/kube/schema";
import { parseAccept } from "./accept.ts";

/** How a client wants to see objects. */
export type ObjectView =
  | { readonly kind: "object" }
  | { readonly kind: "table"; readonly version: "v1" | "v1beta1"; readonly includeObject: IncludeObject }
  | { readonly kind: "partial"; readonly version: "v1" | "v1beta1" };

export type IncludeObject = "Metadata" | "None" | "Object";

export interface Negotiated {
  readonly view: ObjectView;
  readonly format: "json" | "yaml";
}

const plain: Negotiated = { view: { kind: "object" }, format: "json" };

const offered = ["application/json", "application/yaml"] as const;

/**
 * Chooses the form of an answer. JSON is always possible unless the client rules it out.
 * @throws StatusError NotAcceptable, BadRequest for a bad `includeObject`.
 */
export function negotiate(accept: string | undefined, query: URLSearchParams): Negotiated {
  if (accept === undefined || accept === "" || accept === "application/json" || accept === "*/*") return plain;
  const clauses = parseAccept(accept);
  if (clauses.length === 0) return plain;
  for (const { mediaType, parameters } of clauses) {
    const format = formatOf(mediaType);
    if (!format) continue;
    const { as, g, v } = parameters;
    if (as === undefined) return format === "json" ? plain : { view: { kind: "object" }, format };
    if (g !== "meta.k8s.io" || (v !== "v1" && v !== "v1beta1")) continue;
    if (as === "Table")
      return { view: { kind: "table", version: v, includeObject: includeObject(query.get("includeObject")) }, format };
    if (as === "PartialObjectMetadata" || as === "PartialObjectMetadataList")
      return { view: { kind: "partial", version: v }, format };
  }
  throw statusErrors.notAcceptable(offered);
}

function formatOf(mediaType: string): "json" | "yaml" | undefined {
  switch (mediaType) {
    case "application/json":
    case "application/*":
    case "*/*":
      return "json";
    case "application/yaml":
      return "yaml";
    default:
      return undefined;
  }
}

function includeObject(value: string | null): IncludeObject {
  switch (value) {
    case null:
    case "":
    case "Metadata":
      return "Metadata";
    case "None":
    case "Object":
      return value;
    default:
      throw statusErrors.badRequest(`unrecognized includeObject value: ${JSON.stringify(value)}`);
  }
}
