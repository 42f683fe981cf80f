/** Kinds of leaf values. `json` is any JSON value, kept as it is. */
export type ScalarKind =
  | "string"
  | "bool"
  | "int32"
  | "int64"
  | "float64"
  | "bytes"
  | "quantity"
  | "intOrString"
  | "time"
  | "microTime"
  | "fieldsV1"
  | "raw"
  | "json"
  /** JSON Schema's unions of CustomResourceDefinition: schema or array, schema or boolean, schema or strings. */
  | "schemaOrArray"
  | "schemaOrBool"
  | "schemaOrStrings";

/** The type of a value. */
export type TypeRef =
  | {
      readonly kind: "scalar";
      readonly scalar: ScalarKind;
      /** Name of a string type as Go prints it: `v1.PullPolicy`. */
      readonly alias?: string;
    }
  | { readonly kind: "struct"; readonly name: string }
  | {
      readonly kind: "list";
      readonly of: TypeRef;
      /** On the wire a message of its own that holds the items (`ExtraValue`). */
      readonly wrapped?: true;
    }
  | { readonly kind: "map"; readonly of: TypeRef };

/** A field as JSON shows it: inline structs are already folded into their owner. */
export interface Field {
  readonly name: string;
  readonly type: TypeRef;
  /** A Go pointer: absent differs from zero. */
  readonly pointer: boolean;
  /** Always written, even when zero. */
  readonly required: boolean;
  /** How lists merge; lists without a mark are atomic. */
  readonly listType?: "atomic" | "map" | "set";
  readonly listMapKeys?: readonly string[];
  readonly mapType?: "atomic" | "granular";
  readonly patchMergeKey?: string;
  readonly patchStrategy?: readonly ("merge" | "replace" | "retainKeys")[];
  /** Declared by the type itself; keys of lists are completed with it. */
  readonly default?: string | number | boolean;
  /** Declared constants of a string type; the API server does not refuse others unless validation says so. */
  readonly enum?: readonly string[];
}

/** One field of the wire form: a JSON field, or an inline struct that is a message of its own on the wire. */
export type WireField =
  | { readonly kind: "field"; readonly field: Field }
  | { readonly kind: "inline"; readonly struct: string };

export interface StructType {
  /** Compact name: `core/v1.Pod`. */
  readonly name: string;
  /** Name in OpenAPI documents: `io.k8s.api.core.v1.Pod`. */
  readonly openApiName: string;
  /** By JSON name, sorted. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Server-side apply treats a value of this type as one. */
  readonly atomic: boolean;
  /** By protobuf field number. */
  readonly wire: ReadonlyMap<number, WireField>;
}

/** The stable API types, parsed a package at a time when first asked for. */
export interface TypeTable {
  /** The struct with this compact name. */
  find(name: string): StructType | undefined;
  /** The same, where its absence is a bug. */
  get(name: string): StructType;
  /** Compact names of one package's types (`core/v1`). */
  names(pkg: string): readonly string[];
}
