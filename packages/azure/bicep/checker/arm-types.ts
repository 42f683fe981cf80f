import { isJsonObject, type JsonObject } from "../files/json.ts";
import type { ArmFile } from "../files/arm-file.ts";
import type { ExportedSymbol } from "../model/exports.ts";
import {
  anyType,
  arrayOf,
  arrayType,
  boolType,
  booleanLiteral,
  errorType,
  integerLiteral,
  integerType,
  nullable,
  objectOf,
  objectType,
  stringLiteral,
  stringType,
  unionOf,
  type Type,
} from "../types/index.ts";

const maxDepth = 40;

function literalOf(value: unknown): Type {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number" && Number.isSafeInteger(value)) return integerLiteral(BigInt(value));
  if (typeof value === "boolean") return booleanLiteral(value);
  return anyType;
}

/** The type that a parameter, output or definition of a template denotes. */
export function armType(file: ArmFile, declaration: unknown, depth = 0): Type {
  if (!isJsonObject(declaration) || depth > maxDepth) return anyType;
  const type = armTypeWithoutNull(file, declaration, depth);
  return declaration["nullable"] === true ? nullable(type) : type;
}

function armTypeWithoutNull(file: ArmFile, declaration: JsonObject, depth: number): Type {
  const reference = declaration["$ref"];
  if (typeof reference === "string") {
    const name = /^#\/definitions\/([^/]+)$/.exec(reference)?.[1];
    const definitions = file.template["definitions"];
    const target = name !== undefined && isJsonObject(definitions) ? definitions[name] : undefined;
    return armType(file, target, depth + 1);
  }
  const allowed = declaration["allowedValues"];
  const kind = typeof declaration["type"] === "string" ? declaration["type"].toLowerCase() : "";
  if (Array.isArray(allowed) && kind !== "array") return unionOf(allowed.map(literalOf));
  switch (kind) {
    case "string":
      return stringType;
    case "securestring":
      return { ...stringType, isSecure: true };
    case "int":
      return integerType;
    case "bool":
      return boolType;
    case "array": {
      const { items } = declaration;
      return isJsonObject(items) ? arrayOf(armType(file, items, depth + 1)) : arrayType;
    }
    case "object":
    case "secureobject": {
      const { properties } = declaration;
      const isSecure = kind === "secureobject";
      if (!isJsonObject(properties)) return isSecure ? { ...objectType, isSecure } : objectType;
      const rest = declaration["additionalProperties"];
      const additional =
        rest === false
          ? {}
          : { additional: { type: () => armType(file, rest, depth + 1), isFallback: !isJsonObject(rest) } };
      return objectOf(
        undefined,
        Object.entries(properties).map(([name, value]) => ({
          name,
          type: () => armType(file, value, depth + 1),
          isRequired: !(isJsonObject(value) && value["nullable"] === true),
          allowsNull: isJsonObject(value) && value["nullable"] === true,
        })),
        { ...additional, ...(isSecure ? { isSecure } : {}) },
      );
    }
    default:
      return anyType;
  }
}

export function armExportType(exported: Extract<ExportedSymbol, { kind: "arm" }>): Type {
  if (exported.what === "function") return errorType;
  if (exported.what === "variable") return anyType;
  const definitions = exported.file.template["definitions"];
  return isJsonObject(definitions) ? armType(exported.file, definitions[exported.name]) : anyType;
}
