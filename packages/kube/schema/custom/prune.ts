import { isJsonObject } from "@byocni/base/core";
import { additionalOf, itemsOf, keepsUnknown, propertyOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/** Fields that every resource (embedded ones too) has beside its schema. */
const typeFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/**
 * A copy without the fields that the schema does not name.
 * @param unknown collects the paths of dropped fields (`spec.a[0].b`).
 */
export function pruneUnknown(
  schema: SchemaProps,
  value: unknown,
  unknown: string[],
  path = "",
  resource = true,
): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    // Without a schema for its elements a list is not looked into.
    return items ? value.map((item, index) => pruneUnknown(items, item, unknown, `${path}[${index}]`, false)) : value;
  }
  if (!isJsonObject(value)) return value;
  const isResource = resource || schema["x-kubernetes-embedded-resource"] === true;
  const additional = additionalOf(schema);
  const out: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const place = path === "" ? key : `${path}.${key}`;
    const property = propertyOf(schema, key);
    let kept: unknown;
    if (isResource && typeFields.has(key)) kept = item;
    else if (property) kept = pruneUnknown(property, item, unknown, place, false);
    else if (additional === true || (additional === undefined && keepsUnknown(schema))) kept = item;
    else if (additional !== undefined) kept = pruneUnknown(additional, item, unknown, place, false);
    else {
      unknown.push(place);
      continue;
    }
    define(out, key, kept);
  }
  return out;
}

function define(out: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true });
  else out[key] = value;
}
