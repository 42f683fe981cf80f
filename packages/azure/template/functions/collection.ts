import { isJsonObject, jsonEqual, type Json, type JsonObject } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import { findKey, getMember, isJsonArray, typeOf } from "../expression/value.ts";
import { stringArgument, wrongType } from "./arguments.ts";
import { eager, type TemplateFunction } from "./definition.ts";

function contains(args: readonly Json[]): Json {
  const [container = null, item = null] = args;
  if (isJsonArray(container)) return container.some((other) => jsonEqual(other, item));
  if (isJsonObject(container)) return findKey(container, stringArgument("contains", args, 1)) !== undefined;
  if (typeof container === "string") return container.includes(stringArgument("contains", args, 1));
  throw wrongType("contains", 0, "an array, an object, or a string", container);
}

function empty(value: Json): Json {
  if (value === null) return true;
  if (typeof value === "string" || isJsonArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  throw fault("argumentType", "empty", "an object, an array, or a string", typeOf(value));
}

function length(value: Json): Json {
  if (typeof value === "string" || isJsonArray(value)) return value.length;
  if (isJsonObject(value)) return Object.keys(value).length;
  throw fault("argumentType", "length", "an array, an object, or a string", typeOf(value));
}

/** Members of both; `deep` merges nested objects too. Names compare without regard to case, later values win. */
export function mergeObjects(first: JsonObject, second: JsonObject, deep: boolean): JsonObject {
  const result: Record<string, Json | undefined> = { ...first };
  for (const [name, value] of Object.entries(second)) {
    if (value === undefined) continue;
    const key = findKey(result, name) ?? name;
    const old = result[key];
    const merged = deep && isJsonObject(old) && isJsonObject(value) ? mergeObjects(old, value, true) : value;
    Object.defineProperty(result, key, { value: merged, writable: true, enumerable: true, configurable: true });
  }
  return result;
}

/** All arguments as arrays, or all as objects. @throws ExpressionFault */
function sameKind(
  name: string,
  args: readonly Json[],
): { arrays: readonly (readonly Json[])[] } | { objects: readonly JsonObject[] } {
  if (args.every((arg) => isJsonArray(arg))) return { arrays: args as readonly (readonly Json[])[] };
  if (args.every((arg) => isJsonObject(arg))) return { objects: args as readonly JsonObject[] };
  const wrong = args.findIndex((arg) => typeOf(arg) !== typeOf(args[0] ?? null));
  const index = wrong < 0 ? 0 : wrong;
  throw wrongType(name, index, "an array or an object, all of the same kind", args[index] ?? null);
}

function union(args: readonly Json[]): Json {
  const kind = sameKind("union", args);
  if ("objects" in kind) return kind.objects.reduce((sum, object) => mergeObjects(sum, object, true), {});
  const result: Json[] = [];
  for (const item of kind.arrays.flat()) {
    if (!result.some((other) => jsonEqual(other, item))) result.push(item);
  }
  return result;
}

function intersection(args: readonly Json[]): Json {
  const kind = sameKind("intersection", args);
  if ("objects" in kind) {
    const [first = {}, ...rest] = kind.objects;
    const members = Object.entries(first).filter(([name, value]) =>
      rest.every((object) => jsonEqual(getMember(object, name), value)),
    );
    return Object.fromEntries(members);
  }
  const [first = [], ...rest] = kind.arrays;
  return first.filter(
    (item, index) =>
      first.findIndex((other) => jsonEqual(other, item)) === index &&
      rest.every((array) => array.some((other) => jsonEqual(other, item))),
  );
}

/** A member or an item if it is there, else null; further steps go deeper. */
function tryGet(args: readonly Json[]): Json {
  let [value = null] = args;
  for (const step of args.slice(1)) {
    if (isJsonObject(value) && typeof step === "string") value = getMember(value, step) ?? null;
    else if (isJsonArray(value) && typeof step === "number") value = value[step] ?? null;
    else return null;
  }
  return value;
}

/** `indexOf` and `lastIndexOf`: strings without regard to case, arrays by value. */
function position(name: "indexOf" | "lastIndexOf", args: readonly Json[]): Json {
  const [container = null, item = null] = args;
  if (isJsonArray(container)) {
    return name === "indexOf"
      ? container.findIndex((other) => jsonEqual(other, item))
      : container.findLastIndex((other) => jsonEqual(other, item));
  }
  if (typeof container !== "string" || typeof item !== "string") {
    throw fault("argumentTypes", name, "string and string", `'${typeOf(container)}' and '${typeOf(item)}'`);
  }
  const text = container.toLowerCase();
  return name === "indexOf" ? text.indexOf(item.toLowerCase()) : text.lastIndexOf(item.toLowerCase());
}

function extreme(name: "min" | "max", args: readonly Json[]): Json {
  const [only = null] = args;
  const values = args.length === 1 && isJsonArray(only) ? only : args;
  const numbers = values.map((value, index) => {
    if (typeof value !== "number") throw wrongType(name, index, "an integer", value, values.length === 1);
    return value;
  });
  if (numbers.length === 0) throw wrongType(name, 0, "an array with at least one integer", only, true);
  return numbers.reduce((a, b) => (name === "min" ? Math.min(a, b) : Math.max(a, b)));
}

export const collectionFunctions: readonly TemplateFunction[] = [
  eager("contains", 2, 2, contains),
  eager("empty", 1, 1, ([value = null]) => empty(value)),
  eager("indexOf", 2, 2, (args) => position("indexOf", args)),
  eager("intersection", 2, Infinity, intersection),
  eager("lastIndexOf", 2, 2, (args) => position("lastIndexOf", args)),
  eager("length", 1, 1, ([value = null]) => length(value)),
  eager("max", 1, Infinity, (args) => extreme("max", args)),
  eager("min", 1, Infinity, (args) => extreme("min", args)),
  eager("tryGet", 2, Infinity, tryGet),
  eager("union", 2, Infinity, union),
];
