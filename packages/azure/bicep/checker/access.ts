import { suggestName, type Span } from "@byocni/base/lang";
import { typeErrors } from "../diagnostics/type-errors.ts";
import type { ModuleSymbol, ResourceSymbol } from "../symbols/index.ts";
import {
  plainString,
  type Expression,
  type Identifier,
  type IndexAccessNode,
  type MethodCallNode,
  type NestedAccessNode,
  type PropertyAccessNode,
} from "../syntax/index.ts";
import {
  anyType,
  errorType,
  everyMember,
  integerType,
  isAssignable,
  nullType,
  nullable,
  propertyOf,
  stringType,
  typeName,
  unionOf,
  withoutNull,
  type PropertyType,
  type Type,
} from "../types/index.ts";
import type { Checker } from "./checker.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { findDecorator } from "./decorators.ts";
import { namespaceMemberType } from "./namespaces.ts";

interface Access {
  /** What is looked into, for the texts. */
  readonly node: Expression;
  readonly nameSpan: Pick<Identifier, "start" | "end">;
  readonly name: string;
  readonly isSafe: boolean;
}

export function propertyAccessType(c: Checker, node: PropertyAccessNode): Type {
  const symbol = c.model.bindings.symbols.get(node.base);
  if (symbol?.kind === "namespace" || symbol?.kind === "wildcard" || symbol?.kind === "extension") {
    return namespaceMemberType(c, symbol, node.name);
  }
  const base = c.typeOf(node.base);
  if (base.kind === "error") return errorType;
  const access: Access = { node: node.base, nameSpan: node.name, name: node.name.name, isSafe: node.isSafe };
  const start = node.base.end + c.model.source.text.slice(node.base.end, node.name.start).search(/[.]/);
  const dot = { start: Math.max(start, node.base.end), end: node.name.end };
  const owner = possiblyMissing(c, node);
  const isMaybe = owner !== undefined && !isKnownBeforehand(c, owner, node.name.name);
  return accessed(c, node, base, isMaybe, dot, (present) =>
    node.name.isMissing ? missingNameType(c, present, node) : memberType(c, present, access),
  );
}

/** After a dot without a name, nothing more is said; only a number has no place for a name at all. */
function missingNameType(c: Checker, base: Type, node: PropertyAccessNode): Type {
  const hasNoNames = ["int", "int-literal", "string", "string-literal", "bool", "bool-literal", "array", "tuple"];
  if (hasNoNames.includes(base.kind)) c.report(node.name, typeErrors.notAnObject, typeName(base));
  return errorType;
}

/**
 * Looks into a value that may be null, or into a resource or module that its condition may leave out: warns of it, or
 * makes the result nullable where the access is safe.
 */
function accessed(
  c: Checker,
  node: PropertyAccessNode | IndexAccessNode,
  base: Type,
  isMaybe: boolean,
  at: Span,
  look: (present: Type) => Type,
): Type {
  const isSafe = node.isSafe || isSafeChain(node.base);
  if (isSafe && base.kind === "null") return base;
  const present = withoutNull(base);
  if (isSafe) {
    const result = look(present ?? base);
    const isNullable = present !== undefined || (node.isSafe && isMaybe);
    return isNullable && result.kind !== "error" ? nullable(result) : result;
  }
  if (present !== undefined) c.report(at, typeErrors.possiblyNull, typeName(withoutWrapping(base)));
  else if (isMaybe) c.report(at, typeErrors.possiblyNull, typeName(nullable(withoutWrapping(base))));
  return look(present ?? base);
}

/** After `.?`, the rest of the chain is left out with it. */
function isSafeChain(node: Expression): boolean {
  return (node.kind === "property-access" || node.kind === "index-access") && (node.isSafe || isSafeChain(node.base));
}

function unwrapped(node: Expression): Expression | undefined {
  if (node.kind === "parenthesized") return unwrapped(node.expression);
  return node.kind === "non-null" ? undefined : node;
}

/**
 * The resource or module that an access looks into, itself or as a member of a collection, when it may not be there.
 * Within its own body nobody asks.
 */
function possiblyMissing(
  c: Checker,
  node: PropertyAccessNode | IndexAccessNode | MethodCallNode,
): ResourceSymbol | ModuleSymbol | undefined {
  const { symbols } = c.model.bindings;
  const direct = unwrapped(node.base);
  if (!direct) return undefined;
  const member = direct.kind === "index-access" ? unwrapped(direct.base) : undefined;
  const symbol = symbols.get(member ?? direct);
  if (symbol?.kind !== "resource" && symbol?.kind !== "module") return undefined;
  if (symbol.isCollection !== (member !== undefined)) return undefined;
  const isInside = node.start >= symbol.node.start && node.end <= symbol.node.end;
  return isInside || isAlwaysThere(c, symbol) ? undefined : symbol;
}

