import type { Field, TypeRef, TypeTable } from "../types/type-table.ts";
import type { Shape } from "./shape.ts";

const leaf: Shape = { kind: "leaf" };
const deduced: Shape = { kind: "deduced" };

/** Shapes of built-in types; each struct's shape is made once. */
export interface TypeShapes {
  of(typeName: string): Shape;
}

/** Builds the shapes over the type table. */
export function createTypeShapes(table: TypeTable): TypeShapes {
  const structs = new Map<string, Shape>();

  function ofStruct(name: string, atomic = false): Shape {
    const key = atomic ? `${name}!` : name;
    let shape = structs.get(key);
    if (!shape) {
      const type = table.get(name);
      const fields = new Map<string, Shape>();
      shape = {
        kind: "map",
        atomic: atomic || type.atomic,
        field: (fieldName) => {
          let inner = fields.get(fieldName);
          const field = inner ? undefined : type.fields.get(fieldName);
          if (field) {
            inner = ofField(field);
            fields.set(fieldName, inner);
          }
          return inner;
        },
        isKey: () => false,
      };
      structs.set(key, shape);
    }
    return shape;
  }

  function ofField(field: Field): Shape {
    const type = field.type;
    if (type.kind === "list") {
      const element = ofRef(type.of);
      if (field.listType === "map" && field.listMapKeys)
        return {
          kind: "list",
          listType: "map",
          element,
          keys: field.listMapKeys,
          keyDefaults: keyDefaults(type.of, field.listMapKeys),
        };
      return { kind: "list", listType: field.listType === "set" ? "set" : "atomic", element };
    }
    if (type.kind === "map") return ofMap(type, field.mapType === "atomic");
    // A field may override what its type says (`granular` opens an atomic reference).
    if (type.kind === "struct" && field.mapType === "atomic") return ofStruct(type.name, true);
    if (type.kind === "struct" && field.mapType === "granular")
      return { ...ofStruct(type.name), atomic: false } as Shape;
    return ofRef(type);
  }

  function ofMap(type: TypeRef & { kind: "map" }, atomic: boolean): Shape {
    const element = ofRef(type.of);
    return { kind: "map", atomic, field: () => element, isKey: () => true };
  }

  function ofRef(type: TypeRef): Shape {
    switch (type.kind) {
      case "struct":
        return ofStruct(type.name);
      case "map":
        return ofMap(type, false);
      case "list":
        return { kind: "list", listType: "atomic", element: ofRef(type.of) };
      case "scalar":
        // Raw values have no schema; the unions of JSON Schema are owned as one.
        return type.scalar === "raw" || type.scalar === "json" ? deduced : leaf;
    }
  }

  function keyDefaults(element: TypeRef, keys: readonly string[]): Record<string, string | number | boolean> {
    const found: Record<string, string | number | boolean> = {};
    if (element.kind !== "struct") return found;
    for (const key of keys) {
      const value = table.get(element.name).fields.get(key)?.default;
      if (value !== undefined) found[key] = value;
    }
    return found;
  }

  return { of: (typeName) => ofStruct(typeName) };
}
