import { parseResourceReference } from "../model/references.ts";
import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { plainString, type TypeNode } from "../syntax/index.ts";
import { errorType, objectOf, type ObjectType, type ResourceReference, type Type } from "../types/index.ts";
import { commonProperties, isAzureType } from "./resource-body.ts";
import type { Checker } from "./checker.ts";

/** The resource that the argument of `resourceInput<…>` names. */
export function derivedReference(arg: TypeNode): ResourceReference | undefined {
  if (arg.kind !== "string-type") return undefined;
  const text = plainString(arg.literal) ?? "";
  return parseResourceReference(text.startsWith("az:") ? text.slice(3) : text);
}

/** The type that a resource's body has in the library of types, or what all resources have in common. */
export function resourceDerivedType(c: Checker, arg: TypeNode): Type {
  const text = arg.kind === "string-type" ? plainString(arg.literal) : undefined;
  const prefix = text?.includes(":") ? text.slice(0, text.indexOf(":")) : undefined;
  if (prefix !== undefined && prefix !== "" && prefix !== "az") {
    c.report(arg, resourceErrors.namespaceUnknown, prefix, ["az", "sys"]);
    return errorType;
  }
  const reference = derivedReference(arg);
  if (!reference || !isAzureType(c, reference) || reference.segments.length < 2 || reference.apiVersion === undefined) {
    c.report(arg, resourceErrors.typeNotValid);
    return errorType;
  }
  const { resourceTypes } = c.model.program;
  const nearest = resourceTypes.shape(reference);
  // The shape of another version may lack what this one has.
  const shape = nearest && (resourceTypes.body(reference) ? nearest : vague(nearest));
  // Properties that resources commonly have can be named even where the type does not list them.
  const common = commonProperties().map((property) => [property.name, property] as const);
  const extended = (type: ObjectType): ObjectType => ({
    ...type,
    properties: new Map([...common, ...type.properties]),
  });
  if (shape?.kind === "object") return extended(shape);
  if (!shape)
    return vagueObject(
      objectOf(
        reference.type,
        commonProperties().filter(({ name }) => name !== "properties"),
      ),
    );
  if (shape.kind !== "discriminated") return shape;
  return { ...shape, members: new Map([...shape.members].map(([key, member]) => [key, extended(member)])) };
}

/** The type, of whose objects it is not known what else they hold. */
function vague(type: Type): Type {
  switch (type.kind) {
    case "object":
      return vagueObject(type);
    case "discriminated":
      return { ...type, members: new Map([...type.members].map(([key, member]) => [key, vagueObject(member)])) };
    case "array":
      return { ...type, item: () => vague(type.item()) };
    case "union":
      return { ...type, members: type.members.map(vague) };
    default:
      return type;
  }
}

function vagueObject(type: ObjectType): ObjectType {
  const properties = [...type.properties].map(
    ([name, property]) => [name, { ...property, type: () => vague(property.type()) }] as const,
  );
  return { ...type, isVague: true, properties: new Map(properties) };
}
