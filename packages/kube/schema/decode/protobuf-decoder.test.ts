import protobuf from "protobufjs";
import { describe, expect, it } from "vitest";
import { typeData } from "../data/types.gen.ts";
import { createKubeSchema } from "../create-kube-schema.ts";
import { isStatusError } from "../errors/status.ts";
import type { Field, ScalarKind, StructType, TypeRef } from "../types/type-table.ts";

const schema = createKubeSchema();
const table = schema.types;

/** The oracle: protobufjs over a descriptor made from the same table, with the public definitions of the special types. */
const special: Readonly<Record<string, protobuf.IType>> = {
  Quantity: { fields: { string: { type: "string", id: 1 } } },
  IntOrString: {
    fields: { type: { type: "int64", id: 1 }, intVal: { type: "int32", id: 2 }, strVal: { type: "string", id: 3 } },
  },
  Time: { fields: { seconds: { type: "int64", id: 1 }, nanos: { type: "int32", id: 2 } } },
  Raw: { fields: { raw: { type: "bytes", id: 1 } } },
};
const scalarTypes: Readonly<Partial<Record<ScalarKind, string>>> = {
  string: "string",
  bool: "bool",
  int32: "int32",
  int64: "int64",
  float64: "double",
  bytes: "bytes",
  quantity: "Quantity",
  intOrString: "IntOrString",
  time: "Time",
  microTime: "Time",
  fieldsV1: "Raw",
  raw: "Raw",
  json: "Raw",
};
const messageName = (name: string): string => name.replaceAll(/\W/g, "_");

function oracleType(type: TypeRef): string | undefined {
  if (type.kind === "struct") return messageName(type.name);
  return type.kind === "scalar" ? scalarTypes[type.scalar] : undefined;
}

function oracleField(field: Field, id: number): protobuf.IField | protobuf.IMapField | undefined {
  const type = field.type;
  if (type.kind === "map") {
    const value = oracleType(type.of);
    return value === undefined ? undefined : { keyType: "string", type: value, id };
  }
  if (type.kind === "list") {
    const inner = type.wrapped ? undefined : oracleType(type.of);
    return inner === undefined ? undefined : { rule: "repeated", type: inner, id, options: { packed: false } };
  }
  const inner = oracleType(type);
  return inner === undefined ? undefined : { type: inner, id };
}

function oracleMessage(struct: StructType): protobuf.IType {
  const fields: Record<string, protobuf.IField> = {};
  for (const [id, entry] of struct.wire) {
    const made = entry.kind === "inline" ? { type: messageName(entry.struct), id } : oracleField(entry.field, id);
    const name = entry.kind === "inline" ? `inline_${id}` : entry.field.name.replaceAll(/\W/g, "_");
    if (made) fields[name] = made as protobuf.IField;
  }
  return { fields };
}

const nested: Record<string, protobuf.IType> = { ...special };
for (const pkg of Object.keys(typeData))
  for (const name of table.names(pkg)) nested[messageName(name)] = oracleMessage(table.get(name));
const root = protobuf.Root.fromJSON({ nested });

/** A value for every field of a type, two levels of lists and maps, as JSON and as the oracle wants it. */
function sample(type: TypeRef, depth: number): { json: unknown; wire: unknown } | undefined {
  switch (type.kind) {
    case "list": {
      const inner = type.wrapped ? undefined : sample(type.of, depth - 1);
      return inner && { json: [inner.json, inner.json], wire: [inner.wire, inner.wire] };
    }
    case "map": {
      const inner = sample(type.of, depth - 1);
      return inner && { json: { "a.b/c": inner.json }, wire: { "a.b/c": inner.wire } };
    }
    case "struct":
      return depth > 0 ? sampleStruct(table.get(type.name), depth - 1) : undefined;
    case "scalar":
      return sampleScalar(type.scalar);
  }
}

function sampleScalar(scalar: ScalarKind): { json: unknown; wire: unknown } | undefined {
  const text = Buffer.from('{"x":[1,"é"]}');
  switch (scalar) {
    case "string":
      return { json: "text é", wire: "text é" };
    case "bool":
      return { json: true, wire: true };
    case "int32":
      return { json: -7, wire: -7 };
    case "int64":
      return { json: 5_000_000_000, wire: 5_000_000_000 };
    case "float64":
      return { json: 1.5, wire: 1.5 };
    case "bytes":
      return { json: Buffer.from("bytes").toString("base64"), wire: Buffer.from("bytes") };
    case "quantity":
      return { json: "500m", wire: { string: "500m" } };
    case "intOrString":
      return { json: "25%", wire: { type: 1, intVal: 0, strVal: "25%" } };
    case "time":
      return { json: "2026-01-02T03:04:05Z", wire: { seconds: 1_767_323_045, nanos: 0 } };
    case "microTime":
      return { json: "2026-01-02T03:04:05.000123Z", wire: { seconds: 1_767_323_045, nanos: 123_000 } };
    case "fieldsV1":
    case "raw":
    case "json":
      return { json: JSON.parse(text.toString()) as unknown, wire: { raw: text } };
    default:
      return undefined;
  }
}

function sampleStruct(
  struct: StructType,
  depth: number,
): { json: Record<string, unknown>; wire: Record<string, unknown> } {
  const json: Record<string, unknown> = {};
  const wire: Record<string, unknown> = {};
  for (const [id, entry] of struct.wire) {
    if (entry.kind === "inline") {
      const inner = sampleStruct(table.get(entry.struct), depth);
      Object.assign(json, inner.json);
      wire[`inline_${id}`] = inner.wire;
      continue;
    }
    const value = sample(entry.field.type, depth);
    if (!value) continue;
    json[entry.field.name] = value.json;
    wire[entry.field.name.replaceAll(/\W/g, "_")] = value.wire;
  }
  return { json, wire };
}

