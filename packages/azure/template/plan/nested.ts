import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import type { Evaluation } from "../expression/evaluation.ts";
import { escapeLiteral } from "../expression/text.ts";
import { getMember, isJsonArray } from "../expression/value.ts";
import type { PathStep } from "../reader/positions.ts";
import { checkCopyCount, evaluateDeep, type DeepOptions } from "./deep-value.ts";

export const deploymentsType = "microsoft.resources/deployments";

/** True for a resource (as written) that deploys a template. */
export function isDeployment(resource: JsonObject): boolean {
  const type = getMember(resource, "type");
  return typeof type === "string" && type.toLowerCase() === deploymentsType;
}

/** True if the nested template's expressions are evaluated by its own deployment. */
export function isInnerDeployment(resource: JsonObject): boolean {
  if (!isDeployment(resource)) return false;
  const properties = getMember(resource, "properties");
  const options = isJsonObject(properties) ? getMember(properties, "expressionEvaluationOptions") : undefined;
  const scope = isJsonObject(options) ? getMember(options, "scope") : undefined;
  return typeof scope === "string" && scope.toLowerCase() === "inner";
}

/** The options for a part of a tree: paths of what waits get the way to that part put before them. */
function below(options: DeepOptions, prefix: readonly PathStep[]): DeepOptions {
  const { onDeferred } = options;
  if (!onDeferred) return options;
  return {
    ...options,
    onDeferred: (path, text, evaluation) => onDeferred([...prefix, ...path], text, evaluation),
  };
}

/**
 * The properties of a deployment resource. An inner template stays as it is; an outer one is evaluated here, in the
 * parent's scope, and becomes a template of literals.
 */
export function evaluateDeploymentProperties(
  resource: JsonObject,
  properties: JsonObject,
  evaluation: Evaluation,
  options: DeepOptions,
): JsonObject {
  const inner = isInnerDeployment(resource);
  // What stands in a template that is closed is evaluated with it, inner ones as well: in a published template they hold
  // their expressions back with a second bracket (Azure/Enterprise-Scale vnetPeering.json).
  const isClosed = options.seal !== undefined;
  const result: Record<string, Json> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.toLowerCase() !== "template") {
      Object.assign(result, evaluateDeep({ [name]: value }, evaluation, options));
    } else if (!isJsonObject(value)) {
      // The template is itself the result of an expression: what it holds was evaluated with it.
      Object.assign(result, evaluateDeep({ [name]: value }, evaluation, { ...options, seal }));
    } else if (inner && isClosed) {
      Object.assign(result, evaluateDeep({ [name]: value }, evaluation, options));
    } else if (inner) {
      result[name] = value;
    } else {
      result[name] = closeTemplate(value, evaluation, below(options, [name]));
    }
  }
  return result;
}

/** Literals of a template that is made by evaluation must not be taken for expressions again. */
function seal(value: Json): Json {
  if (typeof value === "string") return escapeLiteral(value);
  if (isJsonArray(value)) return value.map((item) => seal(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, seal(member ?? null)]));
}

/** A template with its expressions evaluated in the scope of its parent, resource loops unrolled. */
function closeTemplate(template: JsonObject, evaluation: Evaluation, options: DeepOptions): JsonObject {
  const sealed: DeepOptions = { ...options, seal };
  const result: Record<string, Json> = {};
  for (const [name, value] of Object.entries(template)) {
    if (value === undefined) continue;
    if (name.toLowerCase() === "resources" && isJsonArray(value)) {
      result[name] = closeResources(value, evaluation, below(sealed, [name]));
    } else {
      result[name] = evaluateDeep(value, evaluation, below(sealed, [name]));
    }
  }
  return result;
}

function closeResources(resources: readonly Json[], evaluation: Evaluation, options: DeepOptions): Json {
  const result: Json[] = [];
  /** What stands for a loop's name in the `dependsOn` of its neighbours, once the loop is unrolled. */
  const loops = new Map<string, string[]>();
  for (const resource of resources) {
    if (!isJsonObject(resource)) {
      result.push(evaluateDeep(resource, evaluation, below(options, [result.length])));
      continue;
    }
    const copy = getMember(resource, "copy");
    if (!isJsonObject(copy)) {
      result.push(closeResource(resource, evaluation, below(options, [result.length])));
      continue;
    }
    const { copy: _copy, ...single } = resource;
    const definitional: Evaluation = { ...evaluation, place: "definition" };
    const name = String(evaluateDeep(getMember(copy, "name") ?? "", definitional));
    const count = checkCopyCount(evaluateDeep(getMember(copy, "count") ?? null, definitional), []);
    const instances: string[] = [];
    for (let index = 0; index < count; index++) {
      const frame = { name, index, unnamed: true, parent: evaluation.copy };
      const closed = closeResource(single, { ...evaluation, copy: frame }, below(options, [result.length]));
      instances.push(relativeId(closed));
      result.push(closed);
    }
    loops.set(name.toLowerCase(), instances);
  }
  return loops.size === 0 ? result : result.map((resource) => replaceLoops(resource, loops));
}

/** `Microsoft.Network/virtualNetworks/v` of a resource whose type and name are literals. */
function relativeId(resource: JsonObject): string {
  const type = String(getMember(resource, "type") ?? "").split("/");
  const names = String(getMember(resource, "name") ?? "").split("/");
  return type.map((part, index) => (index === 0 ? part : `/${part}/${names[index - 1] ?? ""}`)).join("");
}

function replaceLoops(resource: Json, loops: ReadonlyMap<string, readonly string[]>): Json {
  const dependsOn = isJsonObject(resource) ? getMember(resource, "dependsOn") : undefined;
  if (!isJsonObject(resource) || !isJsonArray(dependsOn)) return resource;
  const replaced = dependsOn.flatMap((item): readonly Json[] =>
    typeof item === "string" ? (loops.get(item.toLowerCase()) ?? [item]) : [item],
  );
  return { ...resource, dependsOn: replaced };
}

function closeResource(resource: JsonObject, evaluation: Evaluation, options: DeepOptions): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, value] of Object.entries(resource)) {
    if (value === undefined) continue;
    const lower = name.toLowerCase();
    const inside = below(options, [name]);
    if (lower === "resources" && isJsonArray(value)) result[name] = closeResources(value, evaluation, inside);
    else if (lower === "properties" && isJsonObject(value) && isDeployment(resource)) {
      result[name] = evaluateDeploymentProperties(resource, value, evaluation, inside);
    } else result[name] = evaluateDeep(value, evaluation, inside);
  }
  return result;
}
