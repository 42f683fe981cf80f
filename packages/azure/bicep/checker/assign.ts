import type { Span } from "@byocni/base/lang";
import { typeErrors } from "../diagnostics/type-errors.ts";
import { propertyNamed, type Expression } from "../syntax/index.ts";
import {
  anyType,
  isAssignable,
  isLooselyTyped,
  isVagueType,
  propertyOf,
  typeName,
  unionOf,
  withoutNull,
  type ArrayType,
  type DiscriminatedType,
  type TupleType,
  type Type,
} from "../types/index.ts";
import { declaredValue, isDone, noted, type AssignContext } from "./assign-context.ts";
import { assignObject, reportPropertyMismatch, spellingOf } from "./assign-object.ts";
import { assignUnion } from "./assign-union.ts";
import type { Checker } from "./checker.ts";
import { checkInteger, checkLengths, checkText } from "./limits.ts";

/** Reports what is wrong with giving a value of type `type`, written as `node`, to a target of type `target`. */
export function assign(c: Checker, node: Expression, type: Type, target: Type, context: AssignContext): void {
  let at = node;
  let own = context;
  let actual = type;
  // What a name stands for is looked into; a loop of names was reported, and has no type.
  for (;;) {
    if (!assignValue(c, at, actual, target, own)) return;
    const declared = at.kind === "variable" ? declaredValue(c, at) : undefined;
    if (!declared || at.kind !== "variable") return;
    own = { ...own, origin: { start: at.start, end: at.end, name: at.name.name } };
    at = declared;
    actual = c.typeOf(declared);
  }
}

/** True where it is worth to look into what the name stands for. */
function assignValue(c: Checker, node: Expression, type: Type, target: Type, context: AssignContext): boolean {
  const at = context.origin ?? node;
  if (context.disallowsAny && type.kind === "any") {
    c.report(at, typeErrors.anyNotAllowed);
    return false;
  }
  if (type.kind === "error" || target.kind === "error") return false;
  if ((target.kind === "array" || target.kind === "tuple") && node.kind === "for") {
    assign(c, node.body, c.typeOf(node.body), target.kind === "array" ? target.item() : anyType, context);
    return false;
  }
  if (!isAssignable(type, target)) {
    mismatch(c, node, type, target, context);
    return false;
  }
  if (type.kind === "any" || target.kind === "any") return false;
  switch (target.kind) {
    case "int":
    case "int-literal":
      checkInteger(c, node, type, target, context.isResource === true || isLooselyTyped(target));
      return false;
    case "string":
    case "string-literal":
      checkText(c, node, type, target, context.isResource === true || isLooselyTyped(target));
      return false;
    case "object":
      assignObject(c, node.kind === "if" ? node.body : node, type, target, context, assign);
      return false;
    case "discriminated":
      assignDiscriminated(c, node.kind === "if" ? node.body : node, type, target, context);
      return false;
    case "array":
    case "tuple":
      return assignArray(c, node, type, target, context);
    case "union":
      if (node.kind === "variable" && declaredValue(c, node)) return true;
      assignUnion(c, node, type, target, context, assign);
      return false;
    default:
      return false;
  }
}

function mismatch(c: Checker, node: Expression, type: Type, target: Type, context: AssignContext): void {
  const present = withoutNull(type);
  if (present && isAssignable(present, target)) {
    c.report(node, typeErrors.possiblyNullAssignment, typeName(target), typeName(type));
    assign(c, node, present, target, context);
  } else if (isVagueType(type) || isVagueType(target)) return;
  else if (context.onMismatch) context.onMismatch(target, type, node);
  else {
    const say = isLooselyTyped(target) ? c.warn : c.report;
    say(context.origin ?? node, typeErrors.mismatch, typeName(target), typeName(type));
  }
}

