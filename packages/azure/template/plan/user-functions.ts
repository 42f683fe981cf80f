import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { fault, validationError } from "../errors/template-error.ts";
import type { BoundUserFunction, Evaluation, EvaluationHost, TemplateFrame } from "../expression/evaluation.ts";
import { visitNodes } from "../expression/node.ts";
import { classifyString } from "../expression/text.ts";
import { findKey, getMember, isJsonArray, typeOf } from "../expression/value.ts";
import type { JsonPath } from "../reader/positions.ts";
import { evaluateDeep } from "./deep-value.ts";
import type { TemplateModel } from "./model.ts";
import { expectedToken, matchesType, resolveDefinition, typeName } from "./parameter-types.ts";
import { parseAt } from "./parse-at.ts";
import type { Places } from "./places.ts";
import { forEachString } from "./strings.ts";
import { checkValue } from "./value-check.ts";

interface UserFunction {
  readonly name: string;
  readonly parameters: readonly UserFunctionParameter[];
  readonly output: Json;
  readonly outputPath: JsonPath;
}

interface UserFunctionParameter {
  readonly name: string;
  readonly definition: JsonObject;
}

/** The `functions` section of a template. */
export interface UserFunctions {
  find(namespace: string, name: string, caller: TemplateFrame): BoundUserFunction | undefined;
}

/** Deepest nesting of user functions that call each other. */
const maxCallDepth = 64;

/**
 * Reads user-defined functions and refuses calls that a function's output may not make (the running deployment,
 * variables; other user functions before language version 2.0). @throws TemplateError
 */
export function readUserFunctions(model: TemplateModel, places: Places, host: EvaluationHost): UserFunctions {
  const found = new Map<string, UserFunction>();
  if (isJsonArray(model.functions)) {
    model.functions.forEach((group, index) => {
      if (isJsonObject(group)) readGroup(group, [...model.functionsPath, index], found);
    });
  }
  for (const definition of found.values()) checkCalls(definition, model, places, host);

  let depth = 0;
  return {
    find(namespace, name, caller) {
      const definition = found.get(`${namespace}.${name}`.toLowerCase());
      if (!definition) return undefined;
      return {
        parameters: definition.parameters,
        invoke(args) {
          if (depth >= maxCallDepth) throw fault("expressionCycle", definition.name);
          checkArguments(`${namespace}.${name}`, definition.parameters, args, model.definitions.members);
          depth++;
          try {
            return evaluateDeep(definition.output, callEvaluation(definition, args, caller, host));
          } finally {
            depth--;
          }
        },
      };
    },
  };
}

/** @throws ExpressionFault for the first argument that is not of its parameter's type */
function checkArguments(
  name: string,
  parameters: readonly UserFunctionParameter[],
  args: readonly Json[],
  definitions: JsonObject,
): void {
  for (const [index, parameter] of parameters.entries()) {
    const value = args[index] ?? null;
    const resolved = resolveDefinition(parameter.definition, definitions);
    const declared = getMember(resolved, "type");
    const type = typeof declared === "string" ? typeName(declared) : undefined;
    if (!type || (value === null && getMember(resolved, "nullable") === true)) continue;
    if (!matchesType(value, type)) {
      throw fault("argumentTypeAt", name, index, `of type '${expectedToken(type)}'`, typeOf(value));
    }
    const complaint = checkValue(value, resolved, definitions, parameter.name);
    if (complaint) throw complaint;
  }
}

function callEvaluation(
  definition: UserFunction,
  args: readonly Json[],
  caller: TemplateFrame,
  host: EvaluationHost,
): Evaluation {
  const frame: TemplateFrame = {
    ...caller,
    parameter(name) {
      const index = definition.parameters.findIndex((item) => item.name.toLowerCase() === name.toLowerCase());
      if (index < 0) throw fault("parameterNotFound", name);
      return args[index] ?? null;
    },
  };
  return { host, frame, place: "userFunction", copy: undefined, lambda: undefined, runtime: undefined };
}

function readGroup(group: JsonObject, path: JsonPath, found: Map<string, UserFunction>): void {
  const namespace = getMember(group, "namespace");
  const members = getMember(group, "members");
  if (typeof namespace !== "string" || !isJsonObject(members)) return;
  const membersKey = findKey(group, "members") ?? "members";
  for (const [name, definition] of Object.entries(members)) {
    if (!isJsonObject(definition)) continue;
    const parameters = getMember(definition, "parameters");
    const output = getMember(definition, "output");
    found.set(`${namespace}.${name}`.toLowerCase(), {
      name,
      parameters: isJsonArray(parameters)
        ? parameters.flatMap((item) => {
            const parameterName = isJsonObject(item) ? getMember(item, "name") : undefined;
            return typeof parameterName === "string" && isJsonObject(item)
              ? [{ name: parameterName, definition: item }]
              : [];
          })
        : [],
      output: (isJsonObject(output) ? getMember(output, "value") : undefined) ?? null,
      outputPath: [...path, membersKey, name, findKey(definition, "output") ?? "output"],
    });
  }
}

function checkCalls(definition: UserFunction, model: TemplateModel, places: Places, host: EvaluationHost): void {
  const refused = new Set<string>();
  forEachString(definition.output, [...definition.outputPath, "value"], (text, path) => {
    const content = classifyString(text);
    if (content.kind !== "expression") return;
    visitNodes(parseAt(content.text, path, places, host.expressions), (node) => {
      if (node.kind !== "call") return;
      if (node.namespace !== undefined) {
        if (!model.symbolic) refused.add(`${node.namespace}.${node.name}`);
      } else if (/^(references?|variables|utcnow|newguid|list.*)$/.test(node.key)) {
        refused.add(node.name);
      }
    });
  });
  if (refused.size === 0) return;
  const [line, column] = places.lineOf(definition.outputPath);
  throw validationError(
    places.at(definition.outputPath),
    "functionInDefinition",
    definition.name,
    line,
    column,
    [...refused].join(","),
  );
}
