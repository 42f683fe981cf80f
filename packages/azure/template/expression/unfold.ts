import { isJsonObject, jsonEqual, type Json, type JsonObject } from "@byocni/base/core";
import { ExpressionFault } from "../errors/template-error.ts";
import { mergeObjects } from "../functions/collection.ts";
import type { CallNode, ExpressionNode } from "./node.ts";
import { parseExpression } from "./parser.ts";
import { printExpression } from "./reduce.ts";
import { classifyString, isExpression } from "./text.ts";
import { isJsonArray } from "./value.ts";

/**
 * What is known of a value that waits for the running deployment: calls that make objects and lists become those objects
 * and lists, with an expression in the place of each part that is not known.
 * @param text an expression with brackets, what is known in it already evaluated
 */
export function unfoldExpression(text: string): Json {
  const content = classifyString(text);
  if (content.kind === "literal") return text;
  try {
    return unfold(parseExpression(content.text));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return text;
  }
}

function unfold(node: ExpressionNode): Json {
  if (node.kind === "literal") return node.value;
  const made = node.kind === "call" && node.namespace === undefined ? valueOf(node) : undefined;
  return made === undefined ? `[${printExpression(node)}]` : made;
}

/** What a call makes; undefined when that is not known. */
function valueOf({ key, args }: CallNode): Json | undefined {
  switch (key) {
    case "true":
    case "false":
      return key === "true";
    case "null":
      return null;
    case "createarray":
      return args.map(unfold);
    case "createobject":
      return objectOf(args);
    case "concat":
      return joined(args.map(unfold));
    case "union": {
      const values = args.map(unfold);
      return merged(values, true) ?? joined(values)?.filter(isFirst);
    }
    case "shallowmerge": {
      const [list] = args.map(unfold);
      return list !== undefined && isJsonArray(list) ? merged(list, false) : undefined;
    }
    default:
      return undefined;
  }
}

function objectOf(args: readonly ExpressionNode[]): JsonObject | undefined {
  const entries: [string, Json][] = [];
  for (let index = 0; index + 1 < args.length; index += 2) {
    const [name, value] = args.slice(index, index + 2).map(unfold);
    if (typeof name !== "string" || isExpression(name)) return undefined;
    entries.push([name, value ?? null]);
  }
  return Object.fromEntries(entries);
}

function joined(values: readonly Json[]): readonly Json[] | undefined {
  return values.every((value) => isJsonArray(value)) ? values.flat() : undefined;
}

function isFirst(item: Json, index: number, items: readonly Json[]): boolean {
  return items.findIndex((other) => jsonEqual(other, item)) === index;
}

function merged(values: readonly Json[], isDeep: boolean): JsonObject | undefined {
  if (!values.every((value) => isJsonObject(value))) return undefined;
  return values.reduce<JsonObject>((sum, value) => mergeObjects(sum, value, isDeep), {});
}
