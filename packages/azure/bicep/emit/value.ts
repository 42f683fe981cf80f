import type { LocalSymbol, ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import { setMember, type Json } from "../files/json.ts";
import { armToText, asCall, call, callOf, escapeText, mapCalls, number, text, type Arm } from "./arm.ts";

/** What local names stand for where an expression is written out in another place than its own. */
export type Locals = ReadonlyMap<LocalSymbol, Value>;

/** A reference to a resource or module; `index` picks one of a collection, `locals` hold in its own properties. */
export interface ReferenceValue<Symbol> {
  readonly symbol: Symbol;
  readonly index?: Value;
  readonly locals: Locals;
}

/**
 * A value on its way from Bicep to a template. Objects, arrays and literals keep their shape as long as they can stand
 * as JSON; everything else is an expression.
 */
export type Value =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "integer"; readonly value: bigint }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null" }
  | { readonly kind: "object"; readonly members: readonly ObjectEntry[] }
  | { readonly kind: "array"; readonly items: readonly Value[] }
  | { readonly kind: "loop"; readonly source: Value; readonly body: Value }
  | { readonly kind: "if"; readonly condition: Value; readonly whenTrue: Value; readonly whenFalse: Value }
  /** `vault.getSecret(…)`: only as the value of a module's parameter. */
  | { readonly kind: "secret"; readonly vault: Arm; readonly args: readonly Value[] }
  | { readonly kind: "resource"; readonly reference: ReferenceValue<ResourceSymbol>; readonly arm: () => Arm }
  | { readonly kind: "module"; readonly reference: ReferenceValue<ModuleSymbol>; readonly arm: () => Arm }
  | { readonly kind: "arm"; readonly arm: Arm };

export interface ObjectEntry {
  readonly key: Value;
  readonly value: Value;
}

export function textValue(value: string): Value {
  return { kind: "text", value };
}

export function armValue(arm: Arm): Value {
  return { kind: "arm", arm };
}

export function entry(key: string, value: Value): ObjectEntry {
  return { key: textValue(key), value };
}

export function objectValue(...members: readonly ObjectEntry[]): Value {
  return { kind: "object", members };
}

/** Something that cannot be written as a template expression; it was let through by the checks. */
export class EmitFailure {
  readonly what: string;
  constructor(what: string) {
    this.what = what;
  }
}

const maxNumber = 2n ** 31n - 1n;
const minNumber = -(2n ** 31n);

/** The value as an expression. */
export function toArm(value: Value): Arm {
  switch (value.kind) {
    case "text":
      return text(value.value);
    case "integer":
      // The template language knows 32-bit literals only; greater ones are read by json().
      return value.value > maxNumber || value.value < minNumber
        ? call("json", text(value.value.toString()))
        : number(value.value);
    case "boolean":
      return call(value.value ? "true" : "false");
    case "null":
      return call("null");
    case "object":
      return callOf(
        "createObject",
        value.members.flatMap(({ key, value: inner }) => [toArm(key), toArm(inner)]),
      );
    case "array":
      return callOf("createArray", value.items.map(toArm));
    case "if":
      return call("if", toArm(value.condition), toArm(value.whenTrue), toArm(value.whenFalse));
    case "resource":
    case "module":
      return value.arm();
    case "arm":
      return value.arm;
    case "loop":
      throw new EmitFailure("A for-expression inside of another expression");
    case "secret":
      throw new EmitFailure('The function "getSecret" outside of a module parameter');
  }
}

/** The value as it stands in the template. */
export function toJson(value: Value): Json {
  switch (value.kind) {
    case "text":
      return escapeText(value.value);
    case "integer": {
      const plain = Number(value.value);
      return Number.isSafeInteger(plain) ? plain : armToText(toArm(value));
    }
    case "boolean":
      return value.value;
    case "null":
      return null;
    case "object":
      return objectToJson(value.members);
    case "array":
      return value.items.map(toJson);
    default:
      return armToJson(toArm(value));
  }
}

export function armToJson(arm: Arm): Json {
  return arm.kind === "number" ? Number(arm.value) : armToText(arm);
}

function keyText(key: Value): string {
  const written = key.kind === "text" ? escapeText(key.value) : armToText(toArm(key));
  // A member named copy would be taken for a loop.
  return written.toLowerCase() === "copy" ? `[string('${written}')]` : written;
}

/** Members of an object; values that are loops become entries of `copy`, which stands first. */
export function objectToJson(members: readonly ObjectEntry[]): Record<string, Json> {
  const result: Record<string, Json> = {};
  const loops: Json[] = [];
  for (const { key, value } of members) {
    if (value.kind === "loop" && key.kind === "text") loops.push(copyToJson(key.value, value.source, value.body));
  }
  if (loops.length > 0) result["copy"] = loops;
  for (const { key, value } of members) {
    if (value.kind !== "loop" || key.kind !== "text") setMember(result, keyText(key), toJson(value));
  }
  return result;
}

/** What a loop is made of, apart from its body. */
export interface CopyOptions {
  readonly batchSize?: number;
  /** The name that the body's copyIndex must use, whatever it was written with. */
  readonly indexName?: string;
}

/** One `copy` object; `name` and `input` are left out where the place of the loop does not have them. */
export function copyToJson(
  name: string | undefined,
  source: Value,
  input: Value | undefined,
  options: CopyOptions = {},
): Record<string, Json> {
  const result: Record<string, Json> = {};
  if (name !== undefined) result["name"] = name;
  result["count"] = armToText(call("length", toArm(source)));
  if (options.batchSize !== undefined) {
    result["mode"] = "serial";
    result["batchSize"] = options.batchSize;
  }
  if (input !== undefined) result["input"] = inputToJson(input, options.indexName);
  return result;
}

function inputToJson(input: Value, indexName: string | undefined): Json {
  const isPlain = input.kind === "object" || input.kind === "text";
  if (indexName === undefined) return isPlain ? toJson(input) : armToText(asCall(toArm(input)));
  const arm = isPlain ? toArm(input) : asCall(toArm(input));
  const renamed = mapCalls(arm, (one) =>
    one.name === "copyIndex" && one.args.length === 1 && one.args[0]?.kind === "text"
      ? { ...one, args: [text(indexName)] }
      : one,
  );
  return armToText(renamed);
}

/** A value that is known: the content of a file. */
export function jsonToValue(json: Json | undefined): Value {
  if (json === null || json === undefined) return { kind: "null" };
  if (typeof json === "string") return textValue(json);
  if (typeof json === "boolean") return { kind: "boolean", value: json };
  if (typeof json === "number") {
    return Number.isSafeInteger(json)
      ? { kind: "integer", value: BigInt(json) }
      : armValue(call("json", text(String(json))));
  }
  if (Array.isArray(json)) return { kind: "array", items: json.map(jsonToValue) };
  return { kind: "object", members: Object.entries(json).map(([key, value]) => entry(key, jsonToValue(value))) };
}
