import type { JsonObject } from "@byocni/base/core";
import type { Field, ScalarKind, StructType, TypeRef, TypeTable } from "../types/type-table.ts";
import { formatMicroTime, formatTime } from "./time.ts";
import { WireProblem, WireReader } from "./wire-reader.ts";

type Draft = Record<string, unknown>;

/** The envelope of a Kubernetes protobuf body: magic bytes and `runtime.Unknown`. */
export interface ProtobufEnvelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
  readonly contentType: string;
}

const magic = [0x6b, 0x38, 0x73, 0x00] as const;

/** True when the bytes begin with the magic of a Kubernetes protobuf body. */
export function isProtobufEnvelope(bytes: Uint8Array): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** Opens the envelope. @throws WireProblem when there is none or it is broken. */
export function readEnvelope(bytes: Uint8Array): ProtobufEnvelope {
  if (!isProtobufEnvelope(bytes))
    throw new WireProblem("provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
  const reader = new WireReader(bytes, magic.length);
  let [apiVersion, kind, raw, contentType]: [string, string, Uint8Array, string] = ["", "", new Uint8Array(0), ""];
  while (!reader.done) {
    const { number, wireType } = reader.tag();
    if (number === 1 && wireType === 2) {
      const type = reader.message();
      while (!type.done) {
        const tag = type.tag();
        if (tag.number === 1 && tag.wireType === 2) apiVersion = type.string();
        else if (tag.number === 2 && tag.wireType === 2) kind = type.string();
        else type.skip(tag.wireType);
      }
    } else if (number === 2 && wireType === 2) raw = reader.bytes();
    else if (number === 4 && wireType === 2) contentType = reader.string();
    else reader.skip(wireType);
  }
  return { apiVersion, kind, raw, contentType };
}

export interface ProtobufDecoder {
  /**
   * Reads one message into its JSON form. Zero values that the writer sent are still there: the typed decoder drops
   * those of optional plain fields.
   * @throws WireProblem for broken bytes.
   */
  decode(typeName: string, bytes: Uint8Array): JsonObject;
}

/** Builds a decoder over the type table. `nested` reads an embedded Kubernetes body in a RawExtension. */
export function createProtobufDecoder(table: TypeTable, nested: (bytes: Uint8Array) => JsonObject): ProtobufDecoder {
  function message(type: StructType, reader: WireReader, out: Draft): void {
    while (!reader.done) {
      const { number, wireType } = reader.tag();
      const entry = type.wire.get(number);
      if (!entry) reader.skip(wireType);
      else if (entry.kind === "inline") message(table.get(entry.struct), expectMessage(reader, wireType), out);
      else field(entry.field, reader, wireType, out);
    }
  }

  function field({ name, type }: Field, reader: WireReader, wireType: number, out: Draft): void {
    if (type.kind === "list") {
      const list = (out[name] ??= []) as unknown[];
      if (type.wrapped) wrappedItems(type, expectMessage(reader, wireType), list);
      else items(type.of, reader, wireType, list);
    } else if (type.kind === "map") {
      const map = (out[name] ??= {}) as Draft;
      const entry = expectMessage(reader, wireType);
      let key = "";
      let value: unknown = emptyValue(type.of);
      while (!entry.done) {
        const tag = entry.tag();
        if (tag.number === 1) key = string(entry, tag.wireType);
        else if (tag.number === 2) value = read(type.of, entry, tag.wireType);
        else entry.skip(tag.wireType);
      }
      Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
    } else if (type.kind === "struct" && typeof out[name] === "object") {
      // A message that comes twice is merged, as protobuf demands.
      message(table.get(type.name), expectMessage(reader, wireType), out[name] as Draft);
    } else {
      const value = read(type, reader, wireType);
      if (value !== undefined) out[name] = value;
    }
  }

  function items(type: TypeRef, reader: WireReader, wireType: number, list: unknown[]): void {
    // Numbers may come packed into one field.
    if (wireType === 2 && type.kind === "scalar" && numeric.has(type.scalar)) {
      const packed = reader.message();
      while (!packed.done) list.push(read(type, packed, type.scalar === "float64" ? 1 : 0));
    } else list.push(read(type, reader, wireType));
  }

  function wrappedItems(type: TypeRef & { kind: "list" }, reader: WireReader, list: unknown[]): void {
    while (!reader.done) {
      const tag = reader.tag();
      if (tag.number === 1) items(type.of, reader, tag.wireType, list);
      else reader.skip(tag.wireType);
    }
  }

  function read(type: TypeRef, reader: WireReader, wireType: number): unknown {
    switch (type.kind) {
      case "struct": {
        const out: Draft = {};
        message(table.get(type.name), expectMessage(reader, wireType), out);
        return out;
      }
      case "list": {
        const list: unknown[] = [];
        wrappedItems(type, expectMessage(reader, wireType), list);
        return list;
      }
      case "map":
        throw new WireProblem("proto: a map inside a map or list has no wire form");
      case "scalar":
        return scalar(type.scalar, reader, wireType);
    }
  }

  function scalar(kind: ScalarKind, reader: WireReader, wireType: number): unknown {
    switch (kind) {
      case "string":
        return string(reader, wireType);
      case "bool":
        return varint(reader, wireType) !== 0;
      case "int32":
        return varint(reader, wireType) | 0;
      case "int64":
        return varint(reader, wireType);
      case "float64":
        expectWire(wireType, 1);
        return reader.double();
      case "bytes":
        expectWire(wireType, 2);
        return toBase64(reader.bytes());
      case "quantity":
        return strings(expectMessage(reader, wireType)).get(1) ?? "0";
      case "intOrString":
        return intOrString(expectMessage(reader, wireType));
      case "time":
      case "microTime":
        return time(kind, expectMessage(reader, wireType));
      case "fieldsV1":
      case "raw":
      case "json":
        return embedded(expectMessage(reader, wireType));
      case "schemaOrArray":
      case "schemaOrBool":
      case "schemaOrStrings":
        return schemaUnion(kind, expectMessage(reader, wireType));
    }
  }

  /** A message whose field 1 holds JSON, or a whole Kubernetes protobuf body. */
  function embedded(reader: WireReader): unknown {
    let raw: Uint8Array | undefined;
    while (!reader.done) {
      const tag = reader.tag();
      if (tag.number === 1 && tag.wireType === 2) raw = reader.bytes();
      else reader.skip(tag.wireType);
    }
    if (raw === undefined || raw.length === 0) return undefined;
    if (isProtobufEnvelope(raw)) return nested(raw);
    try {
      return JSON.parse(new TextDecoder().decode(raw)) as unknown;
    } catch (error) {
      throw new WireProblem("json: embedded value is no JSON", { cause: error });
    }
  }

  /** `JSONSchemaPropsOr…`: field 1 or 2 is the schema, the other the alternative. */
  function schemaUnion(kind: "schemaOrArray" | "schemaOrBool" | "schemaOrStrings", reader: WireReader): unknown {
    let schema: Draft | undefined;
    const list: unknown[] = [];
    let allows = false;
    const schemaNumber = kind === "schemaOrBool" ? 2 : 1;
    while (!reader.done) {
      const tag = reader.tag();
      if (tag.number === schemaNumber) {
        schema ??= {};
        message(table.get(schemaType), expectMessage(reader, tag.wireType), schema);
      } else if (kind === "schemaOrBool" && tag.number === 1) allows = varint(reader, tag.wireType) !== 0;
      else if (tag.number === 2 && kind === "schemaOrArray")
        list.push(read({ kind: "struct", name: schemaType }, reader, tag.wireType));
      else if (tag.number === 2) list.push(string(reader, tag.wireType));
      else reader.skip(tag.wireType);
    }
    if (schema) return schema;
    return kind === "schemaOrBool" ? allows : list;
  }

  return {
    decode(typeName, bytes) {
      const out: Draft = {};
      message(table.get(typeName), new WireReader(bytes), out);
      return out as JsonObject;
    },
  };
}

const schemaType = "apiextensions/v1.JSONSchemaProps";
const numeric: ReadonlySet<ScalarKind> = new Set(["bool", "int32", "int64", "float64"]);

function expectWire(actual: number, wanted: number): void {
  if (actual !== wanted) throw new WireProblem(`proto: wrong wireType = ${actual}`);
}

function expectMessage(reader: WireReader, wireType: number): WireReader {
  expectWire(wireType, 2);
  return reader.message();
}

function string(reader: WireReader, wireType: number): string {
  expectWire(wireType, 2);
  return reader.string();
}

function varint(reader: WireReader, wireType: number): number {
  expectWire(wireType, 0);
  return reader.integer();
}

/** All string fields of a small message. */
function strings(reader: WireReader): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  while (!reader.done) {
    const tag = reader.tag();
    if (tag.wireType === 2) found.set(tag.number, reader.string());
    else reader.skip(tag.wireType);
  }
  return found;
}

