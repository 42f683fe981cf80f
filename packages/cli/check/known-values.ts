import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import { isExpression } from "@byocni/azure/template";

/** Reads a body in which some values are not known: an expression that waits for the deployment counts as absent. */
export interface KnownValues {
  readonly object: JsonObject;
  /** True when the member is there, known or not. */
  has(name: string): boolean;
  /** True when the member is an expression. */
  isUnknown(name: string): boolean;
  text(name: string): string | undefined;
  /** The text as it stands there, also when it is an expression. */
  rawText(name: string): string | undefined;
  number(name: string): number | undefined;
  flag(name: string): boolean | undefined;
  texts(name: string): readonly string[];
  child(name: string): KnownValues;
  children(name: string): readonly KnownValues[];
}

/** Names of members compare without regard to case, as Resource Manager and providers do. */
export function knownValues(value: Json | undefined): KnownValues {
  const object = isJsonObject(value) ? value : {};
  const raw = (name: string): Json | undefined => {
    if (object[name] !== undefined) return object[name];
    const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase());
    return key === undefined ? undefined : object[key];
  };
  const known = (name: string): Json | undefined => {
    const found = raw(name);
    return found === null || (typeof found === "string" && isExpression(found)) ? undefined : found;
  };
  return {
    object,
    has: (name) => raw(name) !== undefined && raw(name) !== null,
    isUnknown: (name) => {
      const found = raw(name);
      return typeof found === "string" && isExpression(found);
    },
    text: (name) => {
      const found = known(name);
      return typeof found === "string" && found !== "" ? found : undefined;
    },
    rawText: (name) => {
      const found = raw(name);
      return typeof found === "string" && found !== "" ? found : undefined;
    },
    number: (name) => {
      const found = known(name);
      return typeof found === "number" ? found : undefined;
    },
    flag: (name) => {
      const found = known(name);
      return typeof found === "boolean" ? found : undefined;
    },
    texts: (name) => {
      const found = known(name);
      if (!Array.isArray(found)) return [];
      return found.filter((one): one is string => typeof one === "string" && !isExpression(one));
    },
    child: (name) => knownValues(known(name)),
    children: (name) => {
      const found = known(name);
      return Array.isArray(found) ? found.map((one: Json) => knownValues(one)) : [];
    },
  };
}
