import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import type { Evaluation } from "../expression/evaluation.ts";
import { evaluateDeep, type DeepOptions } from "./deep-value.ts";
import { evaluateDeploymentProperties, isDeployment } from "./nested.ts";

/** Members of a resource that are the language's own: they never reach the resource provider. */
const languageMembers: ReadonlySet<string> = new Set([
  "apiversion",
  "asserts",
  "comments",
  "condition",
  "copy",
  "dependson",
  "existing",
  "import",
  "extension",
  "metadata",
  "name",
  "@options",
  "resources",
  "resourcegroup",
  "scope",
  "subscriptionid",
  "type",
]);

/** The request body of a resource as written, evaluated as far as `options` says. */
export function evaluateBody(resource: JsonObject, evaluation: Evaluation, options: DeepOptions = {}): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, value] of Object.entries(resource)) {
    const lower = name.toLowerCase();
    if (value === undefined || languageMembers.has(lower)) continue;
    if (lower === "properties" && isJsonObject(value) && isDeployment(resource)) {
      result[name] = evaluateDeploymentProperties(resource, value, evaluation, prefixed(options, name));
    } else {
      Object.assign(result, evaluateDeep({ [name]: value }, evaluation, options));
    }
  }
  return result;
}

function prefixed(options: DeepOptions, name: string): DeepOptions {
  const { onDeferred } = options;
  if (!onDeferred) return options;
  return { ...options, onDeferred: (path, text, evaluation) => onDeferred([name, ...path], text, evaluation) };
}
