import { nameErrors } from "../diagnostics/name-errors.ts";
import { fileErrors } from "../diagnostics/file-errors.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import { suggestName, type Span } from "@byocni/base/lang";
import { ambientTypes } from "../model/global-names.ts";
import type { BicepSymbol, TypeSymbol } from "../symbols/index.ts";
import {
  plainString,
  keyText,
  type ObjectTypeNode,
  type TupleTypeNode,
  type TypeInstantiationNode,
  type TypeNameNode,
  type TypeNode,
} from "../syntax/index.ts";
import {
  anyType,
  arrayType,
  boolType,
  booleanLiteral,
  errorType,
  integerLiteral,
  integerType,
  looseStringType,
  nullType,
  nullable,
  objectType,
  propertyOf,
  stringLiteral,
  typeName,
  unionOf,
  withoutNull,
  type ObjectType,
  type PropertyType,
  type Type,
} from "../types/index.ts";
import type { Checker, DecoratedType } from "./checker.ts";
import { findDecorator, integerArgument, textArgument } from "./decorators.ts";
import { exportType, importedSymbol, wildcardMember } from "./namespaces.ts";
import { discriminatedUnion } from "./discriminated.ts";
import { resourceDerivedType } from "./resource-derived.ts";

const primitives: Readonly<Record<string, Type>> = {
  any: anyType,
  array: arrayType,
  bool: { ...boolType, isLoose: true },
  int: { ...integerType, isLoose: true },
  object: objectType,
  string: looseStringType,
};

/** The type that a declaration's type expression and decorators denote. */
export function computeDeclaredType(c: Checker, { type: node, decorators }: DecoratedType): Type {
  const discriminator = textArgument(findDecorator(decorators, "discriminator"));
  const union = discriminator === undefined ? undefined : discriminatedUnion(c, node, discriminator);
  const base = union ?? typeOfNode(c, node);
  return decorate(base, decorators);
}

