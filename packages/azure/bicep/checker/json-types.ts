import { isJsonObject, type Json } from "../files/json.ts";
import {
  anyType,
  arrayOf,
  booleanLiteral,
  integerLiteral,
  nullType,
  objectOf,
  stringLiteral,
  unionOf,
  type Type,
} from "../types/index.ts";

const maxItems = 64;

/** The type of a value that is known: literals all the way down. Long arrays are not typed item by item. */
export function typeOfJson(value: Json | undefined): Type {
  if (value === null || value === undefined) return nullType;
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "boolean") return booleanLiteral(value);
  if (typeof value === "number") return Number.isSafeInteger(value) ? integerLiteral(BigInt(value)) : anyType;
  if (!isJsonObject(value)) {
    return value.length > maxItems ? arrayOf(anyType) : arrayOf(unionOf(value.map(typeOfJson)));
  }
  const properties = Object.entries(value).map(([name, member]) => ({
    name,
    type: () => typeOfJson(member),
    isReadOnly: true,
    isDeployTimeConstant: true,
  }));
  return objectOf("object", properties);
}
