import { jsonEqual, type Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import type { Evaluate, Evaluation } from "../expression/evaluation.ts";
import type { CallNode } from "../expression/node.ts";
import { typeOf } from "../expression/value.ts";
import { wrongType } from "./arguments.ts";
import { eager, lazy, type TemplateFunction } from "./definition.ts";

/** `and`, `or`: later arguments are not evaluated once the result is known (Azure/PSRule.Rules.Azure#1026). */
function junction(name: "and" | "or"): TemplateFunction {
  return lazy(name, 2, Infinity, (node, evaluation, evaluate) => {
    for (const arg of node.args) {
      const value = evaluate(arg, evaluation);
      if (typeof value !== "boolean") throw fault("argumentBooleans", name);
      if (value === (name === "or")) return value;
    }
    return name === "and";
  });
}

/** Only the taken branch is evaluated: the other one may refer to what does not exist. */
function choose(node: CallNode, evaluation: Evaluation, evaluate: Evaluate): Json {
  const [condition, yes, no] = node.args;
  if (!condition || !yes || !no) throw fault("argumentCount", "if", 3, 3, node.args.length);
  const value = evaluate(condition, evaluation);
  if (typeof value !== "boolean") throw fault("argumentBooleans", "if");
  return evaluate(value ? yes : no, evaluation);
}

function coalesce(node: CallNode, evaluation: Evaluation, evaluate: Evaluate): Json {
  for (const arg of node.args) {
    const value = evaluate(arg, evaluation);
    if (value !== null) return value;
  }
  return null;
}

/** Order of strings as the service compares them: by language rules, so "a" comes before "A". */
function compareStrings(a: string, b: string): number {
  return a.localeCompare(b, "en-US");
}

function comparison(name: string, test: (order: number) => boolean): TemplateFunction {
  return eager(name, 2, 2, ([a = null, b = null]) => {
    if (typeof a === "number" && typeof b === "number") return test(a - b);
    if (typeof a === "string" && typeof b === "string") return test(compareStrings(a, b));
    if (typeof a !== "number" && typeof a !== "string") throw wrongType(name, 0, "an integer or a string", a);
    throw fault("argumentMatching", name, typeOf(a), typeOf(b));
  });
}

export const logicalFunctions: readonly TemplateFunction[] = [
  junction("and"),
  lazy("coalesce", 1, Infinity, coalesce),
  eager("equals", 2, 2, ([a = null, b = null]) => jsonEqual(a, b)),
  eager("false", 0, 0, () => false),
  comparison("greater", (order) => order > 0),
  comparison("greaterOrEquals", (order) => order >= 0),
  lazy("if", 3, 3, choose),
  comparison("less", (order) => order < 0),
  comparison("lessOrEquals", (order) => order <= 0),
  eager("not", 1, 1, ([value]) => {
    if (typeof value !== "boolean") throw fault("argumentBooleans", "not");
    return !value;
  }),
  junction("or"),
  eager("true", 0, 0, () => true),
];
