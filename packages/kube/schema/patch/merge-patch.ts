import { isJsonObject } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";

/** Applies a JSON merge patch (RFC 7386). The document is not changed; untouched parts are shared with the result. */
export function applyMergePatch(document: JsonObject, patch: JsonObject): JsonObject {
  const out: Record<string, unknown> = { ...document };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete out[key];
    else if (isJsonObject(value)) {
      const current = Object.hasOwn(document, key) ? document[key] : undefined;
      out[key] = applyMergePatch(isJsonObject(current) ? current : {}, value);
    } else out[key] = value;
  }
  return out as JsonObject;
}
