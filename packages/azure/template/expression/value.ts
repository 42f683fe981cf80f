import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";

/** Type names as Resource Manager's errors spell them. */
export type ValueType = "String" | "Integer" | "Float" | "Boolean" | "Array" | "Object" | "Null";

export function typeOf(value: Json): ValueType {
  switch (typeof value) {
    case "string":
      return "String";
    case "boolean":
      return "Boolean";
    case "number":
      return Number.isInteger(value) ? "Integer" : "Float";
    default:
      if (value === null) return "Null";
      return Array.isArray(value) ? "Array" : "Object";
  }
}

/** An array. (`Array.isArray` does not narrow readonly arrays out of a union.) */
export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** A member found without regard to case, the exact spelling first. */
export function findKey(object: JsonObject, name: string): string | undefined {
  if (Object.hasOwn(object, name) && object[name] !== undefined) return name;
  const lower = name.toLowerCase();
  for (const key of Object.keys(object)) {
    if (key.length === name.length && key.toLowerCase() === lower && object[key] !== undefined) return key;
  }
  return undefined;
}

/** The value of a member found without regard to case. */
export function getMember(object: JsonObject, name: string): Json | undefined {
  const key = findKey(object, name);
  return key === undefined ? undefined : object[key];
}

/** `object.name`. @throws ExpressionFault naming the members that there are. */
export function readMember(target: Json, name: string): Json {
  if (!isJsonObject(target)) throw fault("propertyNotEvaluable", name);
  const value = getMember(target, name);
  if (value === undefined) throw fault("propertyMissing", name, Object.keys(target).join(", "));
  return value;
}

/** `target[index]`: an array item by number, a member by name. @throws ExpressionFault */
export function readIndex(target: Json, index: Json): Json {
  if (isJsonArray(target)) {
    if (typeof index !== "number" || !Number.isInteger(index)) throw fault("propertyNotEvaluable", stringify(index));
    const item = target[index];
    if (index < 0 || item === undefined) throw fault("indexOutOfBounds", index);
    return item;
  }
  if (typeof index === "string") return readMember(target, index);
  throw fault("propertyNotEvaluable", stringify(index));
}

/** The text of a value as `string()` gives it: JSON without white space, strings as they are. */
export function stringify(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value === null) return "";
  return JSON.stringify(value);
}
