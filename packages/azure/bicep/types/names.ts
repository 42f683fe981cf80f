import { isIdentifier } from "../syntax/characters.ts";
import type { ObjectType, Type } from "./type.ts";

/** A string as it is written in Bicep: `'it\'s'`. */
export function quotedBicep(value: string): string {
  const escaped = value
    .replaceAll("\\", "\\\\")
    .replaceAll("'", "\\'")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t")
    .replaceAll("${", "\\${");
  return `'${escaped}'`;
}

const maxDepth = 6;

function objectName(type: ObjectType, depth: number): string {
  if (type.name !== undefined) return type.name;
  // Types of the library are large, and have no names there.
  if (type.warnsOnly) return "object";
  if (depth > maxDepth) return "object";
  const parts: string[] = [];
  for (const property of type.properties.values()) {
    const key = isIdentifier(property.name) ? property.name : quotedBicep(property.name);
    parts.push(`${key}: ${nameAt(property.type(), depth + 1)}`);
  }
  if (type.additional && !type.additional.isFallback) {
    parts.push(`*: ${nameAt(type.additional.type(), depth + 1)}`);
  }
  return parts.length === 0 ? "object" : `{ ${parts.join(", ")} }`;
}

function compoundName(type: Type, depth: number): string {
  const name = nameAt(type, depth);
  const wraps = type.kind === "union" || type.kind === "lambda";
  return wraps ? `(${name})` : name;
}

const scopeNames = {
  tenant: "tenant",
  managementGroup: "managementGroup",
  subscription: "subscription",
  resourceGroup: "resourceGroup",
  resource: "resource",
} as const;

function nameAt(type: Type, depth: number): string {
  switch (type.kind) {
    case "any":
    case "error":
    case "never":
    case "null":
    case "bool":
    case "string":
    case "int":
    case "module":
      return type.kind;
    case "string-literal":
      return quotedBicep(type.value);
    case "int-literal":
    case "bool-literal":
      return String(type.value);
    case "namespace":
    case "reference":
      return type.name;
    case "array":
      return type.isUntyped || depth > maxDepth ? "array" : `${compoundName(type.item(), depth + 1)}[]`;
    case "tuple":
      if (depth > maxDepth) return "array";
      return type.items.length === 0
        ? "<empty array>"
        : `[${type.items.map((item) => nameAt(item(), depth + 1)).join(", ")}]`;
    case "object":
      return objectName(type, depth);
    case "discriminated":
      return type.name ?? [...type.members.values()].map((member) => compoundName(member, depth + 1)).join(" | ");
    case "union":
      return [...new Set(type.members.map((member) => compoundName(member, depth + 1)))].toSorted().join(" | ");
    case "resource": {
      const { type: name, apiVersion } = type.reference;
      return apiVersion === undefined ? name : `${name}@${apiVersion}`;
    }
    case "scope":
      return scopeNames[type.scope];
    case "lambda": {
      const required = type.parameters.map((parameter) => compoundName(parameter, depth + 1));
      const optional = type.optional.map((parameter) => `[, ${compoundName(parameter, depth + 1)}]`);
      const list =
        required.length === 1 && optional.length === 0
          ? (required[0] ?? "")
          : `(${required.join(", ")}${optional.join("")})`;
      return `${list} => ${compoundName(type.result, depth + 1)}`;
    }
  }
}

/** A type as the compiler's texts name it. */
export function typeName(type: Type): string {
  return nameAt(type, 0);
}
