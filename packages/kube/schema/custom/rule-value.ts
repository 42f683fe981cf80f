import { isJsonObject } from "@byocni/base/core";
import { canonicalTime } from "../decode/time.ts";
import { additionalOf, itemsOf, propertyOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/** Words that a property may be called but an expression may not. */
const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** How an expression spells a property that is no identifier; undefined when it cannot. */
export function ruleName(property: string): string | undefined {
  if (reserved.has(property)) return `__${property}__`;
  const escaped = property
    .replaceAll("__", "__underscores__")
    .replaceAll(".", "__dot__")
    .replaceAll("-", "__dash__")
    .replaceAll("/", "__slash__");
  return /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(escaped) ? escaped : undefined;
}

/** A value as rules see it: integers are integers, times are times, properties are spelt as identifiers. */
export function ruleValue(schema: SchemaProps | undefined, value: unknown): unknown {
  if (typeof value === "number") {
    // A `number` stays one even when it happens to be whole.
    return schema?.type === "number" || !Number.isInteger(value) ? value : BigInt(value);
  }
  if (typeof value === "string")
    return schema?.format === "date-time" && canonicalTime(value) !== undefined ? new Date(value) : value;
  if (Array.isArray(value)) {
    const items = schema && itemsOf(schema);
    return value.map((item) => ruleValue(items, item));
  }
  if (!isJsonObject(value)) return value;
  const additional = schema && additionalOf(schema);
  const out: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) {
    const property = schema && propertyOf(schema, key);
    // Keys of maps are no identifiers and stay as they are.
    const name = property ? ruleName(key) : key;
    if (name !== undefined) out[name] = ruleValue(property ?? (additional === true ? undefined : additional), item);
  }
  return { ...out };
}
