import { isJsonObject, type Json } from "@byocni/base/core";
import { isJsonArray } from "../expression/value.ts";
import type { JsonPath } from "../reader/positions.ts";

/** Calls `visit` for every string value in a tree, with its path. Member names that are expressions are visited too. */
export function forEachString(value: Json, path: JsonPath, visit: (text: string, path: JsonPath) => void): void {
  if (typeof value === "string") {
    visit(value, path);
  } else if (isJsonArray(value)) {
    value.forEach((item, index) => {
      if (typeof item === "string" && item.charCodeAt(0) !== 91) return;
      forEachString(item, [...path, index], visit);
    });
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (name.charCodeAt(0) === 91) visit(name, [...path, name]);
      if (member === undefined || (typeof member === "string" && member.charCodeAt(0) !== 91)) continue;
      forEachString(member, [...path, name], visit);
    }
  }
}
