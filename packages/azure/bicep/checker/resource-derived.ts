import { parseResourceReference } from "../model/references.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { plainString, type TypeNode } from "../syntax/index.ts";
import { anyType, errorType, type ResourceReference, type Type } from "../types/index.ts";
import type { Checker } from "./checker.ts";

/** The resource that the argument of `resourceInput<…>` names. */
export function derivedReference(arg: TypeNode): ResourceReference | undefined {
  if (arg.kind !== "string-type") return undefined;
  const text = plainString(arg.literal) ?? "";
  return parseResourceReference(text.startsWith("az:") ? text.slice(3) : text);
}

/** The type that a resource's body has in the library of types; `any` where the type is not known there. */
export function resourceDerivedType(c: Checker, direction: "input" | "output", arg: TypeNode): Type {
  const reference = derivedReference(arg);
  if (!reference || reference.segments.length < 2 || reference.apiVersion === undefined) {
    c.report(arg, resourceErrors.typeNotValid);
    return errorType;
  }
  return c.model.program.resourceTypes.body(reference, direction) ?? anyType;
}
