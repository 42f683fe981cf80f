import { decoratorCall, findDecorator, integerArgument } from "../checker/decorators.ts";
import { setMember, type Json } from "../files/json.ts";
import { formatReference } from "../model/references.ts";
import type { ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import { propertyKey, type Decorator, type ForNode, type ObjectNode } from "../syntax/index.ts";
import { call, member, text, type Arm } from "./arm.ts";
import { dependsOn, type DependencyGraph } from "./dependencies.ts";
import type { Converter } from "./emitter.ts";
import { isAzure, managementGroupId, nameSegments, resourceId, scopeConverter, scopeOf } from "./references.ts";
import type { ScopeData } from "./scopes.ts";
import { descriptionOf, type Schema } from "./type-schema.ts";
import {
  armToJson,
  armValue,
  copyToJson,
  objectToJson,
  textValue,
  toArm,
  toJson,
  type ObjectEntry,
  type Value,
} from "./value.ts";

/** Properties of a resource that are written otherwise. */
const placed = new Set(["name", "scope", "parent", "dependsOn"]);

/** Decorators of resources that the template carries along. */
const optionNames = ["waitUntil", "retryOn", "onlyIfNotExists", "nullIfNotFound"];

export function bodyEntries(
  c: Converter,
  body: ObjectNode | undefined,
  omitted: ReadonlySet<string>,
): readonly ObjectEntry[] {
  const entries: ObjectEntry[] = [];
  for (const one of body?.members ?? []) {
    if (one.kind !== "property") continue;
    const key = propertyKey(one);
    if (key !== undefined && omitted.has(key)) continue;
    const keyValue: Value = key === undefined && one.key.kind === "string" ? c.convert(one.key) : textValue(key ?? "");
    entries.push({ key: keyValue, value: c.convert(one.value) });
  }
  return entries;
}

/** The `copy` of a resource or module that is a loop. */
export function loopJson(c: Converter, loop: ForNode, name: string, decorators: readonly Decorator[]): Json {
  const batch = integerArgument(findDecorator(decorators, "batchSize"));
  return copyToJson(name, c.convert(loop.source), undefined, batch === undefined ? {} : { batchSize: Number(batch) });
}

/** Conditions of a resource and of the resources around it: a child is not deployed without its parent. */
function conditionOf(c: Converter, symbol: ResourceSymbol): Arm | undefined {
  const outer = symbol.container && conditionOf(c, symbol.container);
  const own = symbol.body.condition && c.arm(symbol.body.condition.condition);
  return outer && own ? call("and", outer, own) : (outer ?? own);
}

function conditionJson(c: Converter, symbol: ResourceSymbol): Json | undefined {
  if (!symbol.container) return symbol.body.condition && toJson(c.convert(symbol.body.condition.condition));
  const condition = conditionOf(c, symbol);
  if (!condition) return undefined;
  const parts = [symbol, ...containersOf(symbol)].filter((one) => one.body.condition);
  const [only] = parts;
  if (parts.length === 1 && only?.body.condition) return toJson(c.convert(only.body.condition.condition));
  return armToJson(condition);
}

function containersOf(symbol: ResourceSymbol): readonly ResourceSymbol[] {
  return symbol.container ? [symbol.container, ...containersOf(symbol.container)] : [];
}

export function resourceJson(c: Converter, symbol: ResourceSymbol, graph: DependencyGraph): Schema {
  const { model, settings } = c.emitter;
  const reference = model.resources.reference(symbol);
  const { features } = model.configuration;
  const result: Schema = {};
  const looped = [symbol, ...containersOf(symbol)].find((one) => one.body.loop);
  if (looped?.body.loop) {
    result["copy"] = loopJson(c, looped.body.loop, model.resources.symbolicName(looped), symbol.node.decorators);
  }
  const condition = conditionJson(c, symbol);
  if (condition !== undefined) result["condition"] = condition;
  if (settings.symbolicNames && symbol.node.isExisting) result["existing"] = true;
  const extension = model.resources.extensionOf(symbol) ?? model.extensions.azureAlias;
  if (extension !== undefined) result[features.moduleExtensionConfigs ? "extension" : "import"] = extension;
  const options = optionsJson(c, symbol.node.decorators);
  if (options) result["@options"] = options;
  if (findDecorator(symbol.node.decorators, "patch")) result["method"] = "PATCH";
  const azure = isAzure(c, symbol);
  if (azure || features.moduleExtensionConfigs) {
    result["type"] = reference?.type ?? "";
    if (reference?.apiVersion !== undefined) result["apiVersion"] = reference.apiVersion;
  } else result["type"] = reference ? formatReference(reference) : "";
  addScope(c, symbol, result);
  if (azure) {
    result["name"] = toJson(qualifiedName(c, symbol));
    assignAll(result, objectToJson(bodyEntries(c, symbol.body.object, placed)));
  } else {
    result["properties"] = objectToJson(bodyEntries(c, symbol.body.object, new Set(["dependsOn"])));
  }
  const dependencies = dependsOn(c, graph, symbol);
  if (dependencies.length > 0) result["dependsOn"] = dependencies;
  const description = descriptionOf(c, symbol.node.decorators);
  if (description !== undefined) result["metadata"] = { description };
  return result;
}

export function assignAll(target: Schema, source: Record<string, Json>): void {
  for (const [key, value] of Object.entries(source)) setMember(target, key, value);
}

function optionsJson(c: Converter, decorators: readonly Decorator[]): Json | undefined {
  const options: Schema = {};
  for (const decorator of decorators) {
    const found = decoratorCall(decorator);
    if (found && optionNames.includes(found.name)) {
      options[found.name] = found.args.map((arg) => toJson(c.convert(arg)));
    }
  }
  return Object.keys(options).length === 0 ? undefined : options;
}

/** The name with those of the ancestors: `format('{0}/{1}', …)`. */
function qualifiedName(c: Converter, symbol: ResourceSymbol): Value {
  const { resources } = c.emitter.model;
  if (resources.ancestors(symbol).length === 0) {
    const node = resources.nameNode(symbol);
    return node ? c.convert(node) : textValue("");
  }
  const segments = nameSegments(c, symbol);
  const pattern = segments.map((_, index) => `{${index}}`).join("/");
  return armValue(call("format", text(pattern), ...segments));
}

function addScope(c: Converter, symbol: ResourceSymbol, result: Schema): void {
  const scoped = scopeOf(c, symbol);
  if (scoped.scope.kind === "resource" && scoped.scope.resource) {
    result["scope"] = armToJson(resourceId(scoped.c, scoped.scope.resource));
    return;
  }
  addScopeProperties(scoped.c, scoped.scope, result);
}

/** `scope`, `subscriptionId` and `resourceGroup` of a resource or module. */
export function addScopeProperties(c: Converter, scope: ScopeData, result: Schema): void {
  const { targetScope } = c.emitter.model;
  switch (scope.kind) {
    case "tenant":
      if (targetScope !== "tenant") result["scope"] = "/";
      return;
    case "managementGroup":
      if (scope.managementGroup) {
        const isQualified = targetScope !== "tenant" && targetScope !== "managementGroup";
        result["scope"] = armToJson(managementGroupId(c.arm(scope.managementGroup), isQualified));
      }
      return;
    case "subscription":
      if (scope.subscription) result["subscriptionId"] = toJson(c.convert(scope.subscription));
      else if (targetScope === "resourceGroup") {
        result["subscriptionId"] = armToJson(member(call("subscription"), "subscriptionId"));
      }
      return;
    case "resourceGroup":
      if (scope.subscription) result["subscriptionId"] = armToJson(toArm(c.convert(scope.subscription)));
      if (scope.resourceGroup) result["resourceGroup"] = armToJson(toArm(c.convert(scope.resourceGroup)));
      return;
    default:
  }
}

export function moduleScope(c: Converter, symbol: ModuleSymbol): { readonly c: Converter; readonly scope: ScopeData } {
  const scope = c.emitter.scopes.module(symbol);
  return { c: scopeConverter(c, scope), scope };
}
