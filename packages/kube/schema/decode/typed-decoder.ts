import { isJsonObject } from "@byocni/base/core";
import type { JsonObject } from "@byocni/base/core";
import { cloneJson } from "../defaults/draft.ts";
import { canonicalQuantity, quantityFormatProblem } from "../quantity/quantity.ts";
import type { Field, ScalarKind, StructType, TypeRef, TypeTable } from "../types/type-table.ts";
import { canonicalMicroTime, canonicalTime, timeProblem } from "./time.ts";

/** A body whose JSON types do not fit. The text is Go's: `json: cannot unmarshal string into Go struct field …`. */
export class TypeMismatch extends Error {}

type Draft = Record<string, unknown>;

export interface TypedDecoder {
  /**
   * Reads `value` as a struct and returns a fresh object in the server's form: unknown fields, nulls and zero values of
   * optional fields are left out; required fields and plain (non-pointer) structs are there.
   * @param unknown collects the paths of unknown fields, in the order of the text.
   * @param known an object in the server's form already: members that `value` shares with it are taken as they are.
   * @throws TypeMismatch at the first value of a wrong type.
   */
  decode(typeName: string, value: JsonObject, unknown: string[], known?: JsonObject): JsonObject;
}

/** Builds a decoder over the type table. */
export function createTypedDecoder(table: TypeTable): TypedDecoder {
  /** What a plain struct looks like when nothing is set; most are empty. */
  const zeros = new Map<string, JsonObject>();

  function zeroOf(name: string): JsonObject {
    let zero = zeros.get(name);
    if (!zero) {
      zero = new Walk(table, [], zeroOf).struct(table.get(name), {});
      zeros.set(name, zero);
    }
    // Fresh each time: what is decoded may be changed in place afterwards.
    return cloneJson(zero);
  }

  return {
    decode(typeName, value, unknown, known) {
      return new Walk(table, unknown, zeroOf).struct(table.get(typeName), value, known);
    },
  };
}

/** One pass over one body. */
class Walk {
  /** From the root to here: field names, list indexes, and map keys (in an array of one). */
  readonly #path: (string | number | readonly [string])[] = [];
  /** Name of the struct that holds the field at hand, as Go prints it. */
  #owner = "";
  readonly #table: TypeTable;
  readonly #unknown: string[];
  readonly #zeroOf: (name: string) => JsonObject;

  constructor(table: TypeTable, unknown: string[], zeroOf: (name: string) => JsonObject) {
    this.#table = table;
    this.#unknown = unknown;
    this.#zeroOf = zeroOf;
  }

  struct(type: StructType, value: JsonObject, known?: JsonObject): JsonObject {
    const out: Draft = {};
    const owner = this.#owner;
    const name = type.name.slice(type.name.lastIndexOf(".") + 1);
    for (const key of Object.keys(value)) {
      const item = value[key];
      const field = type.fields.get(key);
      if (!field) {
        this.#path.push(key);
        this.#unknown.push(this.#place());
        this.#path.pop();
        continue;
      }
      if (item === null || item === undefined) continue;
      if (known !== undefined && typeof item === "object" && item === known[key]) {
        out[key] = item;
        continue;
      }
      this.#owner = name;
      this.#path.push(key);
      const read = this.#value(field.type, item);
      this.#path.pop();
      if (field.pointer || field.required || !isZero(read, field.type)) out[key] = read;
    }
    this.#owner = owner;
    for (const field of type.fields.values()) {
      if (out[field.name] !== undefined || field.pointer) continue;
      if (field.type.kind === "struct") out[field.name] = this.#zeroOf(field.type.name);
      else if (field.required) {
        const zero = zeroValue(field);
        if (zero !== undefined) out[field.name] = zero;
      }
    }
    return out as JsonObject;
  }

