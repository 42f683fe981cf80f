import { type Json, type JsonObject, isJsonObject, systemRandom } from "@byocni/base/core";
import {
  type DeploymentScope,
  type JsonPath,
  type PlannedResource,
  type PrepareOptions,
  type TemplatePlan,
  RuntimeNeeded,
  TemplateError,
  prepareNested,
  prepareTemplate,
  unfoldExpression,
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
  /** False: without values for those nothing can be said. */
  readonly isComplete: boolean;
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
  };
  const plan = planned(file.value, prepare, missing);
  return { resources: plan ? withNested(plan, []) : [], missing, isComplete: plan !== undefined };
}

/**
 * Names of resources must be known: where they hang on a parameter without a value, its name stands for the value. As few
 * as possible get such a value, so that nothing is said about values that are not there.
 * @returns undefined when the template does not take such values
 */
function planned(template: Json, options: PrepareOptions, missing: readonly string[]): TemplatePlan | undefined {
  const attempt = (made: readonly string[]): TemplatePlan | "unknown" => {
    const standIns = Object.fromEntries(made.map((name) => [name, { value: standIn(template, name) }]));
    const unknown = missing.filter((name) => !made.includes(name));
    try {
      return prepareTemplate(template, {
        ...options,
        parameters: { ...options.parameters, ...standIns },
        unknownParameters: new Set(unknown.map((name) => name.toLowerCase())),
      });
    } catch (error) {
      if (error instanceof RuntimeNeeded && missing.length > 0) return "unknown";
      throw error;
    }
  };
  const plan = attempt([]);
  if (plan !== "unknown") return plan;
  let made = missing;
  let best = withoutRefusal(() => attempt(made));
  for (const name of missing) {
    const fewer = made.filter((one) => one !== name);
    const next = withoutRefusal(() => attempt(fewer));
    if (next === undefined || next === "unknown") continue;
    made = fewer;
    best = next;
  }
  return best === "unknown" ? undefined : best;
}

/** What is wrong with a value that we made up is nobody's fault. */
function withoutRefusal<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
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
    if (declaration["nullable"] === true) return [];
    // A default of null is none.
    return (declaration["defaultValue"] ?? null) === null ? [name] : [];
  });
}

/** The resources of a plan and of the deployments in it; those behind links are not looked into. */
function withNested(plan: TemplatePlan, base: JsonPath): readonly FoundResource[] {
  return plan.resources.flatMap((resource) => {
    if (!resource.condition || resource.existing) return [];
    const path = [...base, ...resource.path];
    if (!resource.nested) return [{ resource: unfolded(resource), path }];
    if (resource.nested.source.kind === "link") return [];
    const inner = prepareNested(plan, resource);
    return inner ? withNested(inner, [...path, "properties", "template"]) : [];
  });
}

/** The resource with objects and lists for the expressions that make such: what of them is known can be judged. */
function unfolded(resource: PlannedResource): PlannedResource {
  if (resource.runtimeExpressions.length === 0) return resource;
  const waiting = new Set(resource.runtimeExpressions.map(({ expression }) => expression));
  const walk = (value: Json): Json => {
    if (typeof value === "string") return waiting.has(value) ? unfoldExpression(value) : value;
    if (Array.isArray(value)) return (value as readonly Json[]).map(walk);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member ?? null)]));
  };
  return { ...resource, body: walk(resource.body) as JsonObject };
}
