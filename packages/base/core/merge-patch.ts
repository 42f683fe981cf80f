import { isJsonObject, type Json } from "./json.ts";

/**
 * Applies a JSON merge patch (RFC 7386): objects are merged member by member, null removes, everything else replaces.
 * Nothing is changed in place; what the patch does not touch is shared with the target.
 */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const members = new Map<string, Json | undefined>(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else if (value !== undefined) members.set(name, mergePatch(members.get(name), value));
  }
  // Not by assignment: a member may be called `__proto__`.
  return Object.fromEntries(members);
}
