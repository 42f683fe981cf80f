import { type Converter, nestedDeploymentType, nestedDeploymentVersion } from "./emitter.ts";
import type { ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import { propertyNamed, type Expression } from "../syntax/index.ts";
import { call, callOf, member, number, text, withProperties, type Arm } from "./arm.ts";
import type { ScopeData } from "./scopes.ts";
import { armValue, EmitFailure, toArm, type Value } from "./value.ts";

/** A resource as a value: it can be looked into, or stand for the whole of what the service answers. */
export function resourceValue(c: Converter, symbol: ResourceSymbol, index: Value | undefined): Value {
  const inner = c.within(symbol, index);
  const reference = { symbol, locals: inner.locals, ...(index === undefined ? {} : { index }) };
  return { kind: "resource", reference, arm: () => resourceState(inner, symbol, index, true) };
}

export function moduleValue(c: Converter, symbol: ModuleSymbol, index: Value | undefined): Value {
  const inner = c.within(symbol, index);
  const reference = { symbol, locals: inner.locals, ...(index === undefined ? {} : { index }) };
  return { kind: "module", reference, arm: () => moduleState(inner, symbol, index) };
}

export function apiVersionOf(c: Converter, symbol: ResourceSymbol): string {
  return c.emitter.model.resources.reference(symbol)?.apiVersion ?? "";
}

export function isAzure(c: Converter, symbol: ResourceSymbol): boolean {
  return c.emitter.model.resources.extensionOf(symbol) === undefined;
}

function symbolicReference(name: string, index: Value | undefined): Arm {
  return index === undefined ? text(name) : call("format", text(`${name}[{0}]`), toArm(index));
}

/** The symbolic name of a resource, with the index where one of a collection is meant. */
export function resourceSymbolic(c: Converter, symbol: ResourceSymbol, index: Value | undefined): Arm {
  return symbolicReference(c.emitter.model.resources.symbolicName(symbol), index);
}

export function moduleSymbolic(symbol: ModuleSymbol, index: Value | undefined): Arm {
  return symbolicReference(symbol.name, index);
}

/** `reference(…)` of a resource; `c` is the converter within the member that is meant. */
export function resourceState(c: Converter, symbol: ResourceSymbol, index: Value | undefined, isFull: boolean): Arm {
  const { settings } = c.emitter;
  const isCollection = symbol.isCollection && index === undefined;
  const isInlined = c.emitter.inlined.hasExisting(symbol);
  const usesName = settings.symbolicNames && !isInlined;
  const target =
    usesName || isCollection ? resourceSymbolic(c, symbol, isCollection ? undefined : index) : resourceId(c, symbol);
  if (!isAzure(c, symbol)) return call(isCollection ? "references" : "reference", target);
  if (isCollection) return isFull ? call("references", target, text("full")) : call("references", target);
  const version = text(apiVersionOf(c, symbol));
  if (isFull) return call("reference", target, version, text("full"));
  return usesName ? call("reference", target) : call("reference", target, version);
}

/** `reference(…)` of a module's deployment. */
export function moduleState(c: Converter, symbol: ModuleSymbol, index: Value | undefined): Arm {
  const isCollection = symbol.isCollection && index === undefined;
  const name = isCollection ? "references" : "reference";
  if (c.emitter.settings.symbolicNames || isCollection) return call(name, moduleSymbolic(symbol, index));
  return call(name, moduleId(c, symbol, index), text(nestedDeploymentVersion));
}

/** The name segments of a resource, outermost first: one for each ancestor and its own. */
export function nameSegments(c: Converter, symbol: ResourceSymbol): readonly Arm[] {
  const { resources } = c.emitter.model;
  const ancestors = resources.ancestors(symbol);
  const typeLength = (resources.reference(symbol)?.segments.length ?? 1) - 1;
  const own = c.arm(nameNode(c, symbol));
  const split = (name: Arm, count: number): readonly Arm[] =>
    Array.from({ length: count }, (_, index) => withProperties(call("split", name, text("/")), number(BigInt(index))));
  if (ancestors.length === 0) return typeLength <= 1 ? [own] : split(own, typeLength);
  const names: Arm[] = [];
  let inner = c;
  for (let at = ancestors.length - 1; at >= 0; at--) {
    const ancestor = ancestors[at];
    if (!ancestor) break;
    if (ancestor.kind === "property") {
      const index = ancestor.index && inner.convert(ancestor.index);
      inner = inner.within(ancestor.resource, index);
    }
    names.unshift(inner.arm(nameNode(inner, ancestor.resource)));
  }
  const firstLength = typeLength - ancestors.length;
  const [first, ...others] = names;
  if (first === undefined) return [own];
  return [...(firstLength > 1 ? split(first, firstLength) : [first]), ...others, own];
}

function nameNode(c: Converter, symbol: ResourceSymbol): Expression {
  const node = c.emitter.model.resources.nameNode(symbol);
  if (!node) throw new EmitFailure(`The resource "${symbol.name}" without a name`);
  return node;
}

/** The converter for the outermost ancestor, whose scope the resource has. */
function rootOf(c: Converter, symbol: ResourceSymbol): { readonly c: Converter; readonly symbol: ResourceSymbol } {
  let inner = c;
  let current = symbol;
  for (const ancestor of c.emitter.model.resources.ancestors(symbol).toReversed()) {
    if (ancestor.kind === "property") {
      inner = inner.within(ancestor.resource, ancestor.index && inner.convert(ancestor.index));
    }
    current = ancestor.resource;
  }
  return { c: inner, symbol: current };
}

/** The scope of a resource, with the converter in which the scope's own expressions stand. */
export function scopeOf(c: Converter, symbol: ResourceSymbol): { readonly c: Converter; readonly scope: ScopeData } {
  const root = rootOf(c, symbol);
  const scope = c.emitter.scopes.own(root.symbol);
  return { c: scopeConverter(root.c, scope), scope };
}

/** The converter for a scope's expressions: those that come from a resource stand within that resource. */
export function scopeConverter(c: Converter, scope: ScopeData): Converter {
  if (!scope.resource) return c;
  return c.within(scope.resource, scope.index && c.convert(scope.index));
}

/** The id of a resource; `c` is the converter within the member that is meant. */
export function resourceId(c: Converter, symbol: ResourceSymbol): Arm {
  const type = c.emitter.model.resources.reference(symbol)?.type ?? "";
  const scoped = scopeOf(c, symbol);
  return scopedId(scoped.c, scoped.scope, type, nameSegments(c, symbol));
}

/** The id of something of `type` that is named `names` in a scope. */
export function scopedId(c: Converter, scope: ScopeData, type: string, names: readonly Arm[]): Arm {
  switch (scope.kind) {
    case "tenant":
      return call("tenantResourceId", text(type), ...names);
    case "subscription": {
      const subscription = scope.subscription ? [c.arm(scope.subscription)] : [];
      return call("subscriptionResourceId", ...subscription, text(type), ...names);
    }
    case "resourceGroup": {
      if (!scope.resourceGroup) return call("resourceId", text(type), ...names);
      const subscription = scope.subscription
        ? c.arm(scope.subscription)
        : member(call("subscription"), "subscriptionId");
      const group = c.arm(scope.resourceGroup);
      const id = call("format", text("/subscriptions/{0}/resourceGroups/{1}"), subscription, group);
      return call("extensionResourceId", id, text(type), ...names);
    }
    case "managementGroup": {
      const id = scope.managementGroup
        ? managementGroupId(c.arm(scope.managementGroup), true)
        : member(call("managementGroup"), "id");
      return call("extensionResourceId", id, text(type), ...names);
    }
    case "resource": {
      const target = scope.resource;
      if (!target) throw new EmitFailure("This scope");
      return call("extensionResourceId", resourceId(c, target), text(type), ...names);
    }
  }
}

const managementGroupType = "Microsoft.Management/managementGroups";

export function managementGroupId(name: Arm, isQualified: boolean): Arm {
  return isQualified
    ? call("tenantResourceId", text(managementGroupType), name)
    : call("format", text(`${managementGroupType}/{0}`), name);
}

const maxDeploymentName = 64;
const hashLength = 13;
const indexLength = 3;

/** The name of a module's deployment: as written, or made of the symbol's name and the outer deployment's. */
export function moduleName(c: Converter, symbol: ModuleSymbol, index: Value | undefined): Value {
  const written = propertyNamed(symbol.body.object, "name")?.value;
  if (written) return c.convert(written);
  const args: Arm[] = [];
  let reserved = hashLength;
  if (symbol.isCollection) {
    args.push(index === undefined ? call("copyIndex") : toArm(index));
    reserved += indexLength;
  }
  args.push(call("uniqueString", text(symbol.name), member(call("deployment"), "name")));
  reserved += args.length;
  const prefix = symbol.name.slice(0, maxDeploymentName - reserved);
  const pattern = `${prefix}${args.map((_, at) => `-{${at}}`).join("")}`;
  return armValue(callOf("format", [text(pattern), ...args]));
}

/** The id of a module's deployment. */
export function moduleId(c: Converter, symbol: ModuleSymbol, index: Value | undefined): Arm {
  const scope = c.emitter.scopes.module(symbol);
  const name = toArm(moduleName(c, symbol, index));
  return scopedId(scopeConverter(c, scope), scope, nestedDeploymentType, [name]);
}
