import type { Checker } from "../checker/checker.ts";
import { isJsonObject, setMember, type Json } from "../files/json.ts";
import { parseJsonText } from "../files/json-text.ts";
import type { ParameterSymbol } from "../symbols/index.ts";
import { propertyKey, type Expression } from "../syntax/index.ts";
import type { Type } from "../types/index.ts";

/** A parameters file in JSON to be filled in. `existing` is the text of the file that it replaces: its values are kept. */
export function placeholderJson(checker: Checker, parameters: readonly ParameterSymbol[], existing: string): Json {
  const parsed = existing.trim() === "" ? undefined : parseJsonText(existing);
  const old = parsed && "value" in parsed && isJsonObject(parsed.value) ? parsed.value : {};
  const oldVersion = old["contentVersion"];
  const oldParameters = isJsonObject(old["parameters"]) ? old["parameters"] : {};
  const values: Record<string, Json> = {};
  for (const symbol of parameters) {
    const kept = Object.hasOwn(oldParameters, symbol.name) ? oldParameters[symbol.name] : undefined;
    const made = placeholder(checker, symbol);
    setMember(values, symbol.name, kept === undefined ? made : merged(made, kept));
  }
  return {
    $schema: "https://schema.management.azure.com/schemas/2015-01-01/deploymentParameters.json#",
    contentVersion: typeof oldVersion === "string" ? oldVersion : "1.0.0.0",
    ...(parameters.length > 0 ? { parameters: values } : {}),
  };
}

function placeholder(checker: Checker, { node }: ParameterSymbol): Json {
  const given = node.defaultValue && literalJson(node.defaultValue);
  if (given !== undefined) return { value: given };
  const type = checker.declaredType(node);
  const plain = primitive(type);
  if (plain !== undefined) return { value: plain };
  if (type.kind !== "object" || type.properties.size === 0) return {};
  const value: Record<string, Json> = {};
  for (const property of type.properties.values()) setMember(value, property.name, primitive(property.type()) ?? "");
  return { value };
}

/** What stands for a type until it is filled in; undefined for types that are not of the plainest. */
function primitive(type: Type): Json | undefined {
  switch (type.kind) {
    case "string":
      return "";
    case "int":
      return 0;
    case "bool":
      return false;
    case "object":
      return type.properties.size === 0 ? {} : undefined;
    case "array":
      return type.isUntyped ? [] : undefined;
    default:
      return undefined;
  }
}

/** The value of an expression that is written out; undefined for all that has to be worked out. */
function literalJson(node: Expression): Json | undefined {
  switch (node.kind) {
    case "parenthesized":
      return literalJson(node.expression);
    case "string":
      return node.expressions.length === 0 ? (node.segments[0] ?? "") : undefined;
    case "integer":
      return Number(node.value);
    case "unary":
      return node.operator === "-" && node.operand.kind === "integer" ? -Number(node.operand.value) : undefined;
    case "boolean":
      return node.value;
    case "null":
      return null;
    case "array": {
      const items: Json[] = [];
      for (const item of node.items) {
        const value = item.kind === "spread" ? undefined : literalJson(item);
        if (value === undefined) return undefined;
        items.push(value);
      }
      return items;
    }
    case "object": {
      const members: Record<string, Json> = {};
      for (const member of node.members) {
        const key = member.kind === "property" ? propertyKey(member) : undefined;
        const value = member.kind === "property" ? literalJson(member.value) : undefined;
        if (key === undefined || value === undefined) return undefined;
        setMember(members, key, value);
      }
      return members;
    }
    default:
      return undefined;
  }
}

/** Members of objects are merged, items that are new are added to arrays, anything else is replaced. */
function merged(made: Json, kept: Json): Json {
  if (Array.isArray(made) && Array.isArray(kept)) {
    const known = new Set(made.map((item) => JSON.stringify(item)));
    return [...made, ...kept.filter((item) => !known.has(JSON.stringify(item)))];
  }
  if (!isJsonObject(made) || !isJsonObject(kept)) return kept;
  const result: Record<string, Json> = {};
  for (const [key, value] of Object.entries(made)) if (value !== undefined) setMember(result, key, value);
  for (const [key, value] of Object.entries(kept)) {
    if (value === undefined) continue;
    const own = Object.hasOwn(result, key) ? result[key] : undefined;
    setMember(result, key, own === undefined ? value : merged(own, value));
  }
  return result;
}
