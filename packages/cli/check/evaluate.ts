import { type Json, type JsonObject, isJsonObject, systemRandom } from "@byocni/base/core";
import {
  type DeploymentScope,
  type JsonPath,
  type PlannedResource,
  type PrepareOptions,
  type TemplatePlan,
  RuntimeNeeded,
  prepareNested,
  prepareTemplate,
} from "@byocni/azure/template";
import { templateScope } from "../deployment/target.ts";
import type { TemplateFile } from "../deployment/template-file.ts";
import { type OfflineSettings, createOfflineCloud } from "./offline-cloud.ts";

/** A resource that a template would make, and where it stands in the template. */
export interface FoundResource {
  readonly resource: PlannedResource;
  /** From the root of the file, through nested deployments. */
  readonly path: JsonPath;
}

export interface Evaluated {
  readonly resources: readonly FoundResource[];
  /** Parameters without a value: what depends on them is not known. */
  readonly missing: readonly string[];
}

export interface EvaluateOptions extends OfflineSettings {
  readonly resourceGroup: string;
  readonly managementGroup: string;
  readonly parameters: JsonObject;
  readonly now: number;
}

/**
 * Evaluates a template with nothing deployed: what needs a running deployment, or a parameter that has no value, stays
 * an expression.
 * @throws TemplateError what Resource Manager would answer
 */
export function evaluateTemplate(file: TemplateFile, options: EvaluateOptions): Evaluated {
  const missing = missingParameters(file.value, options.parameters);
  const prepare: PrepareOptions = {
    scope: scopeOf(file, options),
    deployment: { name: "check", location: options.location },
    cloud: createOfflineCloud(options),
    parameters: options.parameters,
    now: options.now,
    newGuid: () => systemRandom.uuid(),
    positions: file.positions,
    unknownParameters: new Set(missing.map((name) => name.toLowerCase())),
  };
  const plan = planned(file.value, prepare, missing);
  return { resources: withNested(plan, []), missing };
}

/** Names of resources must be known: where they hang on a parameter without a value, its name stands for the value. */
function planned(template: Json, options: PrepareOptions, missing: readonly string[]): TemplatePlan {
  try {
    return prepareTemplate(template, options);
  } catch (error) {
    if (!(error instanceof RuntimeNeeded) || missing.length === 0) throw error;
    const { unknownParameters: _unknown, ...known } = options;
    const standIns = Object.fromEntries(missing.map((name) => [name, { value: standIn(template, name) }]));
    return prepareTemplate(template, { ...known, parameters: { ...options.parameters, ...standIns } });
  }
}

function standIn(template: Json, name: string): Json {
  const declared = declarationsIn(template)[name];
  const declaration = isJsonObject(declared) ? declared : {};
  const [allowed] = Array.isArray(declaration["allowedValues"]) ? (declaration["allowedValues"] as Json[]) : [];
  if (allowed !== undefined) return allowed;
  switch (String(declaration["type"]).toLowerCase()) {
    case "int":
      return typeof declaration["minValue"] === "number" ? declaration["minValue"] : 1;
    case "bool":
      return false;
    case "array":
      return [];
    case "object":
    case "secureobject":
      return {};
    default:
      return name;
  }
}

function scopeOf(file: TemplateFile, options: EvaluateOptions): DeploymentScope {
  const { subscriptionId, resourceGroup, managementGroup } = options;
  const kind = templateScope(file.value, file.path);
  switch (kind) {
    case "resourceGroup":
      return { kind, subscriptionId, resourceGroup };
    case "subscription":
      return { kind, subscriptionId };
    case "managementGroup":
      return { kind, managementGroup };
    case "tenant":
      return { kind };
  }
}

function declarationsIn(template: Json): JsonObject {
  const declared = isJsonObject(template) ? template["parameters"] : undefined;
  return isJsonObject(declared) ? declared : {};
}

function missingParameters(template: Json, given: JsonObject): readonly string[] {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  return Object.entries(declarationsIn(template)).flatMap(([name, declaration]) => {
    if (names.has(name.toLowerCase()) || !isJsonObject(declaration)) return [];
    return "defaultValue" in declaration || declaration["nullable"] === true ? [] : [name];
  });
}

/** The resources of a plan and of the deployments in it; those behind links are not looked into. */
function withNested(plan: TemplatePlan, base: JsonPath): readonly FoundResource[] {
  return plan.resources.flatMap((resource) => {
    if (!resource.condition || resource.existing) return [];
    const path = [...base, ...resource.path];
    if (!resource.nested) return [{ resource, path }];
    if (resource.nested.source.kind === "link") return [];
    const inner = prepareNested(plan, resource);
    return inner ? withNested(inner, [...path, "properties", "template"]) : [];
  });
}
