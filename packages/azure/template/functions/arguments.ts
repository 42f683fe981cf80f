import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { fault, type ExpressionFault } from "../errors/template-error.ts";
import { isJsonArray, typeOf } from "../expression/value.ts";

/** The complaint about the argument at `index`; `single` functions say "its parameter". */
export function wrongType(name: string, index: number, expected: string, value: Json, single = false): ExpressionFault {
  return single
    ? fault("argumentType", name, expected, typeOf(value))
    : fault("argumentTypeAt", name, index, expected, typeOf(value));
}

/** @throws ExpressionFault */
export function stringArgument(name: string, args: readonly Json[], index: number): string {
  const value = args[index] ?? null;
  if (typeof value !== "string") throw wrongType(name, index, "a string", value, args.length === 1);
  return value;
}

/** @throws ExpressionFault */
export function integerArgument(name: string, args: readonly Json[], index: number): number {
  const value = args[index] ?? null;
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw wrongType(name, index, "an integer", value, args.length === 1);
  }
  return value;
}

/** @throws ExpressionFault */
export function arrayArgument(name: string, args: readonly Json[], index: number): readonly Json[] {
  const value = args[index] ?? null;
  if (!isJsonArray(value)) throw wrongType(name, index, "an array", value, args.length === 1);
  return value;
}

/** @throws ExpressionFault */
export function objectArgument(name: string, args: readonly Json[], index: number): JsonObject {
  const value = args[index] ?? null;
  if (!isJsonObject(value)) throw wrongType(name, index, "an object", value, args.length === 1);
  return value;
}

/** An integer result. @throws ExpressionFault when it leaves the range in which integers are exact. */
export function integerResult(name: string, value: number): number {
  if (!Number.isSafeInteger(value)) throw fault("integerOverflow", name);
  return Object.is(value, -0) ? 0 : value;
}
