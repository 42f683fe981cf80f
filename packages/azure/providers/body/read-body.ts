import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import type { ArmError } from "@byocni/azure/types";

/** Reads members of a body with a provider's refusals. Empty strings count as absent: clients send them for "default". */
export interface BodyReader {
  readonly object: JsonObject;
  text(name: string): string | undefined;
  integer(name: string, range: { readonly min: number; readonly max: number }): number | undefined;
  flag(name: string): boolean | undefined;
  /** @throws when it is there and not among the values; compared without regard to case, given as listed. */
  oneOf<const Value extends string>(name: string, values: readonly Value[]): Value | undefined;
  texts(name: string): readonly string[] | undefined;
  objects(name: string): readonly JsonObject[] | undefined;
  child(name: string): BodyReader;
  has(name: string): boolean;
}

/** Makes the refusal for a member: its path, and why. */
export type RefuseMember = (path: string, reason: string) => ArmError;

/** @param path for messages, for example `networkProfile`; empty for the body itself */
export function bodyReader(value: Json | undefined, path: string, refuse: RefuseMember): BodyReader {
  if (value !== undefined && value !== null && !isJsonObject(value)) throw refuse(path, "It must be an object.");
  const object: JsonObject = value ?? {};
  const at = (name: string): string => (path === "" ? name : `${path}.${name}`);
  /** The member, checked; undefined when it is absent, null or empty. */
  function get<T extends Json>(name: string, is: (found: Json) => found is T, what: string): T | undefined {
    const found = object[name];
    if (found === undefined || found === null || found === "") return undefined;
    if (!is(found)) throw refuse(at(name), what);
    return found;
  }
  return {
    object,
    has: (name) => object[name] !== undefined && object[name] !== null && object[name] !== "",
    text: (name) => get(name, (found) => typeof found === "string", "It must be a string."),
    integer: (name, { min, max }) =>
      get(
        name,
        (found): found is number =>
          typeof found === "number" && Number.isInteger(found) && found >= min && found <= max,
        `It must be a whole number from ${min} to ${max}.`,
      ),
    flag: (name) => get(name, (found) => typeof found === "boolean", "It must be true or false."),
    oneOf(name, values) {
      const wanted = get(name, (found) => typeof found === "string", "It must be a string.");
      if (wanted === undefined) return undefined;
      const value = values.find((item) => item.toLowerCase() === wanted.toLowerCase());
      if (value === undefined) throw refuse(at(name), `Allowed values are: ${values.join(", ")}.`);
      return value;
    },
    texts: (name) =>
      get(
        name,
        (found): found is readonly string[] => Array.isArray(found) && found.every((item) => typeof item === "string"),
        "It must be an array of strings.",
      ),
    objects: (name) =>
      get(
        name,
        (found): found is readonly JsonObject[] => Array.isArray(found) && found.every(isJsonObject),
        "It must be an array of objects.",
      ),
    child: (name) => bodyReader(object[name], at(name), refuse),
  };
}

/** Clients send null and "" where they mean the default. */
export function dropNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== ""));
}

/** Without the members named. */
export function omit(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}
