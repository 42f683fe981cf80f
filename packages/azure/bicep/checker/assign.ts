import { suggestName, type Span } from "@byocni/base/lang";
import { typeErrors } from "../diagnostics/type-errors.ts";
import { propertyKey, propertyNamed, type Expression, type ObjectNode } from "../syntax/index.ts";
import {
  anyType,
  isAssignable,
  nullType,
  nullable,
  propertyOf,
  typeName,
  unionOf,
  withoutNull,
  type ArrayType,
  type DiscriminatedType,
  type ObjectType,
  type PropertyType,
  type TupleType,
  type Type,
} from "../types/index.ts";
import { compareNames } from "./access.ts";
import type { Checker } from "./checker.ts";

/** How a mismatch is said where a value is assigned. */
export interface AssignContext {
  /** Where to point when the value is not written here but reached through a name. */
  readonly origin?: Span;
  /** What the object that is assigned is called: `resource`, `module`, `params`, … */
  readonly blockName?: string;
  /** Types of resources are generated: what is wrong is then a warning that names the possibility. */
  readonly isResource?: boolean;
  readonly onMismatch?: (expected: Type, actual: Type, span: Span) => void;
}

/** Reports what is wrong with giving a value of type `type`, written as `node`, to a target of type `target`. */
export function assign(c: Checker, node: Expression, type: Type, target: Type, context: AssignContext): void {
  if (type.kind === "error" || target.kind === "error" || type.kind === "any" || target.kind === "any") return;
  if (node.kind === "parenthesized") {
    assign(c, node.expression, type, target, context);
    return;
  }
  if (node.kind === "if") {
    assign(c, node.body, c.typeOf(node.body), target, context);
    return;
  }
  const at = context.origin ?? node;
  if ((target.kind === "array" || target.kind === "tuple") && node.kind === "for") {
    assign(c, node.body, c.typeOf(node.body), target.kind === "array" ? target.item() : anyType, context);
    return;
  }
  if (!isAssignable(type, target)) {
    const present = withoutNull(type);
    if (present && isAssignable(present, target)) {
      c.report(at, typeErrors.possiblyNullAssignment, typeName(target), typeName(type));
      assign(c, node, present, target, context);
    } else if (!context.isResource && (isRough(type) || isRough(target))) return;
    else if (context.onMismatch) context.onMismatch(target, type, at);
    else c.report(at, typeErrors.mismatch, typeName(target), typeName(type));
    return;
  }
  switch (target.kind) {
    case "int":
      checkRange(c, at, type, target.minValue, target.maxValue, context);
      return;
    case "string":
      if (type.kind === "string-literal") checkLength(c, at, type.value.length, target, context);
      return;
    case "object":
      assignObject(c, node, type, target, context);
      return;
    case "discriminated":
      assignDiscriminated(c, node, type, target, context);
      return;
    case "array":
    case "tuple":
      assignArray(c, node, type, target, context);
      return;
    case "union":
      assignUnion(c, node, type, target.members, context);
      return;
    default:
  }
}

/** True for types that came from the library of resource types. */
function isRough(type: Type): boolean {
  switch (type.kind) {
    case "string":
    case "int":
    case "bool":
      return type.isRough === true;
    case "object":
      return type.warnsOnly === true;
    case "array":
      return !type.isUntyped && isRough(type.item());
    case "discriminated":
      return [...type.members.values()].some(isRough);
    case "union":
      return type.members.some(isRough);
    default:
      return false;
  }
}

function checkRange(
  c: Checker,
  at: Span,
  type: Type,
  minimum: bigint | undefined,
  maximum: bigint | undefined,
  context: AssignContext,
): void {
  if (type.kind !== "int-literal") return;
  const say = context.isResource ? c.warn : c.report;
  if (maximum !== undefined && type.value > maximum) say(at, typeErrors.tooLarge, type.value, maximum);
  else if (minimum !== undefined && type.value < minimum) say(at, typeErrors.tooSmall, type.value, minimum);
}

