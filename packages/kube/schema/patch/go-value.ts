import { isJsonObject } from "@byocni/base/core";

/** A value as Go's `%v` prints it: `map[image:x name:y]`. */
export function formatGoValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatGoValue).join(" ")}]`;
  if (isJsonObject(value))
    return `map[${Object.keys(value)
      .sort()
      .map((key) => `${key}:${formatGoValue(value[key])}`)
      .join(" ")}]`;
  return value === null || value === undefined ? "<nil>" : String(value);
}
