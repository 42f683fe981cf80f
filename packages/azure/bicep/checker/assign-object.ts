import { suggestName, type Span } from "@byocni/base/lang";
import { typeErrors } from "../diagnostics/type-errors.ts";
import { propertyKey, propertyNamed, type Expression, type ObjectNode } from "../syntax/index.ts";
import {
  isAssignable,
  isLooselyTyped,
  isVagueType,
  nullType,
  nullable,
  typeName,
  type ObjectType,
  type PropertyType,
  type Type,
} from "../types/index.ts";
import { compareNames } from "./access.ts";
import { declaredValue, isDone, noted, type Assign, type AssignContext } from "./assign-context.ts";
import type { Checker } from "./checker.ts";

/** Compares an object with the type that it is given to, property by property. */
export function assignObject(
  c: Checker,
  node: Expression,
  type: Type,
  target: ObjectType,
  outer: AssignContext,
  assign: Assign,
): void {
  // Resources and modules are given as they are: nobody compares them property by property.
  const source = type;
  let at = node;
  let context = noted(outer);
  for (let value = declaredValue(c, at); value && at.kind === "variable"; value = declaredValue(c, at)) {
    context = { ...context, origin: { start: at.start, end: at.end, name: at.name.name } };
    at = value;
    if (context.seen && isDone(c, context, at, source, target)) return;
  }
  if (at.kind === "variable" && c.model.bindings.symbols.get(at)?.kind === "local") {
    context = { ...context, origin: { start: at.start, end: at.end, name: at.name.name } };
  }
  if (source.kind !== "object" || isVagueType(target) || c.isMalformed(at)) return;
  if (at === node && isDone(c, context, at, source, target)) return;
  const object = at.kind === "object" ? at : undefined;
  reportMissing(c, at, source, target, context);
  for (const property of target.properties.values()) {
    const given = source.properties.get(property.name);
    if (given) assignProperty(c, at, object, target, property, given, context, assign);
  }
  const { additional } = target;
  if (!additional || (object && additional.isFallback)) reportExtra(c, at, object, source, target, context);
  else {
    const wanted = additional.type();
    for (const extra of source.properties.values()) {
      if (target.properties.has(extra.name)) continue;
      const value = propertyNamed(object, extra.name)?.value ?? at;
      const onMismatch = (expected: Type, actual: Type, span: Span): void =>
        reportPropertyMismatch(c, context, extra.name, expected, actual, span, isLooselyTyped(wanted), false);
      const { disallowsAny: _, ...rest } = context;
      assign(c, value, extra.type(), wanted, { ...rest, onMismatch });
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
  const say = isGenerated || target.warnsOnly ? c.warn : c.report;
  const names = missing.map((property) => property.name).toSorted(compareNames);
  const inaccurate = context.isResource === true && missing.some((property) => !property.isSystem);
  const { at, block } = missingPlace(c, node);
  say(context.origin ?? at, typeErrors.missingProperties, block, names, inaccurate, context.origin?.name);
}

const blockNames = {
  "output-declaration": "output",
  "parameter-declaration": "param",
  "resource-declaration": "resource",
  "module-declaration": "module",
  "test-declaration": "test",
  "parameter-assignment": "param",
  "variable-declaration": "var",
} as const;

/** Missing properties are reported at the name of what the object is the value of. */
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
    case "test-declaration":
    case "parameter-assignment":
    case "variable-declaration":
      return { at: parent.name, block: blockNames[parent.kind] };
    default:
      return { at: node, block: "object" };
  }
}

function assignProperty(
  c: Checker,
  node: Expression,
  object: ObjectNode | undefined,
  target: ObjectType,
  property: PropertyType,
  given: PropertyType,
  context: AssignContext,
  assign: Assign,
): void {
  const written = propertyNamed(object, property.name);
  const at = context.origin ?? written?.key ?? node;
  const isGenerated = context.isResource === true && property.isSystem !== true;
  if (property.isReadOnly) {
    if (given.isReadOnly) return;
    const say = isGenerated || target.warnsOnly ? c.warn : c.report;
    say(at, typeErrors.readOnlyProperty, property.name, isGenerated);
    return;
  }
  if (property.isFallback) c.report(at, typeErrors.fallbackProperty, property.name);
  const type = property.type();
  const wanted = property.isRequired || !property.allowsNull ? type : nullable(type);
  const isWarning = isGenerated || isLooselyTyped(type);
  const { disallowsAny: _, ...rest } = context;
  assign(c, written?.value ?? node, given.type(), wanted, {
    ...rest,
    ...(property.disallowsAny ? { disallowsAny: true } : {}),
    onMismatch: (expected, actual, span) =>
      reportPropertyMismatch(c, context, property.name, expected, actual, span, isWarning, isGenerated),
  });
}

/** A property whose value does not fit; the literal that was meant is named where it can be told. */
export function reportPropertyMismatch(
  c: Checker,
  context: AssignContext,
  name: string,
  expected: Type,
  actual: Type,
  span: Span,
  isWarning: boolean,
  isInaccurate: boolean,
): void {
  const say = isWarning ? c.warn : c.report;
  const at = context.origin ?? span;
  const members = expected.kind === "union" ? expected.members : [expected];
  const isListed = actual.kind === "string-literal" && members.every((member) => member.kind === "string-literal");
  const suggestion = isListed && !context.origin ? spellingOf(typeName(actual), members.map(typeName)) : undefined;
  if (suggestion !== undefined) {
    say(at, typeErrors.literalSuggestion, name, typeName(expected), typeName(actual), suggestion);
  } else {
    const source = context.origin?.name;
    say(at, typeErrors.propertyMismatch, name, typeName(expected), typeName(actual), isInaccurate, source);
  }
}

/** The name that a misspelt one most likely means. */
export function spellingOf(name: string, candidates: readonly string[]): string | undefined {
  return suggestName(name, candidates);
}

function reportExtra(
  c: Checker,
  node: Expression,
  object: ObjectNode | undefined,
  source: ObjectType,
  target: ObjectType,
  context: AssignContext,
): void {
  const say = target.additional?.isFallback || target.warnsOnly ? c.warn : c.report;
  const free = [...target.properties.values()]
    .filter((property) => !property.isReadOnly && !property.isFallback && !source.properties.has(property.name))
    .map((property) => property.name)
    .toSorted(compareNames);
  const from = context.origin?.name;
  for (const extra of source.properties.values()) {
    if (target.properties.has(extra.name)) continue;
    const at = context.origin ?? propertyNamed(object, extra.name)?.key ?? node;
    const suggestion = from === undefined ? spellingOf(extra.name, free) : undefined;
    if (suggestion !== undefined) say(at, typeErrors.propertySuggestion, extra.name, typeName(target), suggestion);
    else {
      say(at, typeErrors.propertyNotAllowed, extra.name, typeName(target), free, context.isResource === true, from);
    }
  }
  for (const member of object?.members ?? []) {
    if (member.kind !== "property" || propertyKey(member) !== undefined || member.key.kind !== "string") continue;
    say(member.key, typeErrors.interpolatedKey, typeName(target), free, from);
  }
}
