import { isJsonObject } from "@byocni/base/core";
import { cloneJson } from "../defaults/draft.ts";
import { additionalOf, itemsOf, propertyOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/**
 * Fills `default`s of the schema in place, outside in. A null where the schema has a default and is not nullable counts
 * as absent.
 */
export function fillSchemaDefaults(schema: SchemaProps, value: unknown): void {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (!items) return;
    for (const [index, item] of value.entries()) {
      if (item === null && items.default !== undefined && items.nullable !== true)
        value[index] = cloneJson(items.default);
      fillSchemaDefaults(items, value[index]);
    }
    return;
  }
  if (!isJsonObject(value)) return;
  const draft = value as Record<string, unknown>;
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const current = Object.hasOwn(draft, key) ? draft[key] : undefined;
    if (property.default !== undefined && (current === undefined || (current === null && property.nullable !== true)))
      draft[key] = cloneJson(property.default);
    if (Object.hasOwn(draft, key)) fillSchemaDefaults(property, draft[key]);
  }
  const additional = additionalOf(schema);
  if (additional === undefined || additional === true) return;
  for (const key of Object.keys(draft)) {
    if (propertyOf(schema, key)) continue;
    if (draft[key] === null && additional.default !== undefined && additional.nullable !== true)
      draft[key] = cloneJson(additional.default);
    fillSchemaDefaults(additional, draft[key]);
  }
}

/** Drops nulls of fields that are neither nullable nor have a default: for the server they are absent. */
export function dropNulls(schema: SchemaProps, value: unknown): void {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items) for (const item of value) dropNulls(items, item);
    return;
  }
  if (!isJsonObject(value)) return;
  const draft = value as Record<string, unknown>;
  for (const key of Object.keys(draft)) {
    const additional = additionalOf(schema);
    const inner = propertyOf(schema, key) ?? (additional === true ? undefined : additional);
    if (!inner) continue;
    if (draft[key] === null && inner.nullable !== true && inner.default === undefined) delete draft[key];
    else dropNulls(inner, draft[key]);
  }
}
