import type { Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import { stringify } from "../expression/value.ts";
import { integerArgument, integerResult, wrongType } from "./arguments.ts";
import { eager, type TemplateFunction } from "./definition.ts";

function arithmetic(name: string, operate: (a: number, b: number) => number): TemplateFunction {
  return eager(name, 2, 2, (args) =>
    integerResult(name, operate(integerArgument(name, args, 0), integerArgument(name, args, 1))),
  );
}

function divide(name: "div" | "mod"): TemplateFunction {
  return arithmetic(name, (a, b) => {
    if (b === 0) throw fault("divideByZero", name);
    return name === "div" ? Math.trunc(a / b) : a % b;
  });
}

function toInteger(value: Json): Json {
  if (typeof value === "number") {
    if (Number.isInteger(value)) return value;
    return Math.round(value);
  }
  if (typeof value !== "string") throw wrongType("int", 0, "an integer or a string", value, true);
  if (!/^\s*[+-]?\d+\s*$/.test(value)) throw fault("argumentInteger", "int", value);
  return integerResult("int", Number(value));
}

function toFloat(value: Json): Json {
  if (typeof value === "number") return value;
  if (typeof value !== "string") throw wrongType("float", 0, "a number or a string", value, true);
  if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) throw fault("argumentConvert", "float");
  return Number(value);
}

/** `bool`: "true"/"false" in any case, 1 and 0. */
function toBoolean(value: Json): Json {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value !== 0;
  if (typeof value !== "string") throw wrongType("bool", 0, "a string or an integer", value, true);
  const text = stringify(value).trim().toLowerCase();
  if (text === "true") return true;
  if (text === "false") return false;
  throw fault("argumentConvert", "bool");
}

export const numericFunctions: readonly TemplateFunction[] = [
  arithmetic("add", (a, b) => a + b),
  eager("bool", 1, 1, ([value = null]) => toBoolean(value)),
  divide("div"),
  eager("float", 1, 1, ([value = null]) => toFloat(value)),
  eager("int", 1, 1, ([value = null]) => toInteger(value)),
  divide("mod"),
  arithmetic("mul", (a, b) => a * b),
  arithmetic("sub", (a, b) => a - b),
];
