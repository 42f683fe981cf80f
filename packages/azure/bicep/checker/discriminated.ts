import { diagnosticTemplate } from "@byocni/base/lang";
import type { TypeNode } from "../syntax/index.ts";
import { errorType, nullable, propertyOf, withoutNull, type ObjectType, type Type } from "../types/index.ts";
import type { Checker } from "./checker.ts";

const notUnion = diagnosticTemplate(
  "BCP363",
  "error",
  () => 'The "discriminator" decorator can only be applied to object-only union types with unique member types.',
);
const notLiteral = diagnosticTemplate(
  "BCP364",
  "error",
  (name: string) => `The property "${name}" must be a required string literal on all union member types.`,
);
const duplicate = diagnosticTemplate(
  "BCP365",
  "error",
  (name: string, value: string) =>
    `The value "${value}" for discriminator property "${name}" is duplicated across multiple union member types. The value must be unique across all union member types.`,
);
const otherKey = diagnosticTemplate(
  "BCP366",
  "error",
  (name: string) => `The discriminator property name must be "${name}" on all union member types.`,
);

/** The union whose members a property tells apart: `@discriminator('key') type t = a | b`. */
export function discriminatedUnion(c: Checker, node: TypeNode, key: string): Type {
  const members = new Map<string, ObjectType>();
  let isBroken = false;
  const add = (at: TypeNode, type: Type): void => {
    if (type.kind === "error") isBroken = true;
    else if (type.kind === "discriminated") {
      if (type.key !== key) {
        c.report(at, otherKey, key);
        isBroken = true;
      }
      for (const [value, member] of type.members) addMember(at, value, member);
    } else if (type.kind === "object") {
      const property = propertyOf(type.properties, key);
      const value = property?.type();
      if (property?.isRequired && value?.kind === "string-literal") addMember(at, value.value, type);
      else {
        c.report(at, notLiteral, key);
        isBroken = true;
      }
    } else if (type.kind !== "any") {
      c.report(at, notUnion);
      isBroken = true;
    }
  };
  const addMember = (at: TypeNode, value: string, member: ObjectType): void => {
    if (members.has(value)) {
      c.report(at, duplicate, key, value);
      isBroken = true;
    } else members.set(value, member);
  };
  const walk = (at: TypeNode): boolean => {
    switch (at.kind) {
      case "union-type":
        return at.members.map(walk).some((isNullable) => isNullable);
      case "parenthesized-type":
        return walk(at.type);
      case "nullable-type":
        walk(at.base);
        return true;
      case "non-nullable-type":
        walk(at.base);
        return false;
      default: {
        const type = c.declaredType({ type: at, decorators: [] });
        add(at, withoutNull(type) ?? type);
        return withoutNull(type) !== undefined;
      }
    }
  };
  const isNullable = walk(node);
  if (isBroken || members.size === 0) return errorType;
  const result: Type = { kind: "discriminated", key, members };
  return isNullable ? nullable(result) : result;
}
