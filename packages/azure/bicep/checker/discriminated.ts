import { typeErrors } from "../diagnostics/type-errors.ts";
import type { TypeNode } from "../syntax/index.ts";
import { errorType, nullable, typeName, withoutNull, type ObjectType, type Type } from "../types/index.ts";
import type { Checker } from "./checker.ts";

/** The union that a discriminator tells apart, under brackets and question marks; undefined for other types. */
function unionNode(node: TypeNode): Extract<TypeNode, { kind: "union-type" }> | undefined {
  switch (node.kind) {
    case "union-type":
      return node;
    case "parenthesized-type":
      return unionNode(node.type);
    case "nullable-type":
    case "non-nullable-type":
      return unionNode(node.base);
    default:
      return undefined;
  }
}

function isNullable(node: TypeNode): boolean {
  if (node.kind === "parenthesized-type") return isNullable(node.type);
  return node.kind === "nullable-type";
}

/**
 * The union whose members a property tells apart: `@discriminator('key') type t = a | b`. Undefined when there is no
 * union: what is wrong with the decorator then is told where decorators are checked.
 */
export function discriminatedUnion(c: Checker, node: TypeNode, key: string): Type | undefined {
  const union = unionNode(node);
  if (!union) return undefined;
  const members = new Map<string, ObjectType>();
  const included = new Set<ObjectType>();
  const taken = new Set<string>();
  let isBroken = false;
  const addObject = (at: TypeNode, type: ObjectType): void => {
    if (included.has(type)) return;
    included.add(type);
    const property = type.properties.get(key);
    const value = property?.type();
    if (!property?.isRequired || value?.kind !== "string-literal") {
      isBroken = true;
      c.report(at, typeErrors.discriminatorNotLiteral, key);
    } else if (taken.has(value.value.toLowerCase())) {
      isBroken = true;
      c.report(at, typeErrors.discriminatorTwice, key, typeName(value));
    } else {
      taken.add(value.value.toLowerCase());
      members.set(value.value, type);
    }
  };
  const add = (at: TypeNode): void => {
    if (at.kind === "union-type") for (const member of at.members) add(member);
    else if (at.kind === "parenthesized-type" && unionNode(at)) add(at.type);
    else {
      const type = c.declaredType({ type: at, decorators: [] });
      if (type.kind === "object") addObject(at, type);
      else if (type.kind === "discriminated") for (const member of type.members.values()) addObject(at, member);
      else {
        isBroken = true;
        c.report(at, typeErrors.unionMemberKind, "object");
      }
    }
  };
  add(union);
  if (isBroken || members.size === 0) return errorType;
  const result: Type = { kind: "discriminated", key, members };
  return isNullable(node) ? nullable(result) : result;
}

/** The key that a type is told apart by. */
export function discriminatorOf(type: Type): string | undefined {
  const present = withoutNull(type) ?? type;
  return present.kind === "discriminated" ? present.key : undefined;
}
