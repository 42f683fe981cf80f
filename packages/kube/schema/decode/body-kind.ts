import { isJsonObject } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { statusErrors } from "../errors/status-errors.ts";
import { apiVersionOf } from "../registry/resource-definition.ts";

/** Checks that a body is of the kind that its place wants; an absent kind or apiVersion is filled in. */
export function kindOfBody(
  value: unknown,
  wanted: { readonly group: string; readonly version: string; readonly kind: string },
): { readonly body: JsonObject; readonly apiVersion: string; readonly kind: string } {
  if (!isJsonObject(value))
    throw statusErrors.badRequest(
      `the object provided is unrecognized (must be of type ${wanted.kind}): couldn't get version/kind; json parse error: json: cannot unmarshal ${goKind(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    );
  const apiVersion = textOf(value, "apiVersion") || apiVersionOf(wanted);
  const kind = textOf(value, "kind") || wanted.kind;
  return { body: value, apiVersion, kind };
}

function textOf(value: JsonObject, key: "apiVersion" | "kind"): string {
  const text = value[key];
  if (text === undefined || text === null) return "";
  if (typeof text !== "string")
    throw statusErrors.badRequest(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${goKind(text)} into Go struct field .${key} of type string`,
    );
  return text;
}

function goKind(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value === "boolean" ? "bool" : typeof value;
}
