import type { Span } from "@byocni/base/lang";
import { nameErrors } from "../diagnostics/name-errors.ts";
import { parseErrors } from "../diagnostics/parse-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import {
  propertyKey,
  type ArrayNode,
  type ForNode,
  type IntegerNode,
  type ObjectNode,
  type PropertyNode,
  type StringNode,
} from "../syntax/index.ts";
import {
  anyType,
  arrayOf,
  integerLiteral,
  integerType,
  isAssignable,
  objectType,
  stringLiteral,
  stringType,
  typeName,
  unionOf,
  withoutNull,
  type PropertyType,
  type Type,
} from "../types/index.ts";
import { itemOf } from "../functions/index.ts";
import type { Checker } from "./checker.ts";

const maxInteger = 2n ** 63n;

export function stringNodeType(c: Checker, node: StringNode): Type {
  if (node.expressions.length === 0) return stringLiteral(node.segments[0] ?? "");
  const whole = literalText(
    node,
    node.expressions.map((expression) => c.typeOf(expression)),
  );
  if (whole !== undefined) return stringLiteral(whole);
  const length = node.segments.reduce((sum, segment) => sum + segment.length, 0);
  return length === 0 ? stringType : { kind: "string", minLength: length };
}

/** Longer texts are not put together: each variable could double the one before. */
const maxLiteral = 4096;

/** The text of an interpolated string when all that stands in it is literal. */
function literalText(node: StringNode, types: readonly Type[]): string | undefined {
  let text = node.segments[0] ?? "";
  for (const [index, type] of types.entries()) {
    if (type.kind === "string-literal") text += type.value;
    else if (type.kind === "int-literal") text += String(type.value);
    else if (type.kind === "bool-literal") text += type.value ? "True" : "False";
    else return undefined;
    text += node.segments[index + 1] ?? "";
    if (text.length > maxLiteral) return undefined;
  }
  return text;
}

export function integerNodeType(c: Checker, node: IntegerNode, isNegated: boolean): Type {
  const limit = isNegated ? maxInteger : maxInteger - 1n;
  if (node.value > limit) {
    c.report(node, parseErrors.integer);
    return integerType;
  }
  return integerLiteral(isNegated ? -node.value : node.value);
}

export function arrayNodeType(c: Checker, node: ArrayNode): Type {
  const items: Type[] = [];
  let hasSpread = false;
  for (const item of node.items) {
    if (item.kind !== "spread") {
      items.push(c.typeOf(item));
      continue;
    }
    hasSpread = true;
    const spread = c.typeOf(item.expression);
    if (!isAssignable(spread, arrayOf(anyType))) c.report(item, typeErrors.spreadType, "array");
    items.push(itemOf(spread));
  }
  if (hasSpread) return arrayOf(unionOf(items));
  return { kind: "tuple", items: items.map((item) => () => item) };
}

export function objectNodeType(c: Checker, node: ObjectNode): Type {
  const properties = new Map<string, PropertyType>();
  const counts = new Map<string, PropertyNode[]>();
  let isOpen = false;
  let hasLoop = false;
  for (const member of node.members) {
    if (member.kind === "spread") {
      const spread = c.typeOf(member.expression);
      if (!isAssignable(spread, objectType)) c.report(member, typeErrors.spreadType, "object");
      if (spread.kind !== "object" || spread.additional) isOpen = true;
      if (spread.kind === "object") for (const [name, property] of spread.properties) properties.set(name, property);
    }
    if (member.kind !== "property") continue;
    const key = propertyKey(member);
    if (key === undefined) {
      if (member.key.kind === "string") c.typeOf(member.key);
      c.typeOf(member.value);
      isOpen = true;
      if (member.value.kind === "for") c.report(forKeyword(c, member.value), typeErrors.loopWithComputedKey);
      continue;
    }
    if (member.value.kind === "for") hasLoop = true;
    counts.set(key, [...(counts.get(key) ?? []), member]);
    const type = c.typeOf(member.value);
    properties.set(key, { name: key, type: () => type, isRequired: true });
  }
  for (const [name, members] of counts) {
    if (members.length > 1) for (const member of members) c.report(member.key, nameErrors.duplicateProperty, name);
  }
  if (hasLoop && node.members.some((member) => member.kind === "spread")) isOpen = true;
  const additional = { type: () => anyType, isFallback: false };
  return isOpen
    ? { kind: "object", name: "object", properties, additional }
    : { kind: "object", name: "object", properties };
}

export function forNodeType(c: Checker, node: ForNode): Type {
  const source = c.typeOf(node.source);
  if (source.kind !== "error" && !isAssignable(source, arrayOf(anyType))) {
    const present = withoutNull(source);
    if (present && isAssignable(present, arrayOf(anyType))) {
      c.report(node.source, typeErrors.possiblyNullAssignment, "array", typeName(source));
    } else c.report(node.source, typeErrors.loopSource, typeName(source));
  }
  return arrayOf(c.typeOf(node.body));
}

/** Where the word `for` of a loop stands. */
export function forKeyword(c: Checker, node: ForNode): Span {
  const start = Math.max(c.model.source.text.indexOf("for", node.start), node.start);
  return { start, end: start + "for".length };
}

/** The type of a loop's item or index variable. Of items of a union (`list ?? []`) nothing is known. */
export function loopVariableType(c: Checker, node: ForNode, role: "item" | "index"): Type {
  if (role === "index") return integerType;
  const source = c.typeOf(node.source);
  return source.kind === "union" ? anyType : itemOf(source);
}

/** True where a loop may stand: as the value of a declaration or of a property, or as the body of a resource. */
export function allowsLoop(parent: { readonly kind: string } | undefined): boolean {
  return (
    parent?.kind === "property" ||
    parent?.kind === "variable-declaration" ||
    parent?.kind === "output-declaration" ||
    parent?.kind === "resource-declaration" ||
    parent?.kind === "module-declaration" ||
    parent?.kind === "parameter-assignment"
  );
}
