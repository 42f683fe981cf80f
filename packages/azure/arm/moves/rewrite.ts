import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";

/** Where a resource was and where it is now. */
export interface Moved {
  /** Key (lower case) of the old id. */
  readonly from: string;
  /** The new id in its spelling. */
  readonly to: string;
}

/** A value with the ids of moved resources, and of what lies below them, put right. The same object when none is in it. */
export function rewriteIds<T extends JsonObject>(value: T, moved: readonly Moved[]): T {
  return rewritten(value, moved) as T;
}

function rewritten(value: Json | undefined, moved: readonly Moved[]): Json | undefined {
  if (typeof value === "string") return rewrittenText(value, moved);
  if (Array.isArray(value)) {
    const items = value.map((item) => rewritten(item as Json, moved) ?? null);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isJsonObject(value)) return value;
  let isChanged = false;
  const members = Object.entries(value).map(([name, member]) => {
    const key = rewrittenText(name, moved);
    const next = rewritten(member, moved);
    isChanged ||= key !== name || next !== member;
    return [key, next] as const;
  });
  return isChanged ? Object.fromEntries(members) : value;
}

function rewrittenText(text: string, moved: readonly Moved[]): string {
  if (!text.startsWith("/")) return text;
  const key = text.toLowerCase();
  const found = moved.find(({ from }) => key === from || key.startsWith(`${from}/`));
  return found ? `${found.to}${text.slice(found.from.length)}` : text;
}

/** Does the value name one of these resources, or what lies below them? */
export function namesAny(value: Json | undefined, keys: readonly string[]): boolean {
  if (typeof value === "string") {
    const key = value.toLowerCase();
    return key.startsWith("/") && keys.some((from) => key === from || key.startsWith(`${from}/`));
  }
  if (Array.isArray(value)) return value.some((item) => namesAny(item as Json, keys));
  return (
    isJsonObject(value) && Object.entries(value).some(([name, item]) => namesAny(name, keys) || namesAny(item, keys))
  );
}