function checkLength(
  c: Checker,
  at: Span,
  length: number,
  target: { readonly minLength?: number; readonly maxLength?: number },
  context: AssignContext,
): void {
  const say = context.isResource ? c.warn : c.report;
  if (target.maxLength !== undefined && length > target.maxLength)
    say(at, typeErrors.tooLong, length, target.maxLength);
  else if (target.minLength !== undefined && length < target.minLength) {
    say(at, typeErrors.tooShort, length, target.minLength);
  }
}

function assignUnion(c: Checker, node: Expression, type: Type, members: readonly Type[], context: AssignContext): void {
  // Only one member can take an object or array literal apart: then it is looked into.
  const fitting = members.filter((member) => isAssignable(type, member));
  const [only] = fitting;
  if (fitting.length === 1 && only) assign(c, node, type, only, context);
}

function assignArray(
  c: Checker,
  node: Expression,
  type: Type,
  target: ArrayType | TupleType,
  context: AssignContext,
): void {
  if (node.kind !== "array") return;
  const count = node.items.length;
  const hasSpread = node.items.some((item) => item.kind === "spread");
  const wantedLength =
    target.kind === "array" ? target : { minLength: target.items.length, maxLength: target.items.length };
  if (!hasSpread) checkLength(c, context.origin ?? node, count, wantedLength, context);
  for (const [index, item] of node.items.entries()) {
    if (item.kind === "spread") continue;
    const wanted = target.kind === "array" ? target.item() : (target.items[index]?.() ?? anyType);
    const { blockName: _, ...rest } = context;
    assign(c, item, c.typeOf(item), wanted, {
      ...rest,
      onMismatch: (expected, actual, span) =>
        (context.isResource ? c.warn : c.report)(span, typeErrors.itemMismatch, typeName(expected), typeName(actual)),
    });
  }
}

function assignDiscriminated(
  c: Checker,
  node: Expression,
  type: Type,
  target: DiscriminatedType,
  context: AssignContext,
): void {
  if (type.kind !== "object") return;
  const say = context.isResource ? c.warn : c.report;
  const keys = unionOf([...target.members.keys()].map((value) => ({ kind: "string-literal", value }) as const));
  const property = propertyOf(type.properties, target.key);
  if (!property) {
    if (!type.additional) say(context.origin ?? node, typeErrors.missingDiscriminator, target.key, typeName(keys));
    return;
  }
  const value = property.type();
  if (value.kind !== "string-literal") return;
  const member = target.members.get(value.value);
  if (member) {
    assignObject(c, node, type, member, context);
    return;
  }
  const at = node.kind === "object" ? (propertyNamed(node, target.key)?.value ?? node) : node;
  reportPropertyMismatch(c, context, target.key, keys, value, context.origin ?? at);
}

function assignObject(c: Checker, node: Expression, type: Type, target: ObjectType, context: AssignContext): void {
  const source = type.kind === "resource" || type.kind === "module" ? type.body : type;
  if (source.kind !== "object") return;
  const object = node.kind === "object" ? node : undefined;
  reportMissing(c, node, source, target, context);
  for (const property of target.properties.values()) {
    const given = source.properties.get(property.name);
    if (given) assignProperty(c, node, object, property, given, context);
  }
  if (object && (!target.additional || target.additional.isFallback)) reportExtra(c, object, source, target, context);
  else if (object && target.additional) {
    for (const member of object.members) {
      const key = member.kind === "property" ? propertyKey(member) : undefined;
      if (member.kind !== "property" || key === undefined || target.properties.has(key)) continue;
      assign(c, member.value, c.typeOf(member.value), target.additional.type(), propertyContext(c, context, key));
    }
  }
}

function reportMissing(
  c: Checker,
  node: Expression,
  source: ObjectType,
  target: ObjectType,
  context: AssignContext,
): void {
  if (source.additional) return;
  const missing = [...target.properties.values()].filter(
    (property) =>
      property.isRequired &&
      !property.isReadOnly &&
      !source.properties.has(property.name) &&
      !isAssignable(nullType, property.type()),
  );
  if (missing.length === 0) return;
  const isGenerated = context.isResource === true && missing.every((property) => !property.isSystem);
  const say = isGenerated || (target.warnsOnly && missing.every((one) => !one.isSystem)) ? c.warn : c.report;
  const names = missing.map((property) => property.name).toSorted(compareNames);
  const inaccurate = context.isResource === true && missing.some((property) => !property.isSystem);
  const { at, block } = missingPlace(c, node);
  say(context.origin ?? at, typeErrors.missingProperties, context.blockName ?? block, names, inaccurate);
}