/** True for resources and modules without a condition, or with one that is known to hold. */
function isAlwaysThere(c: Checker, symbol: ResourceSymbol | ModuleSymbol): boolean {
  const { condition } = symbol.body;
  if (symbol.kind === "resource" && symbol.node.isExisting) {
    if (findDecorator(symbol.node.decorators, "nullIfNotFound")) return false;
  }
  if (condition) {
    const type = c.typeOf(condition.condition);
    if (type.kind === "bool" || (type.kind === "bool-literal" && !type.value)) return false;
    if (symbol.kind === "module" && type.kind !== "bool-literal") return false;
  }
  return symbol.kind === "module" || !symbol.container || isAlwaysThere(c, symbol.container);
}

const resourceInfo = new Set(["id", "name", "type", "apiVersion"]);

/** What can be asked of a resource even when its condition leaves it out. */
function isKnownBeforehand(c: Checker, owner: ResourceSymbol | ModuleSymbol, name: string): boolean {
  if (owner.kind === "module") return name === "name";
  return c.model.resources.extensionOf(owner) === undefined && resourceInfo.has(name);
}

/** The type of a conditional resource that a function is called on, or undefined when it is there for sure. */
export function possiblyMissingType(c: Checker, node: MethodCallNode, base: Type): Type | undefined {
  return possiblyMissing(c, node) ? nullable(withoutWrapping(base)) : undefined;
}

/** A resource or module is told by the type of its body. */
function withoutWrapping(type: Type): Type {
  if (type.kind === "union") return { kind: "union", members: type.members.map(withoutWrapping) };
  return type.kind === "resource" || type.kind === "module" ? type.body : type;
}

function memberType(c: Checker, base: Type, access: Access): Type {
  switch (base.kind) {
    case "any":
    case "error":
    // There is no such value (an item of an empty array): whatever is asked of it is right.
    case "never":
      return base;
    case "resource":
    case "module":
      return memberType(c, base.body, access);
    case "object": {
      const property = propertyOf(base.properties, access.name);
      if (property) return readProperty(c, base, property, access);
      if (base.additional) {
        if (base.additional.isFallback) reportFallback(c, access);
        return base.additional.type();
      }
      if (base.isVague) return anyType;
      return unknownProperty(c, base, base.properties.values(), access);
    }
    case "scope": {
      const property = base.properties.get(access.name);
      if (property) return property.type();
      if (base.properties.size === 0) {
        c.report(access.nameSpan, typeErrors.noProperties, typeName(base));
        return errorType;
      }
      return unknownProperty(c, base, base.properties.values(), access);
    }
    case "discriminated":
      // Which of the members it is is not known.
      return anyType;
    case "union":
      // What is left of a union of other things is not known well enough to call a name wrong.
      if (!everyMember(base, (member) => member.kind === "object" || member.kind === "any")) return anyType;
      return unionOf(
        base.members.map((member) => {
          const property = member.kind === "object" ? propertyOf(member.properties, access.name) : undefined;
          return property?.type() ?? (member.kind === "object" ? (member.additional?.type() ?? anyType) : anyType);
        }),
      );
    default:
  }
  c.report(access.nameSpan, typeErrors.notAnObject, typeName(base));
  return errorType;
}

function readProperty(c: Checker, base: Type, property: PropertyType, access: Access): Type {
  if (property.isWriteOnly) {
    const isWarning = access.isSafe || (base.kind === "object" && base.warnsOnly === true);
    (isWarning ? c.warn : c.report)(access.nameSpan, typeErrors.writeOnly, access.name, typeName(base));
    if (!isWarning) return errorType;
  }
  if (property.isFallback) reportFallback(c, access);
  return property.type();
}

/** What the type does not declare may be there all the same. */
function reportFallback(c: Checker, { isSafe, name, nameSpan }: Access): void {
  c.report(nameSpan, isSafe ? typeErrors.fallbackPropertySafe : typeErrors.fallbackProperty, name);
}

const mostSorted = 1000;

function unknownProperty(c: Checker, base: Type, known: Iterable<PropertyType>, access: Access): Type {
  const names = [...known].filter((property) => !property.isWriteOnly).map((property) => property.name);
  // Of so many names the first do; to sort them for every fault would take long.
  const available = names.length > mostSorted ? names : [...new Set(names)].toSorted(compareNames);
  const suggestion = suggestName(access.name, available);
  const warns = access.isSafe || (base.kind === "object" && base.warnsOnly === true);
  const say = warns ? c.warn : c.report;
  if (available.length === 0) say(access.nameSpan, typeErrors.unknownProperty, typeName(base), access.name);
  else if (suggestion !== undefined) {
    say(access.nameSpan, typeErrors.unknownPropertySuggestion, typeName(base), access.name, suggestion);
  } else {
    say(access.nameSpan, typeErrors.unknownPropertyAvailable, typeName(base), access.name, available);
  }
  return warns ? anyType : errorType;
}

/** The order in which lists of names are printed: letters first by themselves, then by their case. */
export function compareNames(a: string, b: string): number {
  const left = a.toLowerCase();
  const right = b.toLowerCase();
  if (left !== right) return left < right ? -1 : 1;
  return a < b ? 1 : a > b ? -1 : 0;
}

