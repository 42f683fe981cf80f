import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import { getMember } from "../expression/value.ts";

/** A type's name as deployments show it. */
export type TypeName = "String" | "SecureString" | "Int" | "Bool" | "Array" | "Object" | "SecureObject";

const names: Readonly<Record<string, TypeName>> = {
  string: "String",
  securestring: "SecureString",
  int: "Int",
  bool: "Bool",
  array: "Array",
  object: "Object",
  secureobject: "SecureObject",
};

/** The type that a definition's `type` member names, in any case. */
export function typeName(text: string): TypeName | undefined {
  return names[text.toLowerCase()];
}

/** The type name of a value whose parameter says none. */
export function typeNameOf(value: Json): TypeName {
  if (typeof value === "string") return "String";
  if (typeof value === "number") return "Int";
  if (typeof value === "boolean") return "Bool";
  return Array.isArray(value) ? "Array" : "Object";
}

export function isSecure(type: TypeName): boolean {
  return type === "SecureString" || type === "SecureObject";
}

/** What Resource Manager says it expected for a type. */
export function expectedToken(type: TypeName): string {
  switch (type) {
    case "String":
    case "SecureString":
      return "String, Uri";
    case "Int":
      return "Integer";
    case "Bool":
      return "Boolean";
    case "Array":
      return "Array";
    default:
      return "Object";
  }
}

/** True if a value is of the type, leaving null aside. */
export function matchesType(value: Json, type: TypeName): boolean {
  switch (type) {
    case "String":
    case "SecureString":
      return typeof value === "string";
    case "Int":
      return typeof value === "number" && Number.isInteger(value);
    case "Bool":
      return typeof value === "boolean";
    case "Array":
      return Array.isArray(value);
    default:
      return isJsonObject(value);
  }
}

/** Longest chain of `$ref`s: longer ones go in a circle. */
const maxReferences = 64;

/**
 * A type definition with its `$ref` followed: members beside the `$ref` win over those of the definition.
 * @throws ExpressionFault for a definition that does not exist or refers to itself.
 */
export function resolveDefinition(definition: JsonObject, definitions: JsonObject): JsonObject {
  let current = definition;
  for (let step = 0; ; step++) {
    const reference = getMember(current, "$ref");
    if (typeof reference !== "string") return current;
    if (step > maxReferences) throw fault("definitionCycle", reference);
    const path = /^#\/definitions\/(.+)$/.exec(reference)?.[1];
    const target = path === undefined ? undefined : followPointer(path, definitions);
    if (!isJsonObject(target)) throw fault("definitionNotFound", reference);
    const { $ref: _reference, ...own } = current;
    current = { ...target, ...own };
  }
}

/** A path below `#/definitions/`, as JSON pointer. */
function followPointer(path: string, definitions: JsonObject): Json | undefined {
  let value: Json | undefined = definitions;
  for (const segment of path.split("/")) {
    const name = decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(name)];
    else if (isJsonObject(value)) value = getMember(value, name);
    else return undefined;
  }
  return value;
}
