import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { validationError } from "../errors/template-error.ts";
import type { EvaluationHost } from "../expression/evaluation.ts";
import { visitNodes } from "../expression/node.ts";
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
 * Before anything is evaluated: every expression parses, and every parameter and variable that one names by a literal is
 * declared. @throws TemplateError at the string that is wrong.
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

/** Templates inside deployments that evaluate for themselves are not this template's text. */
function forEachResourceString(resources: Json, path: JsonPath, visit: VisitString): void {
  for (const [step, resource] of entriesOf(resources)) {
    if (!isJsonObject(resource)) {
      if (resource !== undefined) forEachString(resource, [...path, step], visit);
      continue;
    }
    for (const [key, value] of Object.entries(resource)) {
      if (value === undefined) continue;
      const at = [...path, step, key];
      if (key.toLowerCase() === "resources") forEachResourceString(value, at, visit);
      else if (key.toLowerCase() === "properties" && isDeployment(resource))
        forEachNestedString(resource, value, at, visit);
      else forEachString(value, at, visit);
    }
  }
}

function entriesOf(resources: Json): [string | number, Json | undefined][] {
  if (isJsonArray(resources)) return [...resources.entries()];
  return isJsonObject(resources) ? Object.entries(resources) : [];
}

function forEachNestedString(resource: JsonObject, properties: Json, path: PathStep[], visit: VisitString): void {
  if (!isJsonObject(properties)) {
    forEachString(properties, path, visit);
    return;
  }
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key.toLowerCase() !== "template" || !isJsonObject(value)) {
      forEachString(value, [...path, key], visit);
    } else if (!isInnerDeployment(resource)) {
      for (const [section, content] of Object.entries(value)) {
        if (content === undefined) continue;
        const at = [...path, key, section];
        if (section.toLowerCase() === "resources") forEachResourceString(content, at, visit);
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
  visitNodes(parseAt(text, path, places, host.expressions), (node) => {
    if (node.kind !== "call" || node.namespace !== undefined || node.args.length !== 1) return;
    const [argument] = node.args;
    if (argument?.kind !== "literal" || typeof argument.value !== "string") return;
    if (node.key === "parameters" && findKey(model.parameters.members, argument.value) === undefined) {
      throw validationError(places.at(path), "parameterNotFound", argument.value);
    }
    if (node.key === "variables" && !hasVariable(model, argument.value)) {
      throw validationError(places.at(path), "variableNotFound", argument.value);
    }
  });
}
