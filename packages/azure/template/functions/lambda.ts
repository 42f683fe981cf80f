import type { Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import type { Evaluate, Evaluation } from "../expression/evaluation.ts";
import type { CallNode, ExpressionNode } from "../expression/node.ts";
import { isJsonArray } from "../expression/value.ts";
import { arrayArgument, objectArgument, wrongType } from "./arguments.ts";
import { eager, lazy, type TemplateFunction } from "./definition.ts";

/** A lambda that can be called with values. */
type Lambda = (...values: readonly Json[]) => Json;

/**
 * The lambda at argument `index` of a call: `lambda('a', 'b', body)`. It may declare fewer parameters than it is called
 * with (the index of `map` is optional), never more. @throws ExpressionFault
 */
function lambdaArgument(
  node: CallNode,
  index: number,
  min: number,
  max: number,
  evaluation: Evaluation,
  evaluate: Evaluate,
): Lambda {
  const argument = node.args[index];
  if (argument?.kind !== "call" || argument.key !== "lambda" || argument.namespace !== undefined) {
    throw fault("lambdaExpected", node.name, index);
  }
  const names = argument.args.slice(0, -1).map((name) => lambdaName(node.name, index, name));
  const body = argument.args.at(-1);
  if (!body || names.length < min || names.length > max) {
    throw fault("lambdaParameters", node.name, min, max, names.length);
  }
  return (...values) => {
    evaluation.host.limits.step();
    let frame = evaluation.lambda;
    names.forEach((name, at) => {
      frame = { name, value: values[at] ?? null, parent: frame };
    });
    return evaluate(body, { ...evaluation, lambda: frame });
  };
}

function lambdaName(name: string, index: number, node: ExpressionNode): string {
  if (node.kind !== "literal" || typeof node.value !== "string") throw fault("lambdaExpected", name, index);
  return node.value;
}

function lambdaVariables(args: readonly Json[], evaluation: Evaluation): Json {
  const [name = null] = args;
  if (typeof name !== "string") throw wrongType("lambdaVariables", 0, "a string", name, true);
  for (let frame = evaluation.lambda; frame; frame = frame.parent) {
    if (frame.name.toLowerCase() === name.toLowerCase()) return frame.value;
  }
  throw fault("lambdaVariable", name);
}

function truth(name: string, value: Json): boolean {
  if (typeof value !== "boolean") throw wrongType(name, 1, "a lambda expression that returns a boolean", value);
  return value;
}

function key(name: string, value: Json): string {
  if (typeof value !== "string") throw wrongType(name, 1, "a lambda expression that returns a string", value);
  return value;
}

/** The first argument as an array and the others as they stand. */
function items(node: CallNode, evaluation: Evaluation, evaluate: Evaluate): readonly Json[] {
  return arrayArgument(
    node.name,
    node.args
      .slice(0, 1)
      .map((arg) => evaluate(arg, evaluation))
      .concat(null),
    0,
  );
}

/** Stable order by a lambda that says whether its first argument comes before its second. */
function sort(node: CallNode, evaluation: Evaluation, evaluate: Evaluate): Json {
  const array = items(node, evaluation, evaluate);
  const before = lambdaArgument(node, 1, 2, 2, evaluation, evaluate);
  return array.toSorted((a, b) => (truth("sort", before(a, b)) ? -1 : truth("sort", before(b, a)) ? 1 : 0));
}

function toObject(node: CallNode, evaluation: Evaluation, evaluate: Evaluate): Json {
  const array = items(node, evaluation, evaluate);
  const toKey = lambdaArgument(node, 1, 1, 1, evaluation, evaluate);
  const toValue = node.args.length > 2 ? lambdaArgument(node, 2, 1, 1, evaluation, evaluate) : (item: Json) => item;
  return Object.fromEntries(array.map((item) => [key("toObject", toKey(item)), toValue(item)]));
}

function groupBy(node: CallNode, evaluation: Evaluation, evaluate: Evaluate): Json {
  const toKey = lambdaArgument(node, 1, 1, 1, evaluation, evaluate);
  const toValue = node.args[2] ? lambdaArgument(node, 2, 1, 1, evaluation, evaluate) : undefined;
  const groups = new Map<string, Json[]>();
  for (const item of items(node, evaluation, evaluate)) {
    const name = key("groupBy", toKey(item));
    const value = toValue ? toValue(item) : item;
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return Object.fromEntries(groups);
}

function mapValues(node: CallNode, evaluation: Evaluation, evaluate: Evaluate): Json {
  const source = node.args[0] ? evaluate(node.args[0], evaluation) : null;
  const toValue = lambdaArgument(node, 1, 1, 1, evaluation, evaluate);
  if (isJsonArray(source)) throw wrongType("mapValues", 0, "an object", source);
  const object = objectArgument("mapValues", [source, null], 0);
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, toValue(value ?? null)]));
}

export const lambdaFunctions: readonly TemplateFunction[] = [
  lazy("filter", 2, 2, (node, evaluation, evaluate) => {
    const test = lambdaArgument(node, 1, 1, 2, evaluation, evaluate);
    return items(node, evaluation, evaluate).filter((item, index) => truth("filter", test(item, index)));
  }),
  lazy("groupBy", 2, 3, groupBy),
  lazy("lambda", 1, Infinity, (node) => {
    // A lambda is an argument of its neighbours, never a value.
    throw fault("functionLocation", node.name);
  }),
  eager("lambdaVariables", 1, 1, lambdaVariables),
  lazy("map", 2, 2, (node, evaluation, evaluate) => {
    const toItem = lambdaArgument(node, 1, 1, 2, evaluation, evaluate);
    return items(node, evaluation, evaluate).map((item, index) => toItem(item, index));
  }),
  lazy("mapValues", 2, 2, mapValues),
  lazy("reduce", 3, 3, (node, evaluation, evaluate) => {
    const join = lambdaArgument(node, 2, 2, 3, evaluation, evaluate);
    const initial = node.args[1] ? evaluate(node.args[1], evaluation) : null;
    return items(node, evaluation, evaluate).reduce<Json>((sum, item, index) => join(sum, item, index), initial);
  }),
  lazy("sort", 2, 2, sort),
  lazy("toObject", 2, 3, toObject),
];