/** Where missing properties are reported: at the name of what the object is the value of. */
function missingPlace(c: Checker, node: Expression): { readonly at: Span; readonly block: string } {
  let parent = c.model.bindings.parents.get(node);
  while (parent?.kind === "if" || parent?.kind === "for") parent = c.model.bindings.parents.get(parent);
  switch (parent?.kind) {
    case "property":
      return { at: parent.key, block: "object" };
    case "output-declaration":
    case "parameter-declaration":
    case "resource-declaration":
    case "module-declaration":
    case "parameter-assignment":
    case "variable-declaration":
      return { at: parent.name, block: blockNames[parent.kind] };
    default:
      return { at: node, block: "object" };
  }
}

const blockNames = {
  "output-declaration": "output",
  "parameter-declaration": "param",
  "resource-declaration": "resource",
  "module-declaration": "module",
  "parameter-assignment": "param",
  "variable-declaration": "object",
} as const;

function assignProperty(
  c: Checker,
  node: Expression,
  object: ObjectNode | undefined,
  property: PropertyType,
  given: PropertyType,
  context: AssignContext,
): void {
  const written = propertyNamed(object, property.name);
  if (property.isReadOnly) {
    const inaccurate = context.isResource === true && !property.isSystem;
    if (given.isReadOnly) return;
    const say = inaccurate ? c.warn : c.report;
    say(context.origin ?? written?.key ?? node, typeErrors.readOnlyProperty, property.name, inaccurate);
    return;
  }
  const wanted = property.isRequired || !property.allowsNull ? property.type() : nullable(property.type());
  const inner = propertyContext(c, context, property.name, property.isSystem === true);
  if (written) assign(c, written.value, given.type(), wanted, inner);
  else assign(c, node, given.type(), wanted, { ...inner, origin: context.origin ?? node });
}

function propertyContext(c: Checker, context: AssignContext, name: string, isSystem = false): AssignContext {
  const { blockName: _, ...rest } = context;
  const inner = isSystem ? { ...rest, isResource: false } : rest;
  return {
    ...inner,
    onMismatch: (expected, actual, span) => reportPropertyMismatch(c, inner, name, expected, actual, span),
  };
}

function reportPropertyMismatch(
  c: Checker,
  context: AssignContext,
  name: string,
  expected: Type,
  actual: Type,
  span: Span,
): void {
  const isResource = context.isResource === true;
  const say = isResource ? c.warn : c.report;
  const members = expected.kind === "union" ? expected.members : [expected];
  const literals = members.flatMap((member) => (member.kind === "string-literal" ? [typeName(member)] : []));
  const suggestion = actual.kind === "string-literal" ? suggestName(typeName(actual), literals) : undefined;
  if (suggestion !== undefined) {
    say(span, typeErrors.literalSuggestion, name, typeName(expected), typeName(actual), suggestion);
  } else say(span, typeErrors.propertyMismatch, name, typeName(expected), typeName(actual), isResource);
}

function reportExtra(
  c: Checker,
  object: ObjectNode,
  source: ObjectType,
  target: ObjectType,
  context: AssignContext,
): void {
  const say = target.additional || target.warnsOnly || context.isResource ? c.warn : c.report;
  const free = [...target.properties.values()]
    .filter((property) => !property.isReadOnly && !source.properties.has(property.name))
    .map((property) => property.name)
    .toSorted(compareNames);
  for (const member of object.members) {
    if (member.kind !== "property") continue;
    const key = propertyKey(member);
    if (key === undefined) {
      if (member.key.kind === "string") say(member.key, typeErrors.interpolatedKey, typeName(target), free);
      continue;
    }
    if (target.properties.has(key)) continue;
    const suggestion = suggestName(key, free);
    const at = context.origin ?? member.key;
    if (suggestion !== undefined) say(at, typeErrors.propertySuggestion, key, typeName(target), suggestion);
    else say(at, typeErrors.propertyNotAllowed, key, typeName(target), free, context.isResource === true);
  }
}
