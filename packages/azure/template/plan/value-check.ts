import { isJsonObject, jsonEqual, type Json, type JsonObject } from "@byocni/base/core";
import { fault, textOf, type ExpressionFault } from "../errors/template-error.ts";
import { findKey, getMember, isJsonArray, stringify, typeOf } from "../expression/value.ts";
import { expectedToken, matchesType, resolveDefinition, typeName } from "./parameter-types.ts";

/**
 * Checks a value against a user-defined type: `properties`, `additionalProperties`, `items`, `prefixItems`,
 * `discriminator`, `nullable`, `allowedValues` and the bounds, all the way down.
 * @returns the first complaint.
 */
export function checkValue(
  value: Json,
  definition: JsonObject,
  definitions: JsonObject,
  path: string,
): ExpressionFault | undefined {
  const type = resolveDefinition(definition, definitions);
  if (value === null && getMember(type, "nullable") === true) return undefined;
  const name = getMember(type, "type");
  const expected = typeof name === "string" ? typeName(name) : undefined;
  if (expected && !matchesType(value, expected)) {
    return fault("valueType", path, expectedToken(expected), typeOf(value));
  }
  const allowed = getMember(type, "allowedValues");
  if (isJsonArray(allowed) && !isAllowed(value, allowed)) {
    return fault("valueNotAllowed", path, stringify(value), allowed.map((item) => stringify(item)).join(","));
  }
  const bound = boundViolation(value, type);
  if (bound !== undefined) return fault("valueLength", path, bound);
  if (isJsonArray(value)) return checkItems(value, type, definitions, path);
  if (isJsonObject(value)) return checkMembers(value, type, definitions, path);
  return undefined;
}

/** Lists of allowed values: an array is allowed as a whole, or when each of its items is. */
export function isAllowed(value: Json, allowed: readonly Json[]): boolean {
  if (allowed.some((item) => allowedEqual(item, value))) return true;
  return isJsonArray(value) && value.every((item) => allowed.some((other) => allowedEqual(other, item)));
}

/** Strings without regard to case (Azure/bicep#2489). */
function allowedEqual(a: Json, b: Json): boolean {
  if (typeof a === "string" && typeof b === "string") return a.toLowerCase() === b.toLowerCase();
  return jsonEqual(a, b);
}

function limit(type: JsonObject, name: string): number | undefined {
  const value = getMember(type, name);
  return typeof value === "number" ? value : undefined;
}

/** The text of the bound that a value breaks. */
export function boundViolation(value: Json, type: JsonObject): string | undefined {
  if (typeof value === "number") {
    const least = limit(type, "minValue");
    const most = limit(type, "maxValue");
    if (least !== undefined && value < least) return textOf("tooSmall", least);
    if (most !== undefined && value > most) return textOf("tooLarge", most);
  }
  if (typeof value === "string" || isJsonArray(value)) {
    const least = limit(type, "minLength");
    const most = limit(type, "maxLength");
    if (least !== undefined && value.length < least) return textOf("tooShort", least);
    if (most !== undefined && value.length > most) return textOf("tooLong", most);
  }
  return undefined;
}

function checkItems(
  value: readonly Json[],
  type: JsonObject,
  definitions: JsonObject,
  path: string,
): ExpressionFault | undefined {
  const prefix = getMember(type, "prefixItems");
  const items = getMember(type, "items");
  const prefixes = isJsonArray(prefix) ? prefix : [];
  for (const [index, item] of value.entries()) {
    const own = prefixes[index] ?? items;
    if (own === false) return fault("valueTooManyItems", path, prefixes.length);
    if (!isJsonObject(own)) continue;
    const complaint = checkValue(item, own, definitions, `${path}[${index}]`);
    if (complaint) return complaint;
  }
  for (let index = value.length; index < prefixes.length; index++) {
    const own = prefixes[index];
    if (isJsonObject(own) && getMember(resolveDefinition(own, definitions), "nullable") !== true) {
      return fault("valueMissing", `${path}[${index}]`);
    }
  }
  return undefined;
}

function checkMembers(
  value: JsonObject,
  type: JsonObject,
  definitions: JsonObject,
  path: string,
): ExpressionFault | undefined {
  const discriminator = getMember(type, "discriminator");
  if (isJsonObject(discriminator)) return checkDiscriminator(value, discriminator, definitions, path);
  const properties = getMember(type, "properties");
  const declared = isJsonObject(properties) ? properties : {};
  for (const [name, definition] of Object.entries(declared)) {
    if (!isJsonObject(definition)) continue;
    const memberPath = `${path}.${name}`;
    const member = getMember(value, name);
    if (member === undefined) {
      if (getMember(resolveDefinition(definition, definitions), "nullable") === true) continue;
      return fault("valueMissing", memberPath);
    }
    const complaint = checkValue(member, definition, definitions, memberPath);
    if (complaint) return complaint;
  }
  const additional = getMember(type, "sealed") === true ? false : getMember(type, "additionalProperties");
  if (additional === undefined || additional === true) return undefined;
  const undeclared = Object.entries(value).filter(([name]) => findKey(declared, name) === undefined);
  if (!isJsonObject(additional)) {
    return undeclared.length === 0
      ? undefined
      : fault(
          "valueAdditional",
          undeclared.map(([name]) => name),
        );
  }
  for (const [name, member] of undeclared) {
    if (member === undefined) continue;
    const complaint = checkValue(member, additional, definitions, `${path}.${name}`);
    if (complaint) return complaint;
  }
  return undefined;
}

/** A tagged union: the member named `propertyName` chooses the type in `mapping`. */
function checkDiscriminator(
  value: JsonObject,
  discriminator: JsonObject,
  definitions: JsonObject,
  path: string,
): ExpressionFault | undefined {
  const name = getMember(discriminator, "propertyName");
  const mapping = getMember(discriminator, "mapping");
  if (typeof name !== "string" || !isJsonObject(mapping)) return undefined;
  const tag = getMember(value, name);
  const chosen = typeof tag === "string" && Object.hasOwn(mapping, tag) ? mapping[tag] : undefined;
  if (!isJsonObject(chosen)) return fault("valueDiscriminator", path, name, Object.keys(mapping).join(","));
  return checkValue(value, chosen, definitions, path);
}
