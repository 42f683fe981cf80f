import { isJsonObject, type Json } from "@byocni/base/core";
import { isJsonArray } from "../expression/value.ts";
import type { PathStep } from "../reader/positions.ts";

/** Gets a string and its path. The path is one array that goes on changing: copy what is to be kept. */
export type VisitString = (text: string, path: readonly PathStep[]) => void;

/** Calls `visit` for every string in a tree that may be an expression, member names included. */
export function forEachString(value: Json, path: PathStep[], visit: VisitString): void {
  if (typeof value === "string") {
    if (value.charCodeAt(0) === 91) visit(value, path);
  } else if (isJsonArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      forEachString(value[index] ?? null, path, visit);
      path.pop();
    }
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      const member = value[name];
      path.push(name);
      if (name.charCodeAt(0) === 91) visit(name, path);
      if (member !== undefined) forEachString(member, path, visit);
      path.pop();
    }
  }
}