function decorate(type: Type, decorators: DecoratedType["decorators"]): Type {
  if (decorators.length === 0) return type;
  const present = withoutNull(type);
  if (present) return nullable(decorate(present, decorators));
  const secure = findDecorator(decorators, "secure") !== undefined;
  const minLength = numberOf(integerArgument(findDecorator(decorators, "minLength")));
  const maxLength = numberOf(integerArgument(findDecorator(decorators, "maxLength")));
  const lengths = {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
  switch (type.kind) {
    case "string":
      return { ...type, ...lengths, ...(secure ? { isSecure: true } : {}) };
    case "string-literal":
      return secure ? { ...type, isSecure: true } : type;
    case "array":
      return { ...type, ...lengths };
    case "int": {
      const minValue = integerArgument(findDecorator(decorators, "minValue"));
      const maxValue = integerArgument(findDecorator(decorators, "maxValue"));
      return {
        ...type,
        ...(minValue === undefined ? {} : { minValue }),
        ...(maxValue === undefined ? {} : { maxValue }),
      };
    }
    case "object": {
      const isSealed = findDecorator(decorators, "sealed") !== undefined;
      const { additional, ...rest } = type;
      const kept = isSealed || !additional ? rest : { ...rest, additional };
      return secure ? { ...kept, isSecure: true } : kept;
    }
    default:
      return type;
  }
}

function numberOf(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** The type that a type expression denotes. */
export function typeOfNode(c: Checker, node: TypeNode): Type {
  switch (node.kind) {
    case "type-name":
      return namedType(c, node);
    case "type-instantiation":
      return instantiatedType(c, node);
    case "type-property-access": {
      const symbol = c.model.bindings.symbols.get(node.base);
      const special = namespaceType(c, symbol, node.name.name);
      if (special) return special;
      const base = c.declaredType({ type: node.base, decorators: [] });
      return propertyTypeOf(c, node.name, base, node.name.name);
    }
    case "type-additional-access": {
      const base = present(c.declaredType({ type: node.base, decorators: [] }));
      if (base.kind === "object" && base.additional && !base.additional.isFallback) return base.additional.type();
      if (base.kind === "any" || base.kind === "error") return base;
      c.report(nameOnly(node), typeErrors.noAdditionalType, typeName(base));
      return errorType;
    }
    case "type-index-access": {
      const base = present(c.declaredType({ type: node.base, decorators: [] }));
      const key = plainString(node.index);
      if (key !== undefined) return propertyTypeOf(c, node.index, base, key);
      if (base.kind === "any" || base.kind === "error") return base;
      if (base.kind !== "tuple") {
        c.report(node.index, typeErrors.notATuple, typeName(base));
        return errorType;
      }
      const item = node.index.kind === "integer" ? base.items[Number(node.index.value)] : undefined;
      if (item) return item();
      if (node.index.kind === "integer") {
        c.report(node.index, typeErrors.indexRange, typeName(base), base.items.length, node.index.value);
      } else c.report(node.index, typeErrors.typeIndex);
      return errorType;
    }
    case "type-items-access": {
      const base = present(c.declaredType({ type: node.base, decorators: [] }));
      if (base.kind === "array" && !base.isUntyped) return base.item();
      if (base.kind === "any" || base.kind === "error") return base;
      c.report({ start: node.base.end, end: node.end }, typeErrors.notTypedArray);
      return errorType;
    }
    case "array-type":
      return { kind: "array", item: () => c.declaredType({ type: node.item, decorators: [] }) };
    case "nullable-type":
      return nullable(c.declaredType({ type: node.base, decorators: [] }));
    case "non-nullable-type":
      return present(c.declaredType({ type: node.base, decorators: [] }));
    case "union-type":
      return unionOf(node.members.map((member) => c.declaredType({ type: member, decorators: [] })));
    case "object-type":
      return objectTypeOf(c, node);
    case "tuple-type":
      return tupleTypeOf(c, node);
    case "string-type":
      if (node.literal.expressions.length > 0) {
        c.report(node, fileErrors.notConstant);
        return errorType;
      }
      return stringLiteral(node.literal.segments.join(""));
    case "integer-type":
      return integerLiteral(node.value);
    case "boolean-type":
      return booleanLiteral(node.value);
    case "null-type":
      return nullType;
    case "unary-type": {
      const operand = c.declaredType({ type: node.operand, decorators: [] });
      if (operand.kind === "int-literal") return integerLiteral(node.operator === "-" ? -operand.value : operand.value);
      if (operand.kind === "bool-literal" && node.operator === "!") return booleanLiteral(!operand.value);
      if (operand.kind !== "error") c.report(node, typeErrors.typeNotValid);
      return errorType;
    }
    case "parenthesized-type":
      return c.declaredType({ type: node.type, decorators: [] });
    case "resource-type":
      if (c.model.configuration.features.resourceTypedParamsAndOutputs) return anyType;
      c.report(node, resourceErrors.typedParametersFeature);
      return errorType;
    case "error":
      return errorType;
  }
}

/** The last part of an access: the `*` of `t.*`. */
function nameOnly(node: { readonly end: number }): { readonly start: number; readonly end: number } {
  return { start: node.end - 1, end: node.end };
}

function present(type: Type): Type {
  return withoutNull(type) ?? type;
}

function propertyTypeOf(c: Checker, node: Span, base: Type, name: string): Type {
  const open = present(base);
  if (open.kind === "any" || open.kind === "error") return open;
  const property = open.kind === "object" ? propertyOf(open.properties, name) : undefined;
  if (property) return property.type();
  if (open.kind === "discriminated") {
    const found = [...open.members.values()].flatMap((member) => propertyOf(member.properties, name)?.type() ?? []);
    if (found.length > 0) return unionOf(found);
  }
  if (open.kind === "object" && open.isVague) return anyType;
  if (open.kind === "object" && open.additional && !open.additional.isFallback && open.warnsOnly)
    return open.additional.type();
  const names = open.kind === "object" ? [...open.properties.keys()].toSorted() : [];
  const suggestion = suggestName(name, names);
  if (suggestion !== undefined) {
    c.report(node, typeErrors.unknownPropertySuggestion, typeName(base), name, suggestion);
  } else if (names.length > 0) c.report(node, typeErrors.unknownPropertyAvailable, typeName(base), name, names);
  else c.report(node, typeErrors.unknownProperty, typeName(base), name);
  return errorType;
}

/** `sys.string`, `types.someType`. */
function namespaceType(c: Checker, symbol: BicepSymbol | undefined, name: string): Type | undefined {
  if (symbol?.kind === "namespace" || symbol?.kind === "extension") {
    return Object.hasOwn(primitives, name) ? primitives[name] : errorType;
  }
  if (symbol?.kind !== "wildcard") return undefined;
  const exported = wildcardMember(c, symbol, name);
  return exported ? exportType(c, exported) : errorType;
}

function namedType(c: Checker, node: TypeNameNode): Type {
  const symbol = c.model.bindings.symbols.get(node);
  const { name } = node.name;
  switch (symbol?.kind) {
    case "ambient-type":
      if (Object.hasOwn(primitives, name)) return primitives[name] ?? anyType;
      c.report(node, typeErrors.typeArguments, `${name}<ResourceTypeIdentifier>`, 1);
      return errorType;
    case "type":
      return aliasType(c, symbol);
    case "import": {
      const exported = importedSymbol(c, symbol);
      if (!exported) return errorType;
      const isType = exported.kind === "arm" ? exported.what === "type" : exported.symbol.kind === "type";
      if (isType) return exportType(c, exported);
      c.report(node, nameErrors.valueAsType, name);
      return errorType;
    }
    case "namespace":
    case "wildcard":
    case "extension":
      c.report(node, nameErrors.namespaceAsType, name);
      return errorType;
    case undefined:
      if (!node.name.isMissing) c.report(node, nameErrors.notAType, name, declarableTypes);
      return errorType;
    default:
      c.report(node, nameErrors.valueAsType, name);
      return errorType;
  }
}

const declarableTypes = ["any", "array", "bool", "int", "object", "resourceInput", "resourceOutput", "string"].filter(
  (name) => ambientTypes.has(name),
);

export function aliasType(c: Checker, symbol: TypeSymbol): Type {
  return c.declaredType(symbol.node);
}

function objectTypeOf(c: Checker, node: ObjectTypeNode): ObjectType {
  const properties = new Map<string, PropertyType>();
  let additional: ObjectType["additional"] = { type: () => anyType, isFallback: true };
  for (const member of node.members) {
    if (member.kind === "type-additional") {
      if (!additional.isFallback) c.report(member, typeErrors.twoRests);
      additional = { type: () => c.declaredType(member), isFallback: false };
    }
    const name = member.kind === "type-property" ? keyText(member.key) : undefined;
    if (member.kind !== "type-property" || name === undefined || properties.has(name)) continue;
    const allowsNull = mayBeOmitted(member.type);
    properties.set(name, { name, type: () => c.declaredType(member), isRequired: !allowsNull, allowsNull });
  }
  return { kind: "object", properties, additional };
}

function mayBeOmitted(node: TypeNode): boolean {
  if (node.kind === "nullable-type") return true;
  if (node.kind === "parenthesized-type") return mayBeOmitted(node.type);
  return node.kind === "union-type" && node.members.some((member) => member.kind === "null-type");
}

function tupleTypeOf(c: Checker, node: TupleTypeNode): Type {
  const items = node.items.flatMap((item) => (item.kind === "tuple-item" ? [() => c.declaredType(item)] : []));
  return { kind: "tuple", items };
}

/** True where only a part of a resource's type is asked for. */
function isTakenApart(c: Checker, node: TypeNode): boolean {
  let parent = c.model.bindings.parents.get(node);
  while (
    parent?.kind === "parenthesized-type" ||
    parent?.kind === "nullable-type" ||
    parent?.kind === "non-nullable-type"
  ) {
    parent = c.model.bindings.parents.get(parent);
  }
  return (
    parent?.kind === "type-property-access" ||
    parent?.kind === "type-additional-access" ||
    parent?.kind === "type-index-access" ||
    parent?.kind === "type-items-access"
  );
}

function instantiatedType(c: Checker, node: TypeInstantiationNode): Type {
  const { name } = node.name;
  const isDerived = name === "resourceInput" || name === "resourceOutput" || name === "resource";
  if (!isDerived) {
    c.report(node.name, typeErrors.notParameterizable, name);
    return errorType;
  }
  const [arg] = node.args;
  if (node.args.length !== 1 || !arg) {
    c.report({ start: node.name.end, end: node.end }, typeErrors.argumentCount, "1 argument", node.args.length);
    return errorType;
  }
  const given = c.declaredType({ type: arg, decorators: [] });
  if (given.kind === "error") return errorType;
  if (given.kind !== "string-literal") {
    c.report(arg, typeErrors.argumentMismatch, typeName(given), "string");
    return errorType;
  }
  if (name === "resource") c.report(node, typeErrors.deprecatedResourceType);
  const type = resourceDerivedType(c, arg);
  if (type.kind !== "error" && !isTakenApart(c, node)) c.report(node, resourceErrors.wholeResourceType);
  return type;
}