  #value(type: TypeRef, value: unknown): unknown {
    switch (type.kind) {
      case "struct":
        if (!isJsonObject(value)) this.#mismatch(value, goType(type));
        return this.struct(this.#table.get(type.name), value);
      case "list":
        if (!Array.isArray(value)) this.#mismatch(value, goType(type));
        return value.map((item, index) => {
          this.#path.push(index);
          const read = this.#element(type.of, item);
          this.#path.pop();
          return read;
        });
      case "map": {
        if (!isJsonObject(value)) this.#mismatch(value, goType(type));
        const out: Draft = {};
        for (const key of Object.keys(value)) {
          this.#path.push([key]);
          define(out, key, this.#element(type.of, value[key]));
          this.#path.pop();
        }
        return out;
      }
      case "scalar":
        return this.#scalar(type.scalar, type.alias ?? scalarTypes[type.scalar], value);
    }
  }

  /** An element of a list or a map: null is the zero value there. */
  #element(type: TypeRef, value: unknown): unknown {
    if (value !== null && value !== undefined) return this.#value(type, value);
    switch (type.kind) {
      case "struct":
        return this.#zeroOf(type.name);
      case "list":
        return [];
      case "map":
        return {};
      case "scalar":
        return scalarZeros[type.scalar] ?? null;
    }
  }

  #scalar(scalar: ScalarKind, goName: string, value: unknown): unknown {
    switch (scalar) {
      case "string":
        if (typeof value !== "string") this.#mismatch(value, goName);
        return value;
      case "bool":
        if (typeof value !== "boolean") this.#mismatch(value, goName);
        return value;
      case "int32":
      case "int64":
        if (typeof value !== "number") this.#mismatch(value, goName);
        if (!fits(value, scalar)) this.#mismatch(value, goName, ` ${value}`);
        return value;
      case "float64":
        if (typeof value !== "number") this.#mismatch(value, goName);
        return value;
      case "bytes":
        if (typeof value !== "string") this.#mismatch(value, goName);
        return base64(value);
      case "quantity": {
        // The type's own reader takes any text, quoted or not.
        const text = typeof value === "string" || typeof value === "number" ? canonicalQuantity(value) : undefined;
        if (text === undefined) throw new TypeMismatch(quantityFormatProblem);
        return text;
      }
      case "intOrString":
        if (typeof value === "string") return value;
        if (typeof value !== "number")
          throw new TypeMismatch(`json: cannot unmarshal ${kindOf(value)} into Go value of type int32`);
        if (!fits(value, "int32"))
          throw new TypeMismatch(`json: cannot unmarshal number ${value} into Go value of type int32`);
        return value;
      case "time":
      case "microTime":
        if (typeof value !== "string")
          throw new TypeMismatch(`json: cannot unmarshal ${kindOf(value)} into Go value of type string`);
        return time(scalar, value);
      case "fieldsV1":
      case "raw":
        if (!isJsonObject(value)) this.#mismatch(value, goName);
        return value;
      case "schemaOrArray":
        return Array.isArray(value)
          ? value.map((item) => this.#value(schemaType, item))
          : this.#value(schemaType, value);
      case "schemaOrBool":
        return typeof value === "boolean" ? value : this.#value(schemaType, value);
      case "schemaOrStrings":
        return Array.isArray(value) ? value : this.#value(schemaType, value);
      case "json":
        return value;
    }
  }

  /** The path as strict errors show it: `spec.containers[0].image`. */
  #place(): string {
    let out = "";
    for (const step of this.#path) {
      if (typeof step === "number") out += `[${step}]`;
      else out += `${out === "" ? "" : "."}${typeof step === "string" ? step : step[0]}`;
    }
    return out;
  }

  #mismatch(value: unknown, goName: string, more = ""): never {
    // Go names the fields on the way, neither indexes nor map keys.
    const fields = this.#path.filter((step) => typeof step === "string").join(".");
    const target =
      this.#owner === "" ? `value of type ${goName}` : `struct field ${this.#owner}.${fields} of type ${goName}`;
    throw new TypeMismatch(`json: cannot unmarshal ${kindOf(value)}${more} into Go ${target}`);
  }
}

