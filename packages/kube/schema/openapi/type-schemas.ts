import type { Field, ScalarKind, StructType, TypeRef, TypeTable } from "../types/type-table.ts";

/** A JSON object of an OpenAPI document under construction. */
export type Doc = Record<string, unknown>;

const meta = "io.k8s.apimachinery.pkg";
const crd = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";

/** Types that are schemas of their own in the document. */
const named: Readonly<Partial<Record<ScalarKind, { readonly name: string; readonly schema: Doc }>>> = {
  quantity: { name: `${meta}.api.resource.Quantity`, schema: { oneOf: [{ type: "string" }, { type: "number" }] } },
  intOrString: {
    name: `${meta}.util.intstr.IntOrString`,
    schema: { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] },
  },
  time: { name: `${meta}.apis.meta.v1.Time`, schema: { format: "date-time", type: "string" } },
  microTime: { name: `${meta}.apis.meta.v1.MicroTime`, schema: { format: "date-time", type: "string" } },
  fieldsV1: { name: `${meta}.apis.meta.v1.FieldsV1`, schema: { type: "object" } },
  raw: { name: `${meta}.runtime.RawExtension`, schema: { type: "object" } },
  json: { name: `${crd}.JSON`, schema: {} },
  schemaOrArray: { name: `${crd}.JSONSchemaPropsOrArray`, schema: {} },
  schemaOrBool: { name: `${crd}.JSONSchemaPropsOrBool`, schema: {} },
  schemaOrStrings: { name: `${crd}.JSONSchemaPropsOrStringArray`, schema: {} },
};

const plain: Readonly<Partial<Record<ScalarKind, Doc>>> = {
  string: { type: "string" },
  bool: { type: "boolean" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  float64: { type: "number", format: "double" },
  bytes: { type: "string", format: "byte" },
};

/** `#/components/schemas/…`. */
export const schemaRef = (name: string): string => `#/components/schemas/${name}`;

/** Collects the schemas that one document needs. */
export interface SchemaCollector {
  readonly schemas: Doc;
  /** Adds a struct with everything below it; returns its reference. */
  add(typeName: string): string;
  /** Marks a struct's schema as the one of a kind. */
  mark(typeName: string, kind: { readonly group: string; readonly version: string; readonly kind: string }): void;
}

/** Builds a collector over the type table. */
export function createSchemaCollector(table: TypeTable): SchemaCollector {
  const schemas: Doc = {};

  function add(typeName: string): string {
    const struct = table.get(typeName);
    if (!Object.hasOwn(schemas, struct.openApiName)) {
      const schema: Doc = {};
      // Set before its fields, so that a type that contains itself ends.
      schemas[struct.openApiName] = schema;
      Object.assign(schema, structSchema(struct));
    }
    return schemaRef(struct.openApiName);
  }

  function structSchema(struct: StructType): Doc {
    const properties: Doc = {};
    const required: string[] = [];
    for (const field of struct.fields.values()) {
      properties[field.name] = fieldSchema(field);
      if (field.required) required.push(field.name);
    }
    return {
      type: "object",
      ...(struct.fields.size > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(struct.atomic ? { "x-kubernetes-map-type": "atomic" } : {}),
    };
  }

  function fieldSchema(field: Field): Doc {
    const schema = refSchema(field.type, field.pointer, field.enum);
    if (field.default !== undefined) schema["default"] = field.default;
    if (field.type.kind === "list") schema["x-kubernetes-list-type"] = field.listType ?? "atomic";
    if (field.listMapKeys) schema["x-kubernetes-list-map-keys"] = field.listMapKeys;
    if (field.mapType) schema["x-kubernetes-map-type"] = field.mapType;
    if (field.patchMergeKey !== undefined) schema["x-kubernetes-patch-merge-key"] = field.patchMergeKey;
    if (field.patchStrategy) schema["x-kubernetes-patch-strategy"] = field.patchStrategy.join(",");
    return schema;
  }

  function refSchema(type: TypeRef, pointer: boolean, values?: readonly string[]): Doc {
    switch (type.kind) {
      case "struct": {
        const ref = { allOf: [{ $ref: add(type.name) }] };
        return pointer ? ref : { ...ref, default: {} };
      }
      case "list":
        return { type: "array", items: refSchema(type.of, true, values) };
      case "map":
        return { type: "object", additionalProperties: refSchema(type.of, true) };
      case "scalar": {
        const known = named[type.scalar];
        if (!known) return { ...plain[type.scalar], ...(values ? { enum: values } : {}) };
        schemas[known.name] ??= known.schema;
        return { allOf: [{ $ref: schemaRef(known.name) }] };
      }
    }
  }

  return {
    schemas,
    add,
    mark(typeName, { group, version, kind }) {
      add(typeName);
      const schema = schemas[table.get(typeName).openApiName] as Doc;
      const key = "x-kubernetes-group-version-kind";
      const marks = (schema[key] ?? []) as Doc[];
      if (!marks.some((mark) => mark["group"] === group && mark["version"] === version && mark["kind"] === kind))
        schema[key] = [...marks, { group, kind, version }];
    },
  };
}
