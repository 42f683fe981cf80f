import { suggestName } from "@byocni/base/lang";
import { typeErrors } from "../diagnostics/type-errors.ts";
import type { Expression, Identifier, IndexAccessNode, NestedAccessNode, PropertyAccessNode } from "../syntax/index.ts";
import {
  anyType,
  errorType,
  everyMember,
  integerType,
  isAssignable,
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
  if (node.name.isMissing) return errorType;
  const access: Access = { node: node.base, nameSpan: node.name, name: node.name.name, isSafe: node.isSafe };
  const present = isKnownBeforehand(c, node) ? withoutNull(base) : undefined;
  return present ? memberType(c, present, access) : accessNullable(c, base, access);
}

const resourceInfo = new Set(["id", "name", "type", "apiVersion"]);

/** What can be asked of a resource even when its condition leaves it out. */
function isKnownBeforehand(c: Checker, node: PropertyAccessNode): boolean {
  const { base, name } = node;
  const owner = c.model.bindings.symbols.get(base.kind === "index-access" ? base.base : base);
  if (owner?.kind === "resource") return resourceInfo.has(name.name);
  return owner?.kind === "module" && name.name === "name";
}

/** Looks into a value that may be null: warns of it, or makes the result nullable where the access is safe. */
function accessNullable(c: Checker, base: Type, access: Access): Type {
  const present = withoutNull(base);
  if (present === undefined) {
    if (base.kind === "null" && access.isSafe) return base;
    const result = memberType(c, base, access);
    return access.isSafe && base.kind !== "any" ? nullable(result) : result;
  }
  if (access.isSafe || isSafeChain(access.node)) return nullable(memberType(c, present, access));
  const dot = c.model.source.text.indexOf(".", access.node.end);
  const start = dot === -1 || dot > access.nameSpan.start ? access.node.end : dot;
  c.report({ start, end: access.nameSpan.end }, typeErrors.possiblyNull, typeName(withoutWrapping(base)));
  return memberType(c, present, access);
}

/** After `.?`, the rest of the chain is left out with it. */
function isSafeChain(node: Expression): boolean {
  return (node.kind === "property-access" || node.kind === "index-access") && (node.isSafe || isSafeChain(node.base));
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
      if (base.additional) return base.additional.type();
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
    c.report(access.nameSpan, typeErrors.writeOnly, access.name, typeName(base));
    return errorType;
  }
  // What a resource may leave out when it is written, the service fills in.
  const isFilledIn = base.kind === "object" && base.warnsOnly === true;
  return property.allowsNull && !property.isRequired && !isFilledIn ? nullable(property.type()) : property.type();
}

function unknownProperty(c: Checker, base: Type, known: Iterable<PropertyType>, access: Access): Type {
  const names = [...known].filter((property) => !property.isWriteOnly).map((property) => property.name);
  const available = [...new Set(names)].toSorted(compareNames);
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
  const base = c.typeOf(node.base);
  const index = c.typeOf(node.index);
  if (base.kind === "error" || index.kind === "error") return errorType;
  const present = withoutNull(base);
  const isSafe = node.isSafe || (present !== undefined && isSafeChain(node.base));
  if (present !== undefined && !isSafe) {
    c.report({ start: node.base.end, end: node.end }, typeErrors.possiblyNull, typeName(base));
  }
  const result = indexed(c, node, present ?? base, index);
  return isSafe && result.kind !== "error" ? nullable(result) : result;
}

function indexed(c: Checker, node: IndexAccessNode, base: Type, index: Type): Type {
  if (base.kind === "any") {
    const isIndex = isAssignable(index, unionOf([stringType, integerType]));
    if (!isIndex) c.report(node.index, typeErrors.indexType, typeName(index));
    return isIndex ? anyType : errorType;
  }
  if (base.kind === "never") return base;
  if (base.kind === "array" || base.kind === "tuple") {
    if (!isAssignable(index, integerType)) {
      c.report(node.index, typeErrors.arrayIndex, typeName(index));
      return errorType;
    }
    if (base.kind === "array") return base.item();
    if (index.kind !== "int-literal") return unionOf(base.items.map((item) => item()));
    const at = Number(index.value);
    const item = base.items[node.isFromEnd ? base.items.length - at : at];
    return item ? item() : { kind: "null" };
  }
  if (node.isFromEnd) {
    c.report(node.index, typeErrors.operandsOfFromEnd, typeName(base));
    return errorType;
  }
  const isObject = ["object", "discriminated", "resource", "module", "scope"].includes(base.kind);
  if (isObject) {
    if (!isAssignable(index, stringType)) {
      c.report(node.index, typeErrors.objectIndex, typeName(index));
      return errorType;
    }
    if (index.kind !== "string-literal") return anyType;
    return memberType(c, base, { node: node.base, nameSpan: node.index, name: index.value, isSafe: node.isSafe });
  }
  if (base.kind === "union") return unionOf(base.members.map((member) => indexed(c, node, member, index)));
  c.report(node.base, typeErrors.notIndexable, typeName(base));
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
