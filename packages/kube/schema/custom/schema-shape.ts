import type { Shape } from "../apply/shape.ts";
import { additionalOf, itemsOf, keepsUnknown, propertyOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

const deduced: Shape = { kind: "deduced" };
const leaf: Shape = { kind: "leaf" };

/** How server-side apply sees a custom resource: `metadata` comes from the built-in type. */
export function shapeOfSchema(schema: SchemaProps, metadata: Shape): Shape {
  const root = shapeOf(schema);
  return {
    kind: "map",
    atomic: false,
    field: (name) => {
      if (name === "metadata") return metadata;
      if (name === "apiVersion" || name === "kind") return leaf;
      return root.kind === "map" ? root.field(name) : deduced;
    },
    isKey: (name) => !["metadata", "apiVersion", "kind"].includes(name) && (root.kind !== "map" || root.isKey(name)),
  };
}

/** The shape of one schema node; inner nodes are looked at when asked for. */
export function shapeOf(schema: SchemaProps): Shape {
  if (schema.type === "array") {
    const items = itemsOf(schema);
    const listType = schema["x-kubernetes-list-type"];
    const element = items ? shapeOf(items) : deduced;
    const keys = schema["x-kubernetes-list-map-keys"];
    if (listType === "map" && keys && items) {
      const keyDefaults: Record<string, string | number | boolean> = {};
      for (const key of keys) {
        const value = propertyOf(items, key)?.default;
        if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
          keyDefaults[key] = value;
      }
      return { kind: "list", listType: "map", element, keys, keyDefaults };
    }
    return { kind: "list", listType: listType === "set" ? "set" : "atomic", element };
  }
  if (schema.type === "object") {
    const additional = additionalOf(schema);
    const open = additional === true || keepsUnknown(schema);
    if (!schema.properties && additional === undefined && open) return deduced;
    return {
      kind: "map",
      atomic: schema["x-kubernetes-map-type"] === "atomic",
      field: (name) => {
        const property = propertyOf(schema, name);
        if (property) return shapeOf(property);
        if (additional !== undefined && additional !== true) return shapeOf(additional);
        return open ? deduced : undefined;
      },
      isKey: (name) => propertyOf(schema, name) === undefined,
    };
  }
  if (schema["x-kubernetes-int-or-string"] === true) return leaf;
  return schema.type === undefined || schema.type === "" ? deduced : leaf;
}
