import type { Json, JsonObject } from "@byocni/base/core";

export type { Json, JsonObject };

/** True for a JSON object. Written here too because the compiler must load where `node:` modules do not exist. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets a member whatever its name is; a plain assignment would lose `__proto__`. */
export function setMember(target: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else target[key] = value;
}