function envelope(apiVersion: string, kind: string, raw: Uint8Array): Uint8Array {
  const writer = protobuf.Writer.create();
  writer.uint32(10).fork().uint32(10).string(apiVersion).uint32(18).string(kind).ldelim();
  writer.uint32(18).bytes(raw);
  return Uint8Array.from([0x6b, 0x38, 0x73, 0x00, ...writer.finish()]);
}

function refusal(bytes: Uint8Array): string {
  try {
    schema.decodeProtobuf(bytes);
  } catch (error) {
    if (isStatusError(error, "BadRequest")) return error.message;
    throw error;
  }
  return "";
}

describe("protobuf bodies", () => {
  const kinds = schema.resources.map((resource) => [resource.typeName ?? "", resource] as const);

  it.each(kinds)("%s: every field as protobufjs writes it", (typeName, resource) => {
    const { json, wire } = sampleStruct(table.get(typeName), 6);
    const type = root.lookupType(messageName(typeName));
    const raw = type.encode(type.fromObject(wire)).finish();
    const apiVersion = resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
    const decoded = schema.decodeProtobuf(envelope(apiVersion, resource.kind, raw));
    expect(decoded.object).toEqual({ ...json, apiVersion, kind: resource.kind });
  });

  it("drops the zero values that Go writes for plain fields, keeps those of pointers", () => {
    // PodSpec: hostNetwork (11) = false, terminationGracePeriodSeconds (4) = 0, nodeName (10) = "".
    const spec = [0x58, 0x00, 0x20, 0x00, 0x52, 0x00];
    const pod = Uint8Array.from([0x12, spec.length, ...spec]);
    const { object } = schema.decodeProtobuf(envelope("v1", "Pod", pod));
    const decoded = schema.decodeType("core/v1.Pod", object, { fieldValidation: "Strict" });
    expect(decoded.object).toEqual({
      apiVersion: "v1",
      kind: "Pod",
      metadata: {},
      spec: { terminationGracePeriodSeconds: 0, containers: [] },
      status: {},
    });
  });

  it("reads hand-made bytes: DeleteOptions, a zero time, a number port, packed and unknown fields", () => {
    // gracePeriodSeconds = 30, preconditions{uid "u"}, propagationPolicy "Orphan", field 99 unknown.
    const options = [0x08, 30, 0x12, 3, 0x0a, 1, 0x75, 0x22, 6, ...Buffer.from("Orphan"), 0x9a, 0x06, 1, 0];
    expect(schema.decodeProtobuf(envelope("v1", "DeleteOptions", Uint8Array.from(options))).object).toEqual({
      apiVersion: "v1",
      kind: "DeleteOptions",
      gracePeriodSeconds: 30,
      preconditions: { uid: "u" },
      propagationPolicy: "Orphan",
    });
    // Service: metadata{creationTimestamp {}}, spec{ports[{port 80, targetPort{type 0, intVal 8080}}]}.
    const port = [0x18, 80, 0x22, 5, 0x08, 0, 0x10, 0x90, 0x3f];
    const service = [0x0a, 2, 0x42, 0, 0x12, port.length + 2, 0x0a, port.length, ...port];
    expect(schema.decodeProtobuf(envelope("v1", "Service", Uint8Array.from(service))).object).toMatchObject({
      metadata: {},
      spec: { ports: [{ port: 80, targetPort: 8080 }] },
    });
    // PodSecurityContext.supplementalGroups (4) packed, inside Pod.spec.securityContext (14).
    const pod = [0x12, 6, 0x72, 4, 0x22, 2, 1, 2];
    expect(schema.decodeProtobuf(envelope("v1", "Pod", Uint8Array.from(pod))).object).toMatchObject({
      spec: { securityContext: { supplementalGroups: [1, 2] } },
    });
  });

  it("reads lists of lists: SubjectAccessReview extra is a message of its own", () => {
    // spec(2){extra(5){key "k", value{items "a","b"}}}
    const extra = [0x0a, 1, 0x6b, 0x12, 6, 0x0a, 1, 0x61, 0x0a, 1, 0x62];
    const review = [0x12, extra.length + 2, 0x2a, extra.length, ...extra];
    expect(
      schema.decodeProtobuf(envelope("authorization.k8s.io/v1", "SubjectAccessReview", Uint8Array.from(review))).object,
    ).toMatchObject({ spec: { extra: { k: ["a", "b"] } } });
  });

  it.each([
    [
      Uint8Array.from([1, 2, 3]),
      "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]",
    ],
    [Uint8Array.from([0x6b, 0x38, 0x73, 0x00, 0x0a, 0x20]), "unexpected EOF"],
    [envelope("v1", "Pod", Uint8Array.from([0x12, 0x7f])), "unexpected EOF"],
    [envelope("v1", "Pod", Uint8Array.from([0x10, 1])), "proto: wrong wireType = 0"],
    [envelope("v1", "Pod", Uint8Array.from([0x7f])), "proto: illegal wireType 7"],
    [envelope("v1", "Pod", Uint8Array.from(Array<number>(11).fill(0xff))), "proto: integer overflow"],
    [envelope("v9", "Pod", new Uint8Array(0)), 'no kind "Pod" is registered for version "v9"'],
  ])("refuses broken bytes %#", (bytes, message) => {
    expect(refusal(bytes)).toBe(message);
  });
});
