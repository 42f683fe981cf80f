import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { type ExpressionFault, fault } from "../errors/template-error.ts";
import type { CopyFrame, Evaluation } from "../expression/evaluation.ts";
import { evaluateString } from "../expression/evaluate.ts";
import { RuntimeNeeded } from "../expression/signals.ts";
import { isExpression } from "../expression/text.ts";
import { getMember, isJsonArray, stringify } from "../expression/value.ts";
import type { JsonPath, PathStep } from "../reader/positions.ts";

/** Told about an expression that must wait for the running deployment; returns the text that stands for it until then. */
export type OnDeferred = (path: readonly PathStep[], text: string, evaluation: Evaluation) => string;

/** How a tree is evaluated. */
export interface DeepOptions {
  /** Without it, an expression of the running deployment stops the whole evaluation. */
  readonly onDeferred?: OnDeferred;
  /** What becomes of an expression's value; for trees that are templates themselves. */
  readonly seal?: (value: Json) => Json;
}

/** The most instances that a copy may have. */
export const maxCopyCount = 800;

/** A complaint about a loop; whoever knows the place puts line and column in. */
function loopFault<K extends "copyCount" | "copyDefinition">(
  path: JsonPath,
  key: K,
  property?: string,
): ExpressionFault {
  const complaint = key === "copyCount" ? fault("copyCount", 1, 0) : fault("copyDefinition", 1, 0, property ?? "name");
  complaint.loopPath = path;
  return complaint;
}

/** An evaluated copy count of the loop at a path. @throws ExpressionFault */
export function checkCopyCount(count: Json, path: JsonPath): number {
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0 || count > maxCopyCount) {
    throw loopFault(path, "copyCount");
  }
  return count;
}

/**
 * Evaluates all expressions in a value: strings, member names, and `copy` arrays of properties and variables.
 * @throws ExpressionFault, RuntimeNeeded, AnswerPending
 */
export function evaluateDeep(value: Json, evaluation: Evaluation, options: DeepOptions = {}): Json {
  return walk(value, evaluation, options, []);
}

function walk(value: Json, evaluation: Evaluation, options: DeepOptions, path: PathStep[]): Json {
  if (typeof value === "string") return evaluateLeaf(value, evaluation, options, path);
  if (isJsonArray(value)) {
    return value.map((item, index) => {
      path.push(index);
      const result = walk(item, evaluation, options, path);
      path.pop();
      return result;
    });
  }
  if (isJsonObject(value)) return walkObject(value, evaluation, options, path);
  return value;
}

function evaluateLeaf(text: string, evaluation: Evaluation, options: DeepOptions, path: PathStep[]): Json {
  if (text.charCodeAt(0) !== 91) return text;
  try {
    const value = evaluateString(text, evaluation);
    // One bracket less makes the text an expression of the template that it is a part of.
    return options.seal && isExpression(text) ? options.seal(value) : value;
  } catch (signal) {
    if (!(signal instanceof RuntimeNeeded) || !options.onDeferred) throw signal;
    return options.onDeferred([...path], text, evaluation);
  }
}

function walkObject(source: JsonObject, evaluation: Evaluation, options: DeepOptions, path: PathStep[]): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue;
    if (name.toLowerCase() === "copy" && isCopyArray(value)) {
      copyProperties(name, value, evaluation, options, path, result);
      continue;
    }
    const key = name.charCodeAt(0) === 91 ? memberName(name, evaluation, options, path) : name;
    path.push(key);
    setOwn(result, key, walk(value, evaluation, options, path));
    path.pop();
  }
  return result;
}

function setOwn(target: Record<string, Json>, name: string, value: Json): void {
  if (name !== "__proto__") target[name] = value;
  else Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

function memberName(name: string, evaluation: Evaluation, options: DeepOptions, path: readonly PathStep[]): string {
  if (!isExpression(name)) return name;
  const value = evaluateLeaf(name, evaluation, { ...options, seal: (result) => result }, [...path, name]);
  if (typeof value !== "string") throw fault("propertyNotEvaluable", stringify(value));
  return value;
}

/** `copy: [{name, count, input}]`: what a property or variable loop looks like; anything else is an ordinary member. */
function isCopyArray(value: Json): value is readonly JsonObject[] {
  return (
    isJsonArray(value) &&
    value.length > 0 &&
    value.every(
      (item) => isJsonObject(item) && getMember(item, "count") !== undefined && getMember(item, "name") !== undefined,
    )
  );
}

/** Unrolls property loops; loops over something that is not known yet stay as they are. */
function copyProperties(
  member: string,
  definitions: readonly JsonObject[],
  evaluation: Evaluation,
  options: DeepOptions,
  path: PathStep[],
  result: Record<string, Json>,
): void {
  const waiting: JsonObject[] = [];
  const depth = path.length;
  for (const [index, definition] of definitions.entries()) {
    try {
      copyProperty(definition, [...path, member, index], evaluation, options, path, result);
    } catch (signal) {
      if (!(signal instanceof RuntimeNeeded) || !options.onDeferred) throw signal;
      path.length = depth;
      waiting.push(definition);
      options.onDeferred([...path, member], stringify(getMember(definition, "count") ?? null), evaluation);
    }
  }
  if (waiting.length > 0) setOwn(result, member, waiting);
}

function copyProperty(
  definition: JsonObject,
  place: JsonPath,
  evaluation: Evaluation,
  options: DeepOptions,
  path: PathStep[],
  result: Record<string, Json>,
): void {
  const definitional: Evaluation = { ...evaluation, place: "definition" };
  const name = walk(getMember(definition, "name") ?? null, definitional, {}, []);
  if (typeof name !== "string" || name === "") throw loopFault(place, "copyDefinition", "name");
  const count = checkCopyCount(walk(getMember(definition, "count") ?? null, definitional, {}, []), place);
  const input = getMember(definition, "input");
  if (input === undefined) throw loopFault(place, "copyDefinition", "input");
  const items: Json[] = [];
  path.push(name, 0);
  for (let index = 0; index < count; index++) {
    path[path.length - 1] = index;
    const copy: CopyFrame = { name, index, unnamed: false, parent: evaluation.copy };
    items.push(walk(input, { ...evaluation, copy }, options, path));
  }
  path.length -= 2;
  setOwn(result, name, items);
}
