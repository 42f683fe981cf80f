import { isJsonObject, type Json } from "@byocni/base/core";
import { ExpressionFault, TemplateError } from "../errors/template-error.ts";
import { evaluateNode } from "./evaluate.ts";
import type { Evaluation } from "./evaluation.ts";
import type { ExpressionNode } from "./node.ts";
import { RuntimeNeeded } from "./signals.ts";
import { isJsonArray } from "./value.ts";

/** The deepest part of a value that is still written into an expression. */
const maxShownDepth = 16;

/**
 * An expression that waits for the running deployment, with everything in it evaluated that is known: what deployments
 * and what-if show (Azure/bicep SnapshotCommandTests/outputs: `[reference('/subscriptions/...', '2022-09-01').x]`).
 */
export function reduceExpression(node: ExpressionNode, evaluation: Evaluation): string {
  return `[${print(node, evaluation)}]`;
}

/** An expression as text, without its brackets. */
export function printExpression(node: ExpressionNode): string {
  return print(node, undefined);
}

function print(node: ExpressionNode, evaluation: Evaluation | undefined): string {
  const known = evaluation && tryEvaluate(node, evaluation);
  const shown = known && printValue(known.value, 0);
  if (shown !== undefined) return shown;
  switch (node.kind) {
    case "literal":
      return printScalar(node.value);
    case "member":
      return `${print(node.target, evaluation)}.${node.name}`;
    case "index":
      return `${print(node.target, evaluation)}[${print(node.index, evaluation)}]`;
    case "call": {
      const [condition, yes, no] = node.args;
      if (node.namespace === undefined && node.key === "if" && condition && yes && no) {
        const taken = evaluation && tryEvaluate(condition, evaluation)?.value;
        if (typeof taken === "boolean") return print(taken ? yes : no, evaluation);
      }
      const name = node.namespace === undefined ? node.name : `${node.namespace}.${node.name}`;
      return `${name}(${node.args.map((arg) => print(arg, evaluation)).join(", ")})`;
    }
  }
}

/** The value of a node, if it needs nothing of the running deployment. */
export function tryEvaluate(node: ExpressionNode, evaluation: Evaluation): { readonly value: Json } | undefined {
  try {
    return { value: evaluateNode(node, evaluation) };
  } catch (error) {
    const unknown =
      error instanceof RuntimeNeeded || error instanceof ExpressionFault || error instanceof TemplateError;
    if (!unknown) throw error;
    return undefined;
  }
}

function printScalar(value: string | number | boolean | null): string {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return typeof value === "number" ? String(value) : `${String(value)}()`;
}

function printValue(value: Json, depth: number): string | undefined {
  if (depth > maxShownDepth) return undefined;
  if (isJsonArray(value)) return printCall("createArray", value, depth);
  if (isJsonObject(value)) {
    const members = Object.entries(value).flatMap(([name, member]): Json[] => [name, member ?? null]);
    return printCall("createObject", members, depth);
  }
  return printScalar(value);
}

function printCall(name: string, values: readonly Json[], depth: number): string | undefined {
  const args = values.map((value) => printValue(value, depth + 1));
  return args.includes(undefined) ? undefined : `${name}(${args.join(", ")})`;
}
