import type { Json } from "../files/json.ts";
import type { ModuleSymbol } from "../symbols/index.ts";
import { propertyKey, propertyNamed, type Expression } from "../syntax/index.ts";
import { resourceIdentity } from "./access.ts";
import { call, member, type Arm } from "./arm.ts";
import { dependsOn, type DependencyGraph } from "./dependencies.ts";
import { nestedDeploymentType, nestedDeploymentVersion, type Converter } from "./emitter.ts";
import { moduleName } from "./references.ts";
import { addScopeProperties, assignAll, bodyEntries, loopJson, moduleScope } from "./resources.ts";
import { descriptionOf, type Schema } from "./type-schema.ts";
import { armToJson, armValue, copyToJson, entry, objectToJson, objectValue, toJson, type Value } from "./value.ts";

/** What a module's deployment runs: a template, or a link to a template spec. */
export type ModuleContent = { readonly template: Json } | { readonly templateLink: Json };

const placed = new Set(["name", "params", "extensionConfigs", "scope", "dependsOn"]);

export function moduleJson(c: Converter, symbol: ModuleSymbol, graph: DependencyGraph, content: ModuleContent): Schema {
  const { model } = c.emitter;
  const { body, node } = symbol;
  const result: Schema = {};
  if (body.loop) result["copy"] = loopJson(c, body.loop, symbol.name, node.decorators);
  if (body.condition) result["condition"] = toJson(c.convert(body.condition.condition));
  result["type"] = nestedDeploymentType;
  result["apiVersion"] = nestedDeploymentVersion;
  const name = entry("name", moduleName(c, symbol, undefined));
  assignAll(result, objectToJson([...bodyEntries(c, body.object, placed), name]));
  const scoped = moduleScope(c, symbol);
  addScopeProperties(scoped.c, scoped.scope, result);
  if (scoped.scope.kind !== "resourceGroup") {
    // Outside of resource groups a deployment has a place of its own.
    const origin = model.targetScope === "resourceGroup" ? "resourceGroup" : "deployment";
    result["location"] = armToJson(member(call(origin), "location"));
  }
  const properties: Schema = {
    expressionEvaluationOptions: { scope: "inner" },
    mode: "Incremental",
  };
  const parameters = propertyNamed(body.object, "params")?.value;
  if (parameters) properties["parameters"] = parametersJson(c, symbol, parameters);
  const configs = propertyNamed(body.object, "extensionConfigs")?.value;
  if (configs && model.configuration.features.moduleExtensionConfigs) {
    properties["extensionConfigs"] = extensionConfigsJson(c, configs);
  }
  assignAll(properties, content);
  result["properties"] = properties;
  const dependencies = dependsOn(c, graph, symbol);
  if (dependencies.length > 0) result["dependsOn"] = dependencies;
  const description = descriptionOf(c, node.decorators);
  if (description !== undefined) result["metadata"] = { description };
  return result;
}

function parametersJson(c: Converter, symbol: ModuleSymbol, node: Expression): Json {
  const result: Schema = {};
  if (node.kind !== "object") {
    const value = c.convert(node);
    return value.kind === "object" ? objectToJson(value.members) : result;
  }
  for (const one of node.members) {
    const key = one.kind === "property" ? propertyKey(one) : undefined;
    if (one.kind !== "property" || key === undefined) continue;
    result[key] = parameterJson(c, symbol, key, one.value);
  }
  return result;
}

function parameterJson(c: Converter, symbol: ModuleSymbol, name: string, node: Expression): Json {
  const value = c.convert(node);
  if (value.kind === "loop") {
    return { copy: [copyToJson("value", value.source, value.body, { indexName: "value" })] };
  }
  if (value.kind === "resource" && takesResource(c, symbol, name)) {
    const { symbol: resource, index, locals } = value.reference;
    return toJson(wrapped(armValue(resourceIdentity(c.with(locals), resource, index))));
  }
  return toJson(wrapped(value));
}

/** True when a module's parameter is a resource: then its id is passed. */
function takesResource(c: Converter, symbol: ModuleSymbol, name: string): boolean {
  const target = c.emitter.model.program.target(c.emitter.model, symbol.node.path);
  if (target.kind !== "bicep") return false;
  const parameter = target.model.declarations.byName.get(name);
  return parameter?.kind === "parameter" && parameter.node.type.kind === "resource-type";
}

/** `{ value: … }`, or `{ reference: … }` for a secret; conditions choose between such objects. */
function wrapped(value: Value): Value {
  switch (value.kind) {
    case "secret":
      return objectValue(entry("reference", vaultReference(value.vault, value.args)));
    case "if":
      return { ...value, whenTrue: wrapped(value.whenTrue), whenFalse: wrapped(value.whenFalse) };
    default:
      return objectValue(entry("value", value));
  }
}

function vaultReference(vault: Arm, args: readonly Value[]): Value {
  const [name, version] = args;
  return objectValue(
    entry("keyVault", objectValue(entry("id", armValue(vault)))),
    ...(name ? [entry("secretName", name)] : []),
    ...(version ? [entry("secretVersion", version)] : []),
  );
}

/** Configurations that a module's extensions are given: by alias, either values or another extension's own. */
function extensionConfigsJson(c: Converter, node: Expression): Json {
  const result: Schema = {};
  for (const one of node.kind === "object" ? node.members : []) {
    const alias = one.kind === "property" ? propertyKey(one) : undefined;
    if (one.kind !== "property" || alias === undefined) continue;
    const value = c.convert(one.value);
    if (value.kind !== "object") {
      result[alias] = toJson(value);
      continue;
    }
    const config: Schema = {};
    for (const member of value.members) {
      if (member.key.kind === "text") config[member.key.value] = toJson(configValue(member.value));
    }
    result[alias] = config;
  }
  return result;
}

function configValue(value: Value): Value {
  switch (value.kind) {
    case "secret":
      return objectValue(entry("keyVaultReference", vaultReference(value.vault, value.args)));
    case "if":
      return { ...value, whenTrue: configValue(value.whenTrue), whenFalse: configValue(value.whenFalse) };
    default:
      return isInherited(value) ? value : objectValue(entry("value", value));
  }
}

/** `extension.config.property`: another extension's own value is handed on as it is. */
function isInherited(value: Value): boolean {
  if (value.kind !== "arm" || value.arm.kind !== "call" || value.arm.name !== "extensions") return false;
  const [first] = value.arm.properties;
  return first?.kind === "text" && first.value === "config";
}