function assignArray(
  c: Checker,
  node: Expression,
  type: Type,
  target: ArrayType | TupleType,
  context: AssignContext,
): boolean {
  if (node.kind === "array") {
    // Names can lead to one array over and over.
    const inner = context.origin ? noted(context) : context;
    if (!context.origin || !isDone(c, inner, node, type, target)) assignItems(c, node, target, inner);
    return false;
  }
  if (node.kind === "variable" && declaredValue(c, node)) return true;
  const isLoose = context.isResource === true || isLooselyTyped(target);
  if (type.kind === "tuple" && target.kind === "tuple") {
    if (type.items.length !== target.items.length) {
      const say = isLoose ? c.warn : c.report;
      say(node, typeErrors.tooLong, type.items.length, target.items.length);
      return false;
    }
    const inner = noted(context);
    if (isDone(c, inner, node, type, target)) return false;
    for (const [index, item] of type.items.entries()) {
      assign(c, node, item(), target.items[index]?.() ?? anyType, inner);
    }
    return false;
  }
  if (type.kind !== "array" && type.kind !== "tuple") return false;
  const count = type.kind === "tuple" ? { minLength: type.items.length, maxLength: type.items.length } : type;
  const wanted = target.kind === "tuple" ? { minLength: target.items.length, maxLength: target.items.length } : target;
  if (!checkLengths(c, node, count, wanted, isLoose) || target.kind === "tuple") return false;
  const item = type.kind === "array" ? type.item() : unionOf(type.items.map((one) => one()));
  if (!isDone(c, context, node, item, target.item())) assign(c, node, item, target.item(), noted(context));
  return false;
}

function assignItems(
  c: Checker,
  node: Extract<Expression, { kind: "array" }>,
  target: ArrayType | TupleType,
  context: AssignContext,
): void {
  if (c.isMalformed(node)) return;
  const isLoose = isLooselyTyped(target);
  const say = isLoose ? c.warn : c.report;
  let hasSpread = false;
  for (const [index, item] of node.items.entries()) {
    if (item.kind === "spread") {
      hasSpread = true;
      const wanted: Type = target.kind === "array" ? target : { kind: "array", item: () => anyType };
      const onMismatch = (expected: Type, actual: Type, span: Span): void =>
        say(span, typeErrors.spreadItems, typeName(expected), typeName(actual));
      assign(c, item.expression, c.typeOf(item.expression), wanted, { ...context, onMismatch });
      continue;
    }
    const wanted = target.kind === "array" ? target.item() : hasSpread ? anyType : (target.items[index]?.() ?? anyType);
    const onMismatch = (expected: Type, actual: Type, span: Span): void =>
      say(span, typeErrors.itemMismatch, typeName(expected), typeName(actual));
    assign(c, item, c.typeOf(item), wanted, { ...context, onMismatch });
  }
  if (hasSpread) return;
  const count = node.items.length;
  const limits = target.kind === "array" ? target : { minLength: target.items.length, maxLength: target.items.length };
  const tell = context.isResource || isLoose ? c.warn : c.report;
  if (limits.maxLength !== undefined && count > limits.maxLength) {
    tell(node, typeErrors.tooLong, count, limits.maxLength);
  } else if (limits.minLength !== undefined && count < limits.minLength) {
    tell(node, typeErrors.tooShort, count, limits.minLength);
  }
}

function assignDiscriminated(
  c: Checker,
  node: Expression,
  type: Type,
  target: DiscriminatedType,
  context: AssignContext,
): void {
  if (type.kind !== "object" || c.isMalformed(node)) return;
  const isLoose = isLooselyTyped(target);
  const say = isLoose ? c.warn : c.report;
  const keys = unionOf([...target.members.keys()].map((value) => ({ kind: "string-literal", value }) as const));
  const property = propertyOf(type.properties, target.key);
  const object = node.kind === "object" ? node : undefined;
  if (!property) {
    if (type.additional && !type.additional.isFallback) return;
    say(context.origin ?? node, typeErrors.missingDiscriminator, target.key, typeName(keys));
    const misspelt = spellingOf(target.key, [...type.properties.keys()]);
    if (misspelt === undefined) return;
    const at = context.origin ?? propertyKeyOf(object, misspelt) ?? node;
    say(at, typeErrors.propertySuggestion, misspelt, typeName(keys), target.key);
    return;
  }
  const value = property.type();
  const at = context.origin ?? propertyNamed(object, target.key)?.value ?? node;
  if (value.kind === "any" || value.kind === "error") return;
  const isWarning = context.isResource === true || isLoose;
  if (value.kind === "string-literal") {
    const member = target.members.get(value.value);
    if (member) assignObject(c, node, type, member, context, assign);
    else reportPropertyMismatch(c, context, target.key, keys, value, at, isWarning, context.isResource === true);
  } else if (isAssignable(value, keys)) c.report(at, typeErrors.discriminatorUnclear, target.key);
  else reportPropertyMismatch(c, context, target.key, keys, value, at, isWarning, context.isResource === true);
}

function propertyKeyOf(object: Extract<Expression, { kind: "object" }> | undefined, name: string): Span | undefined {
  return propertyNamed(object, name)?.key;
}