const schemaType: TypeRef = { kind: "struct", name: "apiextensions/v1.JSONSchemaProps" };

const scalarTypes: Readonly<Record<ScalarKind, string>> = {
  string: "string",
  bool: "bool",
  int32: "int32",
  int64: "int64",
  float64: "float64",
  bytes: "[]uint8",
  quantity: "resource.Quantity",
  intOrString: "intstr.IntOrString",
  time: "v1.Time",
  microTime: "v1.MicroTime",
  fieldsV1: "v1.FieldsV1",
  raw: "runtime.RawExtension",
  json: "interface {}",
  schemaOrArray: "v1.JSONSchemaPropsOrArray",
  schemaOrBool: "v1.JSONSchemaPropsOrBool",
  schemaOrStrings: "v1.JSONSchemaPropsOrStringArray",
};

const scalarZeros: Readonly<Partial<Record<ScalarKind, string | number | boolean>>> = {
  string: "",
  bool: false,
  int32: 0,
  int64: 0,
  float64: 0,
  bytes: "",
  quantity: "0",
  intOrString: 0,
};

function goType(type: TypeRef): string {
  switch (type.kind) {
    case "struct":
      return type.name.slice(type.name.indexOf("/") + 1);
    case "list":
      return `[]${goType(type.of)}`;
    case "map":
      return `map[string]${goType(type.of)}`;
    case "scalar":
      return type.alias ?? scalarTypes[type.scalar];
  }
}

/** What a required field shows when it was not given; a list that is required but absent shows empty. */
function zeroValue(field: Field): unknown {
  switch (field.type.kind) {
    case "list":
      return [];
    case "map":
      return {};
    case "struct":
      return undefined;
    case "scalar":
      return scalarZeros[field.type.scalar];
  }
}

function isZero(value: unknown, type: TypeRef): boolean {
  if (type.kind === "list") return (value as readonly unknown[]).length === 0;
  if (type.kind === "map") {
    for (const key in value as JsonObject) if (Object.hasOwn(value as JsonObject, key)) return false;
    return true;
  }
  if (type.kind === "struct") return false;
  // An IntOrString is a struct to Go and always written; so is a quantity.
  if (type.scalar === "intOrString" || type.scalar === "quantity") return false;
  return value === "" || value === 0 || value === false;
}

/** Sets a key of user-given name; `__proto__` must become a plain member. */
function define(out: Draft, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true });
  else out[key] = value;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (value === null) return "null";
  return typeof value === "boolean" ? "bool" : typeof value;
}

function fits(value: number, scalar: "int32" | "int64"): boolean {
  if (!Number.isInteger(value)) return false;
  return scalar === "int32" ? value >= -2_147_483_648 && value <= 2_147_483_647 : Math.abs(value) <= 2 ** 63;
}

function base64(text: string): string {
  const clean = text.includes("\n") || text.includes("\r") ? text.replaceAll(/[\r\n]/g, "") : text;
  const match = /^[A-Za-z0-9+/]*={0,2}/.exec(clean);
  const good = match?.[0] ?? "";
  const body = good.replace(/=+$/, "");
  const padding = good.length - body.length;
  const wanted = body.length % 4 === 2 ? 2 : body.length % 4 === 3 ? 1 : 0;
  if (good.length !== clean.length || body.length % 4 === 1 || padding !== wanted) {
    const position =
      good.length !== clean.length && padding === 0
        ? good.length
        : Math.min(clean.length, body.length + Math.min(padding, wanted));
    throw new TypeMismatch(`illegal base64 data at input byte ${position}`);
  }
  return clean;
}

function time(scalar: "time" | "microTime", text: string): string {
  const canonical = scalar === "time" ? canonicalTime(text) : canonicalMicroTime(text);
  if (canonical === undefined) throw new TypeMismatch(timeProblem(text));
  return canonical;
}
