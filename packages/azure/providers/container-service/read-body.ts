import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import { aksFaults } from "./errors.ts";

/** Reads members of a body with AKS's refusals. Empty strings count as absent: clients send them for "your default". */
export interface BodyReader {
  readonly object: JsonObject;
  text(name: string): string | undefined;
  integer(name: string, range: { readonly min: number; readonly max: number }): number | undefined;
  flag(name: string): boolean | undefined;
  /** @throws when it is there and not among the values; compared without regard to case, given as listed. */
  oneOf<const Value extends string>(name: string, values: readonly Value[]): Value | undefined;
  texts(name: string): readonly string[] | undefined;
  child(name: string): BodyReader;
  has(name: string): boolean;
}

/** @param path for messages, for example `networkProfile` */
export function readBody(value: Json | undefined, path: string): BodyReader {
  if (value !== undefined && value !== null && !isJsonObject(value)) throw invalid(path, "It must be an object.");
  const object: JsonObject = value ?? {};
  const at = (name: string): string => (path === "" ? name : `${path}.${name}`);
  const get = (name: string): Json | undefined => {
    const found = object[name];
    return found === null || found === "" ? undefined : found;
  };
  return {
    object,
    has: (name) => get(name) !== undefined,
    text(name) {
      const found = get(name);
      if (found === undefined) return undefined;
      if (typeof found !== "string") throw invalid(at(name), "It must be a string.");
      return found;
    },
    integer(name, { min, max }) {
      const found = get(name);
      if (found === undefined) return undefined;
      if (typeof found !== "number" || !Number.isInteger(found) || found < min || found > max)
        throw invalid(at(name), `It must be a whole number from ${min} to ${max}.`);
      return found;
    },
    flag(name) {
      const found = get(name);
      if (found === undefined) return undefined;
      if (typeof found !== "boolean") throw invalid(at(name), "It must be true or false.");
      return found;
    },
    oneOf(name, values) {
      const found = get(name);
      if (found === undefined) return undefined;
      const value = values.find((item) => typeof found === "string" && item.toLowerCase() === found.toLowerCase());
      if (value === undefined) throw invalid(at(name), `Allowed values are: ${values.join(", ")}.`);
      return value;
    },
    texts(name) {
      const found = get(name);
      if (found === undefined) return undefined;
      if (!Array.isArray(found) || !found.every((item) => typeof item === "string"))
        throw invalid(at(name), "It must be an array of strings.");
      return found;
    },
    child: (name) => readBody(object[name], at(name)),
  };
}

function invalid(parameter: string, reason: string) {
  return aksFaults.InvalidParameter({ parameter, reason }, { target: parameter });
}
