import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { parseError, validationError } from "../errors/template-error.ts";
import { findKey, getMember, isJsonArray } from "../expression/value.ts";
import { formatPath } from "../reader/json-path.ts";
import type { JsonPath } from "../reader/positions.ts";
import type { Places } from "./places.ts";

/** A template's sections, found without regard to case. Paths keep the spelling of the text. */
export interface TemplateModel {
  readonly template: JsonObject;
  readonly contentVersion: string;
  /** Empty for templates without one. */
  readonly languageVersion: string;
  /** The date of `apiProfile`, for resources that give no api-version of their own. */
  readonly profileDate: string | undefined;
  /** True from language version 2.0 on: symbolic names, user-defined types, nullable parameters. */
  readonly symbolic: boolean;
  readonly parameters: Section;
  readonly variables: Section;
  readonly outputs: Section;
  readonly definitions: Section;
  readonly functions: Json;
  readonly functionsPath: JsonPath;
  readonly resources: Json;
  readonly resourcesPath: JsonPath;
}

/** An object section: its members by name, and where it stands. */
export interface Section {
  readonly members: JsonObject;
  readonly path: JsonPath;
}

const schemaVersions = "2014-04-01-preview,2015-01-01,2018-05-01,2019-04-01,2019-08-01";
const schema = new RegExp(
  `^https?://schema\\.management\\.azure\\.com/schemas/(${schemaVersions.replaceAll(",", "|")})/(deploymentTemplate|deploymentParameters|subscriptionDeploymentTemplate|managementGroupDeploymentTemplate|tenantDeploymentTemplate)\\.json#?$`,
  "i",
);

/** Documented limits of a template. */
export const limits = { parameters: 256, variables: 256, outputs: 64, resources: 800 } as const;

const sections: readonly string[] = [
  "$schema",
  "contentversion",
  "apiprofile",
  "languageversion",
  "metadata",
  "parameters",
  "variables",
  "functions",
  "resources",
  "outputs",
  "definitions",
  "imports",
  "extensions",
  "asserts",
  "rules",
  "scope",
];

/** Reads the frame of a template. @throws TemplateError */
export function readModel(template: Json, places: Places): TemplateModel {
  if (!isJsonObject(template)) {
    throw parseError(at(places, []), "jsonPopulate", isJsonArray(template) ? "StartArray" : tokenOf(template));
  }
  for (const name of Object.keys(template)) {
    if (!sections.includes(name.toLowerCase()))
      throw parseError(at(places, [name], true), "jsonUnknownMember", name, "Template");
  }
  const schemaText = requireText(template, "$schema", places);
  const contentVersion = requireText(template, "contentVersion", places);
  const resources = getMember(template, "resources");
  if (resources === undefined || resources === null) throw parseError(at(places, []), "jsonRequired", "resources");
  if (!schema.test(schemaText)) {
    throw validationError(places.at(["$schema"]), "schemaUnsupported", schemaText, schemaVersions);
  }
  const languageVersion = getMember(template, "languageVersion");
  const version = typeof languageVersion === "string" ? languageVersion : "";
  const symbolic = /^([2-9]|1\.1\d)/.test(version) || /^1\.(9|10)-experimental$/.test(version);
  const profile = getMember(template, "apiProfile");
  const model: TemplateModel = {
    template,
    contentVersion,
    languageVersion: version,
    profileDate: typeof profile === "string" ? /^\d{4}-\d\d-\d\d/.exec(profile)?.[0] : undefined,
    symbolic,
    parameters: readSection(template, "parameters", places),
    variables: readSection(template, "variables", places),
    outputs: readSection(template, "outputs", places),
    definitions: readSection(template, "definitions", places),
    functions: getMember(template, "functions") ?? [],
    functionsPath: [findKey(template, "functions") ?? "functions"],
    resources,
    resourcesPath: [findKey(template, "resources") ?? "resources"],
  };
  checkFeatures(model, places);
  checkCount("parameters", Object.keys(model.parameters.members).length, places);
  checkCount("variables", countVariables(model.variables.members), places);
  checkCount("outputs", Object.keys(model.outputs.members).length, places);
  return model;
}

function checkFeatures(model: TemplateModel, places: Places): void {
  if (isJsonObject(model.resources) && !model.symbolic) {
    throw validationError(places.at(model.resourcesPath), "languageVersionRequired", "SymbolicNames");
  }
  if (Object.keys(model.definitions.members).length > 0 && !model.symbolic) {
    throw validationError(places.at(model.definitions.path), "languageVersionRequired", "AggregateTypeValidation");
  }
}

/** @throws TemplateError when a limit is exceeded. */
export function checkCount(what: keyof typeof limits, actual: number, places: Places): void {
  if (actual > limits[what])
    throw validationError({ ...places.at([]), unreported: true }, "limitExceeded", what, limits[what], actual);
}

function countVariables(members: JsonObject): number {
  const copies = getMember(members, "copy");
  const names = Object.keys(members).length;
  return isJsonArray(copies) ? names - 1 + copies.length : names;
}

function readSection(template: JsonObject, name: string, places: Places): Section {
  const key = findKey(template, name);
  const value = key === undefined ? undefined : template[key];
  const path = [key ?? name];
  if (value === undefined || value === null) return { members: {}, path };
  if (!isJsonObject(value)) {
    throw parseError(at(places, path), "jsonPopulate", isJsonArray(value) ? "StartArray" : tokenOf(value));
  }
  return { members: value, path };
}

function requireText(template: JsonObject, name: string, places: Places): string {
  const key = findKey(template, name);
  const value = key === undefined ? undefined : template[key];
  if (key === undefined || value === undefined) throw parseError(at(places, []), "jsonRequired", name);
  if (typeof value !== "string") {
    throw parseError(at(places, [key]), "jsonString", tokenOf(value));
  }
  return value;
}

/** Token names of the JSON reader. */
export function tokenOf(value: Json): string {
  if (value === null) return "Null";
  if (Array.isArray(value)) return "StartArray";
  switch (typeof value) {
    case "string":
      return "String";
    case "boolean":
      return "Boolean";
    case "number":
      return Number.isInteger(value) ? "Integer" : "Float";
    default:
      return "StartObject";
  }
}

/** The place of a value as the reader's sentences give it. */
export function at(places: Places, path: JsonPath, name = false): { path: string; line: number; position: number } {
  const position = name ? places.positions.nameAt(path) : places.positions.at(path);
  return { path: formatPath(path), line: position?.lineNumber ?? 1, position: position?.linePosition ?? 0 };
}
