/** A value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Values that are handed around are treated as frozen: copy before changing. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** True for a JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Structural equality of two JSON values; key order does not matter, `undefined` members count as absent. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => jsonEqual(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  let present = 0;
  for (const key in a) {
    if (a[key] === undefined) continue;
    present++;
    if (b[key] === undefined || !jsonEqual(a[key], b[key])) return false;
  }
  for (const key in b) if (b[key] !== undefined) present--;
  return present === 0;
}
