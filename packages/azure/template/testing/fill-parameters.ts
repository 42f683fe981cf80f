import { isJsonObject, type Json, type JsonObject } from "@byocni/base/core";

/** A value that suits a type of a template, user-defined types included. */
export function sampleValue(type: JsonObject, definitions: JsonObject = {}, depth = 0): Json {
  const reference = type["$ref"];
  if (typeof reference === "string") {
    const target = definitions[reference.split("/").at(-1) ?? ""];
    const { $ref: _reference, ...own } = type;
    return sampleValue({ ...(isJsonObject(target) ? target : {}), ...own }, definitions, depth);
  }
  if (type["nullable"] === true || depth > 6) return null;
  const allowed = type["allowedValues"];
  if (Array.isArray(allowed)) return type["type"] === "array" ? [] : ((allowed as Json[])[0] ?? null);
  const discriminator = type["discriminator"];
  if (isJsonObject(discriminator) && isJsonObject(discriminator["mapping"])) {
    const [first] = Object.values(discriminator["mapping"]);
    return isJsonObject(first) ? sampleValue(first, definitions, depth + 1) : {};
  }
  const length = Number(type["minLength"] ?? 1);
  switch (String(type["type"] ?? "string").toLowerCase()) {
    case "int":
      return Number(type["minValue"] ?? 1);
    case "bool":
      return true;
    case "array":
      return sampleItems(type, definitions, depth);
    case "object":
    case "secureobject":
      return sampleMembers(type, definitions, depth);
    default:
      return "x".repeat(Math.max(length, 1));
  }
}

function sampleItems(type: JsonObject, definitions: JsonObject, depth: number): Json {
  const prefix = type["prefixItems"];
  if (Array.isArray(prefix)) return (prefix as JsonObject[]).map((item) => sampleValue(item, definitions, depth + 1));
  const items = isJsonObject(type["items"]) ? type["items"] : { type: "string" };
  return Array.from({ length: Number(type["minLength"] ?? 0) }, () => sampleValue(items, definitions, depth + 1));
}

function sampleMembers(type: JsonObject, definitions: JsonObject, depth: number): Json {
  const properties = isJsonObject(type["properties"]) ? type["properties"] : {};
  const members = Object.entries(properties).map(([name, member]): [string, Json] => [
    name,
    isJsonObject(member) ? sampleValue(member, definitions, depth + 1) : null,
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}

/** `properties.parameters` with a value for every parameter that needs one. */
export function sampleParameters(template: JsonObject): JsonObject {
  const parameters = isJsonObject(template["parameters"]) ? template["parameters"] : {};
  const definitions = isJsonObject(template["definitions"]) ? template["definitions"] : {};
  const result: Record<string, Json> = {};
  for (const [name, definition] of Object.entries(parameters)) {
    if (!isJsonObject(definition) || (definition["defaultValue"] ?? null) !== null) continue;
    const value = sampleValue(definition, definitions);
    if (value !== null) result[name] = { value };
  }
  return result;
}
