import type { JSONSchemaProps } from "../model/apiextensions-v1.gen.ts";

/** One node of a CustomResourceDefinition's schema, as its author wrote it. */
export type SchemaProps = JSONSchemaProps;

/** The schema of a list's elements; a list of schemas (tuples) is not structural and gives none. */
export function itemsOf(schema: SchemaProps): SchemaProps | undefined {
  const items = schema.items;
  return items === undefined || Array.isArray(items) ? undefined : (items as SchemaProps);
}

/** `additionalProperties`: a schema, `true` for anything, `undefined` for nothing more. */
export function additionalOf(schema: SchemaProps): SchemaProps | true | undefined {
  const additional = schema.additionalProperties;
  if (additional === undefined || additional === false) return undefined;
  return additional;
}

/** The schema of a property, never an inherited member. */
export function propertyOf(schema: SchemaProps, name: string): SchemaProps | undefined {
  const properties = schema.properties;
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Keeps what it does not know. */
export function keepsUnknown(schema: SchemaProps): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true;
}
