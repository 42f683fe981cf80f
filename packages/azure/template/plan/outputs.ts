import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { ExpressionFault, fault, TemplateError } from "../errors/template-error.ts";
import type { CopyFrame, Evaluation } from "../expression/evaluation.ts";
import { RuntimeNeeded } from "../expression/signals.ts";
import { findKey, getMember, stringify, typeOf } from "../expression/value.ts";
import type { JsonPath } from "../reader/positions.ts";
import { checkCopyCount, evaluateDeep } from "./deep-value.ts";
import type { DeferredExpression } from "./define-resource.ts";
import type { TemplateModel } from "./model.ts";
import { expectedToken, isSecure, matchesType, resolveDefinition, typeName, type TypeName } from "./parameter-types.ts";
import type { PlannedOutput } from "./plan.ts";
import { forEachString } from "./strings.ts";

/** An output as the template declares it. */
export interface DeclaredOutput {
  readonly name: string;
  readonly definition: JsonObject;
  readonly type: TypeName;
  readonly nullable: boolean;
}

/** The declared outputs; an unknown type counts as `Object`, the value decides. */
export function declaredOutputs(model: TemplateModel): readonly DeclaredOutput[] {
  return Object.entries(model.outputs.members).flatMap(([name, definition]) => {
    if (!isJsonObject(definition)) return [];
    const resolved = resolveOutput(definition, model);
    const type = getMember(resolved, "type");
    return [
      {
        name,
        definition: resolved,
        type: (typeof type === "string" ? typeName(type) : undefined) ?? "Object",
        nullable: getMember(resolved, "nullable") === true,
      },
    ];
  });
}

function resolveOutput(definition: JsonObject, model: TemplateModel): JsonObject {
  try {
    return resolveDefinition(definition, model.definitions.members);
  } catch (error) {
    if (error instanceof ExpressionFault) return definition;
    throw error;
  }
}

/** The condition of an output. @throws ExpressionFault, RuntimeNeeded, AnswerPending */
export function outputCondition({ definition }: DeclaredOutput, evaluation: Evaluation): boolean {
  const condition = getMember(definition, "condition");
  if (condition === undefined) return true;
  const value = evaluateDeep(condition, evaluation);
  if (typeof value === "boolean") return value;
  if (typeof value === "string" && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  throw fault("outputType", "Boolean", typeOf(value));
}

/** The checked value of an output. @throws ExpressionFault, RuntimeNeeded, AnswerPending */
export function outputValue({ definition, type, nullable }: DeclaredOutput, evaluation: Evaluation): Json {
  const copy = getMember(definition, "copy");
  const value = isJsonObject(copy)
    ? copyOutput(copy, evaluation)
    : evaluateDeep(getMember(definition, "value") ?? null, evaluation);
  if (value === null && nullable) return null;
  if (!matchesType(value, type)) throw fault("outputType", expectedToken(type), typeOf(value));
  return value;
}

function copyOutput(copy: JsonObject, evaluation: Evaluation): Json {
  const count = checkCopyCount(evaluateDeep(getMember(copy, "count") ?? null, evaluation), []);
  const inputKey = findKey(copy, "input");
  if (inputKey === undefined) throw fault("copyDefinition", 1, 0, "input");
  const name = stringify(getMember(copy, "name") ?? "");
  return Array.from({ length: count }, (_, index) => {
    const frame: CopyFrame = { name, index, unnamed: true, parent: evaluation.copy };
    return evaluateDeep(copy[inputKey] ?? null, { ...evaluation, copy: frame });
  });
}

/** Outputs as far as they are known before the deployment. What is wrong with them shows when they are evaluated. */
export function planOutputs(model: TemplateModel, evaluation: Evaluation): readonly PlannedOutput[] {
  return declaredOutputs(model).map((output) => {
    const base = { name: output.name, type: output.type, secure: isSecure(output.type) };
    try {
      if (!outputCondition(output, evaluation)) return { ...base, condition: false };
    } catch (error) {
      if (!isLater(error)) throw error;
      return { ...base, condition: undefined };
    }
    try {
      return { ...base, condition: true, value: outputValue(output, evaluation) };
    } catch (error) {
      if (!isLater(error)) throw error;
      return { ...base, condition: true };
    }
  });
}

/** The expressions of outputs that a deployment will show, and where each output stands. */
export function outputExpressions(
  model: TemplateModel,
  evaluation: Evaluation,
): readonly { readonly path: JsonPath; readonly expressions: readonly DeferredExpression[] }[] {
  return declaredOutputs(model).flatMap((output) => {
    try {
      if (!outputCondition(output, evaluation)) return [];
    } catch (error) {
      if (!isLater(error)) throw error;
      return [];
    }
    const expressions: DeferredExpression[] = [];
    forEachString(getMember(output.definition, "value") ?? null, [], (text) => expressions.push({ text, evaluation }));
    return expressions.length === 0 ? [] : [{ path: [...model.outputs.path, output.name], expressions }];
  });
}

function isLater(error: unknown): boolean {
  return error instanceof RuntimeNeeded || (error instanceof ExpressionFault && !(error instanceof TemplateError));
}
