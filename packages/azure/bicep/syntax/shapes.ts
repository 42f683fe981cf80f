import type { Expression, ForNode, IfNode, ObjectMember, ObjectNode, PropertyNode } from "./nodes.ts";
import type { SyntaxNode } from "./children.ts";

/** The value of a string without holes. */
export function plainString(node: SyntaxNode | undefined): string | undefined {
  return node?.kind === "string" && node.expressions.length === 0 ? node.segments[0] : undefined;
}

/** The name of a property when it is known without running anything. */
export function propertyKey(property: PropertyNode): string | undefined {
  return keyText(property.key);
}

/** The name that a key spells. */
export function keyText(key: PropertyNode["key"]): string | undefined {
  return key.kind === "identifier" ? key.name : plainString(key);
}

/** The property with this very name. */
export function propertyNamed(object: ObjectNode | undefined, name: string): PropertyNode | undefined {
  if (!object) return undefined;
  if (object.named) return object.named.get(name);
  for (const member of object.members) {
    if (member.kind === "property" && propertyKey(member) === name) return member;
  }
  return undefined;
}

const manyMembers = 16;

/** An object literal's properties by name where they are many. */
export function namedMembers(members: readonly ObjectMember[]): Pick<ObjectNode, "named"> {
  if (members.length < manyMembers) return {};
  const named = new Map<string, PropertyNode>();
  for (const member of members) {
    const key = member.kind === "property" ? propertyKey(member) : undefined;
    if (member.kind === "property" && key !== undefined && !named.has(key)) named.set(key, member);
  }
  return { named };
}

/** A body freed of its loop and condition. */
export interface Body {
  readonly loop?: ForNode;
  readonly condition?: IfNode;
  readonly object?: ObjectNode;
}

/** Splits `[for …: if (…) {…}]`, `if (…) {…}` and `{…}` into their parts. */
export function unwrapBody(value: Expression): Body {
  let inner = value;
  let parts: Body = {};
  if (inner.kind === "for") {
    parts = { ...parts, loop: inner };
    inner = inner.body;
  }
  if (inner.kind === "if") {
    parts = { ...parts, condition: inner };
    inner = inner.body;
  }
  return inner.kind === "object" ? { ...parts, object: inner } : parts;
}
