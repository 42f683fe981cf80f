import { isJsonObject, type Json } from "../files/json.ts";

/** So many differences are enough to see what is wrong. */
const enough = 8;

function shown(value: Json | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 160);
}

/**
 * Where two templates differ, a line each: `path: got … want …`. What templates say of their maker
 * (`metadata._generator`) does not count, nor does the order of members.
 */
export function differences(got: Json | undefined, want: Json | undefined): readonly string[] {
  const found: string[] = [];
  const compare = (a: Json | undefined, b: Json | undefined, path: string): void => {
    if (found.length >= enough || a === b) return;
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
      for (const [index, item] of a.entries()) compare(item, b[index], `${path}[${index}]`);
    } else if (isJsonObject(a) && isJsonObject(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        if (key !== "_generator") compare(a[key], b[key], `${path}.${key}`);
      }
    } else found.push(`${path}: got ${shown(a)} want ${shown(b)}`);
  };
  compare(got, want, "");
  return found;
}
