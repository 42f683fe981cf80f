import { propertyKey, type Expression, type SyntaxNode } from "../syntax/index.ts";
import { withoutNull, type PropertyType, type Type } from "../types/index.ts";
import type { Checker } from "./checker.ts";

/**
 * The part of a type that what is written makes use of: where the shape of an object depends on a property, the shape
 * that the written value of that property asks for.
 */
export function narrowed(c: Checker, type: Type, node: SyntaxNode | undefined): Type {
  if (node && (type.kind === "string" || type.kind === "int")) return narrowedLiteral(c, type, node);
  if (node?.kind !== "object") return type;
  const present = withoutNull(type) ?? type;
  if (present.kind === "discriminated") {
    const value = valueOf(node, present.key);
    const written = value && c.typeOf(value);
    const member = written?.kind === "string-literal" ? present.members.get(written.value) : undefined;
    return member ? narrowed(c, member, node) : type;
  }
  if (present.kind !== "object") return type;
  const properties = new Map(present.properties);
  for (const member of node.members) {
    const key = member.kind === "property" ? propertyKey(member) : undefined;
    const property = key === undefined ? undefined : properties.get(key);
    if (member.kind !== "property" || !property || property.isReadOnly) continue;
    const { value } = member;
    const own: PropertyType = { ...property, type: () => narrowed(c, property.type(), value) };
    properties.set(property.name, own);
  }
  return { ...present, properties };
}

/** A text or number that is written out is known to be that. */
function narrowedLiteral(c: Checker, type: Type, node: SyntaxNode): Type {
  const isWritten = node.kind === "string" || node.kind === "integer" || node.kind === "variable";
  const written = isWritten ? c.typeOf(node) : type;
  const isText = type.kind === "string" && written.kind === "string-literal";
  return isText || (type.kind === "int" && written.kind === "int-literal") ? written : type;
}

function valueOf(node: Extract<Expression, { kind: "object" }>, key: string): Expression | undefined {
  for (const member of node.members) {
    if (member.kind === "property" && propertyKey(member) === key) return member.value;
  }
  return undefined;
}
