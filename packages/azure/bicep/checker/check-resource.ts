import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import { formatReference, parseResourceReference } from "../model/references.ts";
import type { ResourceSymbol } from "../symbols/index.ts";
import { plainString, propertyKey, propertyNamed, type Expression, type ObjectNode } from "../syntax/index.ts";
import type { ResourceReference } from "../types/index.ts";
import { assign } from "./assign.ts";
import type { Checker } from "./checker.ts";
import { reportConstantName } from "./check-loop-name.ts";
import { isAzureType } from "./resource-body.ts";
import { checkResourceScope } from "./check-scopes.ts";

/** Finds what is wrong with a resource: its type, its body, its place among others. */
export function checkResource(c: Checker, symbol: ResourceSymbol): void {
  const { node, body } = symbol;
  const { resources } = c.model;
  const type = c.resourceType(symbol);
  checkTypeString(c, symbol);
  const bodyType = c.typeOf(node.value);
  for (const member of body.object?.members ?? []) {
    if (member.kind === "property") c.typeOf(member.value);
  }
  const isAzure = resources.extensionOf(symbol) === undefined;
  if (type && isAzure) warnOfUnknownType(c, symbol, type.reference);
  const scopes = type && isAzure ? c.model.program.resourceTypes.scopes(type.reference) : undefined;
  if (type && scopes?.writable.length === 0 && !type.isExisting) {
    c.report(node.type, resourceErrors.readOnlyType, formatReference(type.reference));
  }
  if (!type || !body.object) return;
  if (type.isExisting) {
    checkExisting(c, symbol, body.object);
    if (isAzure && !propertyNamed(body.object, "name")) reportMissing(c, symbol, ["name"]);
  } else {
    const value = body.loop ? body.loop.body : node.value;
    const own = bodyType.kind === "array" && body.loop ? bodyType.item() : bodyType;
    assign(c, value, own, type.variants ?? type.body, { isResource: true });
  }
  checkParent(c, symbol);
  checkName(c, symbol, type.reference);
  checkResourceScope(c, symbol);
  checkLoopName(c, symbol, type.reference);
}

function reportMissing(c: Checker, symbol: ResourceSymbol, names: readonly string[]): void {
  c.report(symbol.node.name, typeErrors.missingProperties, "resource", names, false);
}

function checkTypeString(c: Checker, symbol: ResourceSymbol): void {
  const { type } = symbol.node;
  if (type.kind !== "string") return;
  const text = plainString(type);
  const prefix = text?.includes(":") ? text.slice(0, text.indexOf(":")) : undefined;
  if (prefix !== undefined && !c.model.extensions.isNamespace(prefix)) {
    const names = ["az", "sys", ...c.model.extensions.byAlias.keys()];
    c.report(type, resourceErrors.namespaceUnknown, prefix, [...new Set(names)].toSorted());
    return;
  }
  if (text === undefined) {
    c.report(type, resourceErrors.interpolatedType);
    return;
  }
  const known = c.model.resources.reference(symbol);
  if (known && (c.model.resources.extensionOf(symbol) !== undefined || isAzureType(c, known))) return;
  const own = parseResourceReference(text.includes(":") ? text.slice(text.indexOf(":") + 1) : text);
  if (!symbol.container) c.report(type, resourceErrors.typeNotValid);
  else if (!c.model.resources.reference(symbol.container)) c.report(type, resourceErrors.containerBroken);
  else if (known) c.report(type, resourceErrors.typeNotValid);
  else c.report(type, resourceErrors.nestedSegment, own ? own.type : text);
}

function warnOfUnknownType(c: Checker, symbol: ResourceSymbol, reference: ResourceReference): void {
  const types = c.model.program.resourceTypes;
  const name = formatReference(reference);
  if (reference.segments.some((segment) => segment.toLowerCase() === "providers")) {
    c.report(symbol.node.type, resourceErrors.providersSegment);
  } else if (types.isComplete && !types.canonical(reference)) {
    c.report(symbol.node.type, resourceErrors.typeUnknown, name);
  }
}

const allowedOnExisting = new Set(["name", "scope", "parent", "dependsOn", "id", "type", "apiVersion"]);

function checkExisting(c: Checker, symbol: ResourceSymbol, object: ObjectNode): void {
  const known = c.resourceType(symbol)?.body.properties;
  for (const member of object.members) {
    const name = member.kind === "property" ? propertyKey(member) : undefined;
    if (member.kind !== "property" || name === undefined || allowedOnExisting.has(name)) continue;
    if (known?.has(name)) c.report(member.key, resourceErrors.notOnExisting, name);
  }
}

/** Whether the parent is one is told where the body is compared with its type. */
function checkParent(c: Checker, symbol: ResourceSymbol): void {
  const value = propertyNamed(symbol.body.object, "parent")?.value;
  if (!value) return;
  const base = value.kind === "index-access" ? value.base : value;
  if (c.model.bindings.symbols.get(base)?.kind === "resource") return;
  if (c.typeOf(value).kind !== "error") c.report(value, resourceErrors.parentExpression);
}

/** Counts the slashes of a name; undefined when they cannot be told. */
function slashes(name: Expression): { readonly count: number; readonly isExact: boolean } | undefined {
  if (name.kind !== "string") return undefined;
  const count = name.segments.join("").split("/").length - 1;
  return { count, isExact: name.expressions.length === 0 };
}

function checkName(c: Checker, symbol: ResourceSymbol, reference: ResourceReference): void {
  const { resources } = c.model;
  const name = resources.nameNode(symbol);
  if (!name || resources.extensionOf(symbol) !== undefined) return;
  const found = slashes(name);
  if (!found) return;
  if (resources.parent(symbol)) {
    if (found.count > 0) c.report(name, resourceErrors.nameWithSlash);
    return;
  }
  const expected = reference.segments.length - 2;
  const isWrong = found.isExact ? found.count !== expected : found.count > expected;
  if (isWrong && expected >= 0) c.report(name, resourceErrors.nameSegments, expected);
}

/** In a loop, the name has to differ from turn to turn. */
function checkLoopName(c: Checker, symbol: ResourceSymbol, reference: ResourceReference): void {
  const { loop } = symbol.body;
  if (!loop?.item || loop.item.name.isMissing || symbol.node.isExisting) return;
  if (c.model.resources.extensionOf(symbol) !== undefined) return;
  const values = ["name", "scope", "parent"].flatMap((name) => propertyNamed(symbol.body.object, name)?.value ?? []);
  if (!c.model.resources.nameNode(symbol)) return;
  const isChild = reference.segments.length > 2 && !symbol.container;
  reportConstantName(c, symbol.node.name, loop, values, isChild ? ["name", "parent"] : ["name"]);
}