export function indexAccessType(c: Checker, node: IndexAccessNode): Type {
  const symbol = c.model.bindings.symbols.get(node.base);
  const key = node.index.kind === "string" ? plainString(node.index) : undefined;
  if (symbol?.kind === "wildcard" && key !== undefined) {
    const { start, end } = node.index;
    return namespaceMemberType(c, symbol, { kind: "identifier", name: key, isMissing: false, start, end });
  }
  if (node.isSafe && (symbol?.kind === "resource" || symbol?.kind === "module") && symbol.isCollection) {
    const at = c.model.source.text.indexOf("?", node.base.end);
    c.report({ start: at, end: at + 1 }, typeErrors.safeIndexOnCollection);
  }
  const base = c.typeOf(node.base);
  const index = c.typeOf(node.index);
  if (base.kind === "error" || index.kind === "error") return errorType;
  const owner = possiblyMissing(c, node);
  const text = c.model.source.text.slice(node.base.end, node.index.start);
  const bracket = { start: node.base.end + Math.max(text.indexOf("["), 0), end: node.end };
  const presentIndex = withoutNull(index);
  return accessed(c, node, base, owner !== undefined, bracket, (present) => {
    const result = indexed(c, node, withoutWrapping(present), presentIndex ?? index);
    if (presentIndex && result.kind !== "error") {
      c.report(node.index, typeErrors.possiblyNullAssignment, typeName(presentIndex), typeName(index));
    }
    return result;
  });
}

function indexed(c: Checker, node: IndexAccessNode, base: Type, index: Type): Type {
  // What is asked for in the safe way may be wrong: then there is nothing.
  const say = node.isSafe ? c.warn : c.report;
  const invalid = node.isSafe ? nullType : errorType;
  if (base.kind === "any") {
    if (node.isFromEnd && index.kind !== "any" && isAssignable(index, stringType)) {
      say(fromEndMarker(c, node), typeErrors.indexOfFromEnd, typeName(index));
      return invalid;
    }
    const isIndex = isAssignable(index, stringType) || isAssignable(index, integerType);
    if (!isIndex) say(node.index, typeErrors.indexType, typeName(index));
    return isIndex ? anyType : invalid;
  }
  if (base.kind === "never") return base;
  if (base.kind === "array" || base.kind === "tuple") {
    if (!isAssignable(index, integerType)) {
      say(node.index, typeErrors.arrayIndex, typeName(index));
      return invalid;
    }
    if (base.kind === "array") {
      if (index.kind !== "int-literal" || index.value >= 0n) return base.item();
      c.report(node.index, typeErrors.arrayIndexRange, index.value);
      return errorType;
    }
    const indexes = index.kind === "union" ? index.members : [index];
    const isKnown = indexes.every((one) => one.kind === "int-literal");
    if (!isKnown) return unionOf(base.items.map((item) => item()));
    return unionOf(indexes.map((one) => (one.kind === "int-literal" ? itemAt(c, node, base, one.value) : anyType)));
  }
  if (node.isFromEnd && isObjectLike(base)) {
    say(fromEndMarker(c, node), typeErrors.operandsOfFromEnd, typeName(base));
    return invalid;
  }
  if (isObjectLike(base)) {
    if (!isAssignable(index, stringType)) {
      say(node.index, typeErrors.objectIndex, typeName(index));
      return invalid;
    }
    if (index.kind !== "string-literal") return anyType;
    return memberType(c, base, { node: node.base, nameSpan: node.index, name: index.value, isSafe: node.isSafe });
  }
  if (base.kind === "union") return unionOf(base.members.map((member) => indexed(c, node, member, index)));
  say(node.base, typeErrors.notIndexable, typeName(base));
  return invalid;
}

function isObjectLike(type: Type): boolean {
  return ["object", "discriminated", "resource", "module", "scope"].includes(type.kind);
}

/** Where the `^` of `list[^1]` stands. */
function fromEndMarker(c: Checker, node: IndexAccessNode): Span {
  const at = c.model.source.text.lastIndexOf("^", node.index.start);
  return at > node.base.end - 1 ? { start: at, end: at + 1 } : node.index;
}

function itemAt(c: Checker, node: IndexAccessNode, base: Extract<Type, { kind: "tuple" }>, index: bigint): Type {
  const { length } = base.items;
  const at = node.isFromEnd ? length - Number(index) : Number(index);
  const item = index >= 0n && at >= 0 && at < length ? base.items[at] : undefined;
  if (item) return item();
  c.report(node.index, typeErrors.indexRange, typeName(base), length, index);
  return errorType;
}

export function nestedAccessType(c: Checker, node: NestedAccessNode): Type {
  const symbol = c.model.bindings.symbols.get(node);
  if (symbol) return c.symbolType(symbol);
  const base = c.typeOf(node.base);
  if (base.kind === "error" || node.name.isMissing) return errorType;
  const owner = c.model.bindings.symbols.get(node.base);
  if (owner?.kind === "resource") {
    const names = [...owner.nested.keys()].toSorted(compareNames);
    c.report(node.name, resourceErrors.nestedNotFound, owner.name, node.name.name, names);
  } else c.report(node.name, resourceErrors.notAResource, typeName(base));
  return errorType;
}
