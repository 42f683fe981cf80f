import { type Converter, functionNamespace, type Imported } from "./emitter.ts";
import { nameOf } from "../checker/compile-time.ts";
import type { Expression, CallNode, MethodCallNode } from "../syntax/index.ts";
import { resourceIdentity } from "./access.ts";
import { call, callOf, text, type Arm } from "./arm.ts";
import { apiVersionOf, isAzure, resourceId, resourceSymbolic } from "./references.ts";
import { givenResource } from "./given-resource.ts";
import { loadedJson } from "./hoist.ts";
import { armValue, EmitFailure, jsonToValue, objectValue, textValue, type Value } from "./value.ts";

export function convertCall(c: Converter, node: CallNode): Value {
  const symbol = c.emitter.model.bindings.symbols.get(node);
  const hoisted = hoistedVariable(c, node);
  if (hoisted) return hoisted;
  switch (symbol?.kind) {
    case "built-in":
      return builtIn(c, node.name.name, node);
    case "function":
      return armValue(callOf(qualified(c.emitter.imports.localName(symbol) ?? symbol.name), args(c, node)));
    case "import":
      return importedCall(c, c.emitter.resolveImport(symbol), node);
    default:
      throw new EmitFailure("This function call");
  }
}

function qualified(name: string): string {
  return name.includes(".") ? name : `${functionNamespace}.${name}`;
}

function args(c: Converter, node: { readonly args: readonly Expression[] }): readonly Arm[] {
  return node.args.map(c.arm);
}

function importedCall(c: Converter, imported: Imported | undefined, node: CallNode | MethodCallNode): Value {
  if (!imported) throw new EmitFailure("This imported function");
  return armValue(callOf(qualified(imported.name), args(c, node)));
}

function hoistedVariable(c: Converter, node: CallNode | MethodCallNode): Value | undefined {
  const hoisted = c.emitter.hoisted.get(node);
  if (!hoisted) return undefined;
  return armValue(call("variables", text(c.emitter.imports.hoistedName(node) ?? hoisted.name)));
}

const emptyScopes = new Set(["resourceGroup", "subscription", "managementGroup"]);

/** A function of the language. */
function builtIn(c: Converter, name: string, node: CallNode | MethodCallNode): Value {
  if (name === "any" && node.args[0]) return c.convert(node.args[0]);
  if (name === "nameof" && node.args[0]) return textValue(nameOf(node.args[0]) ?? "");
  // A scope that is not the deployment's own has no properties that could be read.
  if (emptyScopes.has(name) && node.args.length > 0) return objectValue();
  const loaded = loadedJson(c.emitter.checker, node);
  if (loaded !== undefined) return jsonToValue(loaded);
  if (name === "readEnvironmentVariable") return environmentValue(c, node);
  return armValue(callOf(name, args(c, node)));
}

function environmentValue(c: Converter, node: CallNode | MethodCallNode): Value {
  const [name, fallback] = node.args;
  const wanted = name && c.convert(name);
  const value = wanted?.kind === "text" ? c.emitter.model.program.host.environment?.(wanted.value) : undefined;
  if (value !== undefined) return textValue(value);
  if (fallback) return c.convert(fallback);
  throw new EmitFailure("An environment variable that is not set");
}

/** `this.exists()`, `this.existingResource()`. Resources of extensions have nothing around their body. */
function beforeDeployment(c: Converter, node: MethodCallNode): Value {
  const { bindings, declarations } = c.emitter.model;
  let owner = bindings.parents.get(node);
  while (owner && owner.kind !== "resource-declaration") owner = bindings.parents.get(owner);
  const symbol = owner && declarations.byNode.get(owner);
  const isWhole = node.name.name === "exists" || symbol?.kind !== "resource" || isAzure(c, symbol);
  const target = isWhole ? call("target", text("full")) : call("target");
  return armValue(node.name.name === "exists" ? call("not", call("empty", target)) : target);
}

export function convertMethodCall(c: Converter, node: MethodCallNode): Value {
  const symbol = c.emitter.model.bindings.symbols.get(node.base);
  const name = node.name.name;
  if (symbol?.kind === "namespace" && symbol.name === "this") return beforeDeployment(c, node);
  if (symbol?.kind === "namespace" || symbol?.kind === "extension") {
    return hoistedVariable(c, node) ?? builtIn(c, name, node);
  }
  if (symbol?.kind === "wildcard") return importedCall(c, c.emitter.resolveMember(symbol, name), node);
  const base = c.convert(node.base);
  const given = base.kind === "resource" ? undefined : givenResource(c, node.base);
  if (given) {
    if (name === "getSecret") return { kind: "secret", vault: given.id, args: node.args.map(c.convert) };
    return armValue(call(name, given.id, ...(node.args.length === 0 ? [text(given.apiVersion)] : args(c, node))));
  }
  if (base.kind !== "resource") throw new EmitFailure(`The function "${name}" on this value`);
  const { symbol: resource, index, locals } = base.reference;
  const inner = c.with(locals);
  if (!isAzure(c, resource)) {
    const target = resourceSymbolic(c, resource, index);
    return armValue(call("invokeResourceMethod", target, text(name), call("createArray", ...args(c, node))));
  }
  if (name === "getSecret") {
    return { kind: "secret", vault: resourceIdentity(inner, resource, index), args: node.args.map(c.convert) };
  }
  const usesName = c.emitter.settings.symbolicNames;
  const target = usesName ? resourceSymbolic(inner, resource, index) : resourceId(inner, resource);
  const rest = node.args.length === 0 ? [text(apiVersionOf(c, resource))] : args(c, node);
  return armValue(call(name, target, ...rest));
}
