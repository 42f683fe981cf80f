import { type Converter, nestedDeploymentVersion } from "./emitter.ts";
import {
  plainString,
  unwrapBody,
  type Expression,
  type IndexAccessNode,
  type PropertyAccessNode,
} from "../syntax/index.ts";
import type { ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import { call, member, text, withProperties, type Arm } from "./arm.ts";
import {
  apiVersionOf,
  isAzure,
  moduleId,
  moduleName,
  moduleState,
  moduleSymbolic,
  moduleValue,
  resourceId,
  resourceState,
  resourceSymbolic,
  resourceValue,
} from "./references.ts";
import { givenProperty, givenResource } from "./given-resource.ts";
import { armValue, textValue, toArm, type Value } from "./value.ts";
import type { Type } from "../types/index.ts";

const safeFunctions = new Set(["tryGet", "tryIndexFromEnd"]);

interface AccessFlags {
  readonly isSafe: boolean;
  readonly isFromEnd: boolean;
  /** The base is itself an access: it joins the base's `tryGet`. */
  readonly isChained: boolean;
}

function isAccess(node: Expression): boolean {
  if (node.kind === "property-access" || node.kind === "index-access") return true;
  if (node.kind === "non-null") return isAccess(node.base);
  const [arg] = node.kind === "call" ? node.args : [];
  return (
    node.kind === "call" && node.name.name === "any" && node.args.length === 1 && arg !== undefined && isAccess(arg)
  );
}

/** `base.name`, `base[index]` of anything that is no resource or module. */
function plainAccess(base: Arm, accessor: Arm, flags: AccessFlags): Arm {
  if (flags.isSafe) return call(flags.isFromEnd ? "tryIndexFromEnd" : "tryGet", base, accessor);
  const joins = flags.isChained && base.kind === "call" && base.properties.length === 0 && safeFunctions.has(base.name);
  if (joins) {
    const extra = flags.isFromEnd
      ? call("createObject", text("value"), accessor, text("fromEnd"), call("true"))
      : accessor;
    return { ...base, args: [...base.args, extra] };
  }
  return flags.isFromEnd ? call("indexFromEnd", base, accessor) : withProperties(base, accessor);
}

function isModule(type: Type): boolean {
  if (type.kind === "union") return type.members.some(isModule);
  return type.kind === "module";
}

function secureOutputs(type: Type): ReadonlySet<string> {
  if (type.kind === "module") return type.secureOutputs;
  if (type.kind !== "union") return new Set();
  return new Set(type.members.flatMap((one) => [...secureOutputs(one)]));
}

export function convertPropertyAccess(c: Converter, node: PropertyAccessNode): Value {
  const { emitter } = c;
  const name = node.name.name;
  const symbol = emitter.model.bindings.symbols.get(node.base);
  if (symbol?.kind === "wildcard") {
    return armValue(call("variables", text(emitter.resolveMember(symbol, name)?.name ?? name)));
  }
  const flags = { isSafe: node.isSafe, isFromEnd: false, isChained: isAccess(node.base) };
  return namedAccess(c, node.base, name, flags);
}

function namedAccess(c: Converter, baseNode: Expression, name: string, flags: AccessFlags): Value {
  let outputs: Expression = baseNode;
  while (outputs.kind === "non-null" || outputs.kind === "parenthesized") {
    outputs = outputs.kind === "non-null" ? outputs.base : outputs.expression;
  }
  if (outputs.kind === "property-access" && outputs.name.name === "outputs") {
    const type = c.emitter.checker.typeOf(outputs.base);
    if (isModule(type)) return armValue(moduleOutput(c, outputs, type, name, flags));
  }
  const base = c.convert(baseNode);
  if (base.kind === "resource") {
    return resourceProperty(c.with(base.reference.locals), base.reference.symbol, base.reference.index, name, flags);
  }
  if (base.kind === "module") {
    return moduleProperty(
      c.with(base.reference.locals),
      base.reference.symbol,
      base.reference.index,
      name,
      flags.isSafe,
    );
  }
  const given = givenResource(c, baseNode);
  if (given) return armValue(givenProperty(given, name, flags.isSafe));
  return armValue(plainAccess(toArm(base), text(name), flags));
}

export function convertIndexAccess(c: Converter, node: IndexAccessNode): Value {
  const symbol = c.emitter.model.bindings.symbols.get(node.base);
  const member = symbol?.kind === "wildcard" ? plainString(node.index) : undefined;
  if (symbol?.kind === "wildcard" && member !== undefined) {
    return armValue(call("variables", text(c.emitter.resolveMember(symbol, member)?.name ?? member)));
  }
  if ((symbol?.kind === "resource" || symbol?.kind === "module") && symbol.isCollection) {
    const index = c.convert(node.index);
    return symbol.kind === "resource" ? resourceValue(c, symbol, index) : moduleValue(c, symbol, index);
  }
  const flags = { isSafe: node.isSafe, isFromEnd: node.isFromEnd, isChained: isAccess(node.base) };
  const key = plainString(node.index);
  if (key !== undefined) return namedAccess(c, node.base, key, flags);
  return armValue(plainAccess(c.arm(node.base), c.arm(node.index), flags));
}

/** The condition of a resource with those of the resources that it stands in. */
function conditionOf(c: Converter, symbol: ResourceSymbol): Arm | undefined {
  const conditions: Arm[] = [];
  for (let at: ResourceSymbol | undefined = symbol; at; at = at.container) {
    const { condition } = unwrapBody(at.node.value);
    if (condition) conditions.unshift(c.arm(condition.condition));
  }
  return conditions.reduce<Arm | undefined>((all, one) => (all ? call("and", all, one) : one), undefined);
}

/** `res.name`; `c` is the converter within the resource. */
function resourceProperty(
  c: Converter,
  symbol: ResourceSymbol,
  index: Value | undefined,
  name: string,
  flags: AccessFlags,
): Value {
  const { isSafe } = flags;
  if (!isAzure(c, symbol)) {
    const state = resourceState(c, symbol, index, false);
    return armValue(isSafe ? call("tryGet", state, text(name)) : member(state, name));
  }
  const condition = isSafe ? conditionOf(c, symbol) : undefined;
  const guarded = (arm: Arm): Arm => (condition ? call("if", condition, arm, call("null")) : arm);
  const { inlined, model } = c.emitter;
  if (model.configuration.features.resourceInfoCodegen && !inlined.hasExisting(symbol)) {
    const info = resourceInfo(c, symbol, index, name, isSafe, guarded);
    if (info) return armValue(info);
  }
  switch (name) {
    case "id":
      return armValue(guarded(resourceId(c, symbol)));
    case "name": {
      const node = model.resources.nameNode(symbol);
      const value = node ? c.convert(node) : textValue("");
      return condition ? armValue(guarded(toArm(value))) : value;
    }
    case "type":
      return textValue(model.resources.reference(symbol)?.type ?? "");
    case "apiVersion":
      return textValue(apiVersionOf(c, symbol));
    case "properties":
      if (!isSafe) return armValue(resourceState(c, symbol, index, false));
      return armValue(call("tryGet", guarded(resourceState(c, symbol, index, true)), text(name)));
    default: {
      const state = resourceState(c, symbol, index, true);
      return armValue(isSafe ? call("tryGet", guarded(state), text(name)) : member(state, name));
    }
  }
}

/** The id of a resource; `c` is the converter within it. */
export function resourceIdentity(c: Converter, symbol: ResourceSymbol, index: Value | undefined): Arm {
  return toArm(resourceProperty(c, symbol, index, "id", { isSafe: false, isFromEnd: false, isChained: false }));
}

function resourceInfo(
  c: Converter,
  symbol: ResourceSymbol,
  index: Value | undefined,
  name: string,
  isSafe: boolean,
  guarded: (arm: Arm) => Arm,
): Arm | undefined {
  const info = call("resourceInfo", resourceSymbolic(c, symbol, index));
  const isIdentity = name === "id" || name === "type" || name === "apiVersion";
  const hasParent = c.emitter.model.resources.parent(symbol) !== undefined;
  if (isIdentity || (name === "name" && !hasParent)) {
    return isSafe ? call("tryGet", guarded(info), text(name)) : member(info, name);
  }
  if (name !== "name") return undefined;
  return guarded(call("last", call("split", member(info, "name"), text("/"))));
}

function moduleCondition(c: Converter, symbol: ModuleSymbol): Arm | undefined {
  const { condition } = symbol.body;
  return condition && c.arm(condition.condition);
}

/** `mod.name`, `mod.outputs`; `c` is the converter within the module. */
function moduleProperty(
  c: Converter,
  symbol: ModuleSymbol,
  index: Value | undefined,
  name: string,
  isSafe: boolean,
  isSecure?: boolean,
): Value {
  const condition = isSafe ? moduleCondition(c, symbol) : undefined;
  const guarded = (arm: Arm): Arm => (condition ? call("if", condition, arm, call("null")) : arm);
  if (name === "name") {
    const value = moduleName(c, symbol, index);
    return condition ? armValue(guarded(toArm(value))) : value;
  }
  const secure = isSecure ?? (c.emitter.checker.moduleType(symbol)?.secureOutputs.size ?? 0) > 0;
  if (name === "outputs" && secure) {
    const target = c.emitter.settings.symbolicNames ? moduleSymbolic(symbol, index) : moduleId(c, symbol, index);
    return armValue(guarded(call("listOutputsWithSecureValues", target, text(nestedDeploymentVersion))));
  }
  const state = moduleState(c, symbol, index);
  return armValue(isSafe ? call("tryGet", guarded(state), text(name)) : member(state, name));
}

/** `mod.outputs.name`: the value of an output; secrets are listed, not referenced. */
function moduleOutput(c: Converter, outputs: PropertyAccessNode, type: Type, name: string, flags: AccessFlags): Arm {
  const isSecure = secureOutputs(type).has(name);
  const base = c.convert(outputs.base);
  let state: Arm;
  let tail: readonly string[];
  if (base.kind === "module") {
    const { symbol, index, locals } = base.reference;
    state = toArm(moduleProperty(c.with(locals), symbol, index, "outputs", outputs.isSafe, isSecure));
    tail = isSecure ? [name] : [name, "value"];
  } else {
    const outer = { isSafe: outputs.isSafe, isFromEnd: false, isChained: isAccess(outputs.base) };
    state = plainAccess(toArm(base), text("outputs"), outer);
    tail = [name, "value"];
  }
  if (flags.isSafe) return tail.reduce<Arm>((arm, part) => call("tryGet", arm, text(part)), state);
  if (state.kind === "call" && state.properties.length === 0) {
    if (safeFunctions.has(state.name)) return { ...state, args: [...state.args, ...tail.map(text)] };
    const last = state.args.at(-1);
    if (state.name === "if" && last?.kind === "call" && last.name === "null") {
      return call("tryGet", state, ...tail.map(text));
    }
  }
  return member(state, ...tail);
}
