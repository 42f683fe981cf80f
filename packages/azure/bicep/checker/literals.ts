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
  errorType,
  integerLiteral,
  integerType,
  isAssignable,
  objectType,
  stringLiteral,
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
  const types = node.expressions.map((expression) => c.typeOf(expression));
  if (types.some(({ kind }) => kind === "error")) return errorType;
  const whole = literalText(node, types);
  if (whole !== undefined) return stringLiteral(whole);
  const own = node.segments.reduce((sum, segment) => sum + segment.length, 0);
  let least = own;
  let most: number | undefined = own;
  for (const type of types) {
    const length = lengthsAsText(type);
    least += length.least;
    most = most === undefined || length.most === undefined ? undefined : most + length.most;
  }
  return {
    kind: "string",
    ...(least === 0 ? {} : { minLength: least }),
    ...(most === undefined ? {} : { maxLength: most }),
  };
}

/** How short and how long a value is when it is written into a text. */
function lengthsAsText(type: Type): { readonly least: number; readonly most: number | undefined } {
  switch (type.kind) {
    case "string":
      return { least: type.minLength ?? 0, most: type.maxLength };
    case "string-literal":
      return { least: type.value.length, most: type.value.length };
    case "int": {
      const low = type.minValue ?? -maxInteger;
      const high = type.maxValue ?? maxInteger - 1n;
      const lengths = [String(low).length, String(high).length];
      return { least: low < 0n && high >= 0n ? 1 : Math.min(...lengths), most: Math.max(...lengths) };
    }
    case "int-literal":
      return { least: String(type.value).length, most: String(type.value).length };
    case "bool":
      return { least: 4, most: 5 };
    case "bool-literal":
      return type.value ? { least: 4, most: 4 } : { least: 5, most: 5 };
    case "array":
    case "tuple":
    case "object":
    case "discriminated":
      return { least: 2, most: undefined };
    case "union": {
      let least = Number.POSITIVE_INFINITY;
      let most: number | undefined = 0;
      for (const member of type.members) {
        const one = lengthsAsText(member);
        least = Math.min(least, one.least);
        most = most === undefined || one.most === undefined ? undefined : Math.max(most, one.most);
      }
      return { least, most };
    }
    default:
      return { least: 0, most: undefined };
  }
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
    if (spread.kind !== "error" && !isAssignable(spread, arrayOf(anyType))) {
      c.report(item, typeErrors.spreadType, "array");
      items.push(errorType);
    } else items.push(spread.kind === "error" ? spread : itemOf(spread));
  }
  if (items.some(({ kind }) => kind === "error")) return errorType;
  if (hasSpread) return arrayOf(unionOf(items));
  return { kind: "tuple", items: items.map((item) => () => item) };
}

export function objectNodeType(c: Checker, node: ObjectNode): Type {
  const properties = new Map<string, PropertyType>();
  const counts = new Map<string, PropertyNode[]>();
  let isOpen = false;
  let hasLoop = false;
  let isBroken = false;
  for (const member of node.members) {
    if (member.kind === "spread") {
      const spread = c.typeOf(member.expression);
      if (spread.kind === "error") isBroken = true;
      else if (!isAssignable(spread, objectType)) {
        isBroken = true;
        c.report(member, typeErrors.spreadType, "object");
      }
      if (spread.kind !== "object" || spread.additional) isOpen = true;
      if (spread.kind === "object") for (const [name, property] of spread.properties) properties.set(name, property);
    }
    if (member.kind !== "property") continue;
    const key = propertyKey(member);
    if (key === undefined) {
      const keyType = member.key.kind === "string" ? c.typeOf(member.key) : anyType;
      if (keyType.kind === "error" || c.typeOf(member.value).kind === "error") isBroken = true;
      isOpen = true;
      continue;
    }
    if (member.value.kind === "for") hasLoop = true;
    const same = counts.get(key);
    if (same) same.push(member);
    else counts.set(key, [member]);
    const type = c.typeOf(member.value);
    if (type.kind === "error") isBroken = true;
    properties.set(key, { name: key, type: () => type, isRequired: true });
  }
  for (const [name, members] of counts) {
    if (members.length === 1) continue;
    isBroken = true;
    for (const member of members) c.report(member.key, nameErrors.duplicateProperty, name);
  }
  if (isBroken) return errorType;
  if (hasLoop && node.members.some((member) => member.kind === "spread")) isOpen = true;
  const additional = { type: () => anyType, isFallback: false };
  return isOpen
    ? { kind: "object", name: "object", properties, additional }
    : { kind: "object", name: "object", properties };
}

export function forNodeType(c: Checker, node: ForNode): Type {
  const source = c.typeOf(node.source);
  let isRefused = false;
  if (source.kind !== "error" && !isAssignable(source, arrayOf(anyType))) {
    const present = withoutNull(source);
    if (present && isAssignable(present, arrayOf(anyType))) {
      c.report(node.source, typeErrors.possiblyNullAssignment, "array", typeName(source));
    } else {
      isRefused = true;
      c.report(node.source, typeErrors.loopSource, typeName(source));
    }
  }
  const body = c.typeOf(node.body);
  return source.kind === "error" || isRefused || body.kind === "error" ? errorType : arrayOf(body);
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
  const present = withoutNull(source) ?? source;
  return present.kind === "union" ? anyType : itemOf(present);
}
