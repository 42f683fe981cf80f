import { isJsonObject, type Json } from "@byocni/base/core";
import { validationError } from "../errors/template-error.ts";
import type { EvaluationHost } from "../expression/evaluation.ts";
import type { CallNode, ExpressionNode } from "../expression/node.ts";
import { classifyString } from "../expression/text.ts";
import { findKey, isJsonArray } from "../expression/value.ts";
import type { JsonPath, PathStep } from "../reader/positions.ts";
import { hasVariable } from "./frame.ts";
import type { TemplateModel } from "./model.ts";
import { isDeployment, isInnerDeployment } from "./nested.ts";
import { parseAt } from "./parse-at.ts";
import type { Places } from "./places.ts";
import { forEachString, type VisitString } from "./strings.ts";

/**
 * Before anything is evaluated: every expression parses, and every parameter and variable that one names by a literal,
 * branches of `if` apart, is declared. @throws TemplateError at the string that is wrong.
 */
export function checkReferences(model: TemplateModel, places: Places, host: EvaluationHost): void {
  const visit: VisitString = (text, path) => {
    const content = classifyString(text);
    if (content.kind === "expression" && !host.opaque.has(text))
      checkExpression(content.text, path, model, places, host);
  };
  for (const [name, definition] of Object.entries(model.parameters.members)) {
    if (!isJsonObject(definition)) continue;
    const key = findKey(definition, "defaultValue");
    if (key !== undefined) forEachString(definition[key] ?? null, [...model.parameters.path, name, key], visit);
  }
  forEachString(model.variables.members, [...model.variables.path], visit);
  forEachResourceString(model.resources, model.resourcesPath, visit);
  for (const [name, output] of Object.entries(model.outputs.members)) {
    if (!isJsonObject(output)) continue;
    for (const [key, value] of Object.entries(output)) {
      if (key.toLowerCase() === "metadata" || key.toLowerCase() === "type" || value === undefined) continue;
      forEachString(value, [...model.outputs.path, name, key], visit);
    }
  }
}

/**
 * Templates inside deployments that evaluate for themselves are not this template's text, unless they stand in one that
 * is closed: evaluated whole by this one.
 */
function forEachResourceString(resources: Json, path: JsonPath, visit: VisitString, isClosed = false): void {
  for (const [step, resource] of entriesOf(resources)) {
    if (!isJsonObject(resource)) {
      if (resource !== undefined) forEachString(resource, [...path, step], visit);
      continue;
    }
    for (const [key, value] of Object.entries(resource)) {
      if (value === undefined) continue;
      const at = [...path, step, key];
      if (key.toLowerCase() === "resources") forEachResourceString(value, at, visit, isClosed);
      else if (key.toLowerCase() === "properties" && isDeployment(resource))
        forEachNestedString(value, at, visit, isClosed || !isInnerDeployment(resource));
      else forEachString(value, at, visit);
    }
  }
}

function entriesOf(resources: Json): [string | number, Json | undefined][] {
  if (isJsonArray(resources)) return [...resources.entries()];
  return isJsonObject(resources) ? Object.entries(resources) : [];
}

function forEachNestedString(properties: Json, path: PathStep[], visit: VisitString, isClosed: boolean): void {
  if (!isJsonObject(properties)) {
    forEachString(properties, path, visit);
    return;
  }
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key.toLowerCase() !== "template" || !isJsonObject(value)) {
      forEachString(value, [...path, key], visit);
    } else if (isClosed) {
      for (const [section, content] of Object.entries(value)) {
        if (content === undefined) continue;
        const at = [...path, key, section];
        if (section.toLowerCase() === "resources") forEachResourceString(content, at, visit, true);
        else forEachString(content, at, visit);
      }
    }
  }
}

function checkExpression(
  text: string,
  path: JsonPath,
  model: TemplateModel,
  places: Places,
  host: EvaluationHost,
): void {
  checkNode(parseAt(text, path, places, host.expressions), path, model, places);
}

/** A branch of `if` that is not taken may name what is not there (published: quickstart safekit-cluster-farm). */
function checkNode(node: ExpressionNode, path: JsonPath, model: TemplateModel, places: Places): void {
  if (node.kind === "member" || node.kind === "index") checkNode(node.target, path, model, places);
  if (node.kind === "index") checkNode(node.index, path, model, places);
  if (node.kind !== "call") return;
  if (node.namespace === undefined) checkName(node, path, model, places);
  const always = node.namespace === undefined && node.key === "if" ? node.args.slice(0, 1) : node.args;
  for (const argument of always) checkNode(argument, path, model, places);
}

function checkName({ key, args }: CallNode, path: JsonPath, model: TemplateModel, places: Places): void {
  const [argument] = args;
  if (args.length !== 1 || argument?.kind !== "literal" || typeof argument.value !== "string") return;
  if (key === "parameters" && findKey(model.parameters.members, argument.value) === undefined) {
    throw validationError(places.at(path), "parameterNotFound", argument.value);
  }
  if (key === "variables" && !hasVariable(model, argument.value)) {
    throw validationError(places.at(path), "variableNotFound", argument.value);
  }
}
