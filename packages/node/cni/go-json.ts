import { isJsonObject } from "@byocni/base/core";
import { CniLoadError } from "./load-error.ts";
import { findGoSyntaxError } from "./go-json-scanner.ts";

/** What Go's `%T` prints for a value that json.Unmarshal put into an `interface{}`. */
export function goTypeName(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "float64";
  if (typeof value === "boolean") return "bool";
  return Array.isArray(value) ? "[]interface {}" : "map[string]interface {}";
}

/** What Go's `UnmarshalTypeError.Value` says about a JSON value. */
export function goJsonKind(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (isJsonObject(value)) return "object";
  if (typeof value === "boolean") return "bool";
  return typeof value;
}

/** Parses JSON. @throws CniLoadError with the text of Go's encoding/json. */
export function parseGoJson(bytes: Uint8Array): unknown {
  const error = findGoSyntaxError(bytes);
  if (error) throw new CniLoadError(error.message);
  return JSON.parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)) as unknown;
}