function intOrString(reader: WireReader): number | string {
  let [kind, number, text] = [0, 0, ""];
  while (!reader.done) {
    const tag = reader.tag();
    if (tag.number === 1) kind = varint(reader, tag.wireType);
    else if (tag.number === 2) number = varint(reader, tag.wireType) | 0;
    else if (tag.number === 3) text = string(reader, tag.wireType);
    else reader.skip(tag.wireType);
  }
  return kind === 1 ? text : number;
}

function time(kind: "time" | "microTime", reader: WireReader): string | undefined {
  let [seconds, nanos] = [0, 0];
  while (!reader.done) {
    const tag = reader.tag();
    if (tag.number === 1) seconds = varint(reader, tag.wireType);
    else if (tag.number === 2) nanos = varint(reader, tag.wireType);
    else reader.skip(tag.wireType);
  }
  // The zero time is written as an empty message; it is absent in JSON.
  if (seconds === 0 && nanos === 0) return undefined;
  if (Math.abs(seconds) > 8_640_000_000_000) throw new WireProblem("proto: time out of range");
  if (kind === "time") return formatTime(seconds * 1000);
  const micros = String(Math.trunc(nanos / 1000)).padStart(6, "0");
  return `${formatMicroTime(seconds * 1000).slice(0, 20)}${micros}Z`;
}

/** What a map entry without a value holds. */
function emptyValue(type: TypeRef): unknown {
  if (type.kind === "list") return [];
  if (type.kind !== "scalar") return {};
  return type.scalar === "quantity" ? "0" : type.scalar === "string" || type.scalar === "bytes" ? "" : 0;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
