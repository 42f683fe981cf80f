import type { Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import type { EagerFunction } from "../functions/definition.ts";
import { findFunction } from "../functions/registry.ts";
import { callList } from "../functions/reference.ts";
import type { Evaluation } from "./evaluation.ts";
import type { CallNode, ExpressionNode } from "./node.ts";
import { runtimeNeeded } from "./signals.ts";
import { classifyString } from "./text.ts";
import { readIndex, readMember } from "./value.ts";

/** Evaluates a parsed expression. @throws ExpressionFault, RuntimeNeeded, AnswerPending */
export function evaluateNode(node: ExpressionNode, evaluation: Evaluation): Json {
  switch (node.kind) {
    case "literal":
      return node.value;
    case "member":
      return readMember(evaluateNode(node.target, evaluation), node.name);
    case "index":
      return readIndex(evaluateNode(node.target, evaluation), evaluateNode(node.index, evaluation));
    case "call":
      return call(node, evaluation);
  }
}

function call(node: CallNode, evaluation: Evaluation): Json {
  if (node.namespace !== undefined) return callUserFunction(node.namespace, node, evaluation);
  const { limits } = evaluation.host;
  limits.step();
  const found = findFunction(node.key);
  if (!found) {
    if (node.key.startsWith("list")) return callList(node, evaluation, evaluateNode);
    throw fault("functionUnknown", node.name);
  }
  const count = node.args.length;
  if (count < found.min || count > found.max) {
    if (count === 0 && found.max === Infinity) throw fault("argumentNone", found.name);
    throw fault("argumentCount", found.name, found.min, found.max, count);
  }
  if (found.kind === "lazy") {
    const value = found.call(node, evaluation, evaluateNode);
    limits.checkResult(found.name, value);
    return value;
  }
  const args = node.args.map((arg) => evaluateNode(arg, evaluation));
  const value = callEager(found, args, evaluation);
  limits.checkResult(found.name, value);
  return value;
}

function callEager(found: EagerFunction, args: readonly Json[], evaluation: Evaluation): Json {
  try {
    return found.call(args, evaluation);
  } catch (error) {
    // Longer than a string can be.
    if (error instanceof RangeError) throw fault("resultTooLarge", found.name);
    throw error;
  }
}

function callUserFunction(namespace: string, node: CallNode, evaluation: Evaluation): Json {
  const name = `${namespace}.${node.name}`;
  const found = evaluation.frame.userFunction(namespace, node.name);
  if (!found) throw fault("functionUnknown", name);
  const count = node.args.length;
  if (count !== found.parameters.length) {
    throw fault("argumentCount", name, found.parameters.length, found.parameters.length, count);
  }
  return found.invoke(node.args.map((arg) => evaluateNode(arg, evaluation)));
}

/** The value of a string of the template: an expression's result, or the literal. */
export function evaluateString(text: string, evaluation: Evaluation): Json {
  const content = classifyString(text);
  if (content.kind === "literal") return content.text;
  if (evaluation.host.opaque.has(text)) throw runtimeNeeded;
  return evaluateNode(evaluation.host.expressions.parse(content.text), evaluation);
}
