import { parseResourceReference } from "../model/references.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { plainString, type TypeNode } from "../syntax/index.ts";
import { anyType, errorType, type ObjectType, type ResourceReference, type Type } from "../types/index.ts";
import { commonProperties } from "./resource-body.ts";
import type { Checker } from "./checker.ts";

/** The resource that the argument of `resourceInput<…>` names. */
export function derivedReference(arg: TypeNode): ResourceReference | undefined {
  if (arg.kind !== "string-type") return undefined;
  const text = plainString(arg.literal) ?? "";
  return parseResourceReference(text.startsWith("az:") ? text.slice(3) : text);
}

/** The type that a resource's body has in the library of types; `any` where the type is not known there. */
export function resourceDerivedType(c: Checker, arg: TypeNode): Type {
  const reference = derivedReference(arg);
  if (!reference || reference.segments.length < 2 || reference.apiVersion === undefined) {
    c.report(arg, resourceErrors.typeNotValid);
    return errorType;
  }
  const shape = c.model.program.resourceTypes.shape(reference);
  // Properties that resources commonly have can be named even where the type does not list them.
  const common = commonProperties().map((property) => [property.name, property] as const);
  const extended = (type: ObjectType): ObjectType => ({
    ...type,
    properties: new Map([...common, ...type.properties]),
  });
  if (shape?.kind === "object") return extended(shape);
  if (shape?.kind !== "discriminated") return shape ?? anyType;
  return { ...shape, members: new Map([...shape.members].map(([key, member]) => [key, extended(member)])) };
}
