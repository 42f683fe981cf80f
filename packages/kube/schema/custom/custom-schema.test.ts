import { describe, expect, it } from "vitest";
import { createKubeSchema } from "../create-kube-schema.ts";
import { formatFieldError } from "../errors/field-error.ts";
import type { ResourceSchema } from "../kube-schema.ts";
import type { KubeObject } from "../object.ts";
import { isCidr, isIPv6Address } from "./formats.ts";

const schema = createKubeSchema();

function custom(spec: object, from = schema): ResourceSchema {
  const crd = {
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  } as unknown as KubeObject;
  const [only] = from.ofCustom(crd);
  if (!only) throw new Error("nothing served");
  return only;
}

const widget = (spec: unknown): object => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "w", namespace: "default", resourceVersion: "1" },
  spec,
});

function problems(of: ResourceSchema, spec: unknown): string[] {
  const { object } = of.decode(widget(spec), { fieldValidation: "Ignore" });
  return of.validateCreate(of.withDefaults(object)).map(formatFieldError);
}

const specOf = (object: KubeObject): unknown => (object as unknown as { spec: unknown }).spec;

describe("custom resources", () => {
  const of = custom({
    type: "object",
    required: ["size"],
    properties: {
      size: { type: "integer", minimum: 1, maximum: 10, format: "int32" },
      mode: { type: "string", enum: ["a", "b"], default: "a" },
      name: { type: "string", pattern: "^[a-z]+$", minLength: 2, maxLength: 4 },
      port: { "x-kubernetes-int-or-string": true },
      tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set", maxItems: 3, minItems: 1 },
      list: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
        items: {
          type: "object",
          required: ["k"],
          properties: { k: { type: "string" }, v: { type: "integer", default: 7 } },
        },
      },
      any: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      map: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 1 },
      maybe: { type: "string", nullable: true },
      at: { type: "string", format: "date-time" },
      object: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      choice: {
        type: "object",
        properties: { x: { type: "integer" }, y: { type: "integer" } },
        oneOf: [{ required: ["x"] }, { required: ["y"] }],
      },
      step: { type: "number", multipleOf: 0.5, exclusiveMinimum: true, minimum: 0 },
    },
  });

  it("prunes what the schema does not name, and tells it", () => {
    const body = widget({ size: 1, foo: 1, any: { deep: { kept: 1 } }, list: [{ k: "a", z: 1 }] });
    const { object, warnings } = of.decode({ ...body, extra: 1 }, { fieldValidation: "Warn" });
    expect(specOf(object)).toEqual({ size: 1, any: { deep: { kept: 1 } }, list: [{ k: "a" }] });
    expect(warnings).toEqual(['unknown field "spec.foo"', 'unknown field "spec.list[0].z"', 'unknown field "extra"']);
    expect(() => of.decode(body, { fieldValidation: "Strict" })).toThrow(
      'strict decoding error: unknown field "spec.foo", unknown field "spec.list[0].z"',
    );
  });

  it("fills defaults, also where null stands for absent", () => {
    const { object } = of.decode(widget({ size: 1, mode: null, name: null, maybe: null, list: [{ k: "a" }] }), {
      fieldValidation: "Strict",
    });
    expect(specOf(of.withDefaults(object))).toEqual({ size: 1, mode: "a", maybe: null, list: [{ k: "a", v: 7 }] });
  });

  // Texts of the API server's schema validation.
  it.each([
    [{}, ["spec.size: Required value"]],
    [{ size: "1" }, ['spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"']],
    [{ size: 1.5 }, ['spec.size: Invalid value: "number": spec.size in body must be of type integer: "number"']],
    [{ size: 0 }, ["spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1"]],
    [{ size: 11 }, ["spec.size: Invalid value: 11: spec.size in body should be less than or equal to 10"]],
    [{ size: 1, mode: "c" }, ['spec.mode: Unsupported value: "c": supported values: "a", "b"']],
    [{ size: 1, name: "AB" }, ["spec.name: Invalid value: \"AB\": spec.name in body should match '^[a-z]+$'"]],
    [{ size: 1, name: "a" }, ['spec.name: Invalid value: "a": spec.name in body should be at least 2 chars long']],
    [{ size: 1, name: "abcde" }, ["spec.name: Too long: may not be more than 4 bytes"]],
    [{ size: 1, port: 80 }, []],
    [{ size: 1, port: "http" }, []],
    [
      { size: 1, port: true },
      ['spec.port: Invalid value: "boolean": spec.port in body must be of type integer or string: "boolean"'],
    ],
    [{ size: 1, tags: ["a", "a"] }, ['spec.tags[1]: Duplicate value: "a"']],
    [{ size: 1, tags: [] }, ["spec.tags: Invalid value: 0: spec.tags in body should have at least 1 items"]],
    [{ size: 1, tags: ["a", "b", "c", "d"] }, ["spec.tags: Too many: 4: must have at most 3 items"]],
    [{ size: 1, list: [{ k: "a" }, { k: "a" }] }, ['spec.list[1]: Duplicate value: {"k":"a"}']],
    [{ size: 1, list: [{}] }, ["spec.list[0].k: Required value"]],
    [{ size: 1, map: { a: 1, b: 2 } }, ["spec.map: Too many: 2: must have at most 1 item"]],
    [
      { size: 1, map: { a: "x" } },
      ['spec.map.a: Invalid value: "string": spec.map.a in body must be of type integer: "string"'],
    ],
    [
      { size: 1, at: "yesterday" },
      ['spec.at: Invalid value: "yesterday": spec.at in body must be of type date-time: "yesterday"'],
    ],
    [{ size: 1, at: "2026-01-01T00:00:00Z" }, []],
    [
      { size: 1, object: {} },
      [
        "spec.object.apiVersion: Required value: must not be empty",
        "spec.object.kind: Required value: must not be empty",
      ],
    ],
    [
      { size: 1, choice: { x: 1, y: 1 } },
      [
        '<nil>: Invalid value: "": "spec.choice" must validate one and only one schema (oneOf). Found 2 valid alternatives',
      ],
    ],
    [{ size: 1, step: 0 }, ["spec.step: Invalid value: 0: spec.step in body should be greater than 0"]],
    [{ size: 1, step: 0.7 }, ["spec.step: Invalid value: 0.7: spec.step in body should be a multiple of 0.5"]],
    [[], ['spec: Invalid value: "array": spec in body must be of type object: "array"']],
  ])("%j gives %j", (spec, expected) => {
    expect(problems(of, spec)).toEqual(expected);
  });

  it("does not complain about what an update leaves as it was", () => {
    const old = of.decode(widget({ size: 99 }), { fieldValidation: "Ignore" }).object;
    const same = of.decode(widget({ size: 99, mode: "b" }), { fieldValidation: "Ignore" }).object;
    const worse = of.decode(widget({ size: 98 }), { fieldValidation: "Ignore" }).object;
    expect(of.validateUpdate(same, old)).toEqual([]);
    expect(of.validateUpdate(worse, old).map(formatFieldError)).toEqual([
      "spec.size: Invalid value: 98: spec.size in body should be less than or equal to 10",
    ]);
  });

  it("takes no strategic merge patch", () => {
    expect(() => of.strategicMerge(widget({}) as KubeObject, {})).toThrow(
      /accepted media types include: application\/json-patch\+json/,
    );
  });

  it.each([
    ["::", true],
    ["2001:db8::1", true],
    ["::ffff:10.0.0.1", true],
    ["1:2:3:4:5:6:7:8", true],
    ["1:2:3:4:5:6:7", false],
    ["1::2::3", false],
    [":::", false],
    ["12345::", false],
  ])("IPv6 %s: %s", (text, expected) => {
    expect(isIPv6Address(text)).toBe(expected);
  });

  it.each([
    ["10.0.0.0/8", true],
    ["10.0.0.0/33", false],
    ["10.0.0/8", false],
    ["010.0.0.0/8", false],
    ["fd00::/64", true],
    ["fd00::/129", false],
  ])("CIDR %s: %s", (text, expected) => {
    expect(isCidr(text)).toBe(expected);
  });
});

describe("rules of custom resources", () => {
  const early = createKubeSchema();
  const rule = (text: string, more: object = {}): object => ({ "x-kubernetes-validations": [{ rule: text, ...more }] });
  const object = (properties: object, more: object): object => ({ type: "object", properties, ...more });

  it("load what evaluates them by themselves", async () => {
    const fresh = createKubeSchema();
    const of = custom(object({}, rule("has(self.a)", { message: "a is missing" })), fresh);
    expect(problems(of, {})).toEqual([]);
    await fresh.loadRules();
    expect(problems(of, {})).toEqual(['spec: Invalid value: "object": a is missing']);
  });

  it("are named when the engine cannot read them", async () => {
    await early.loadRules();
    expect(custom(object({}, rule("unknown(self)")), early).warnings).toEqual([
      'spec: rule "unknown(self)" is not evaluated',
    ]);
  });

  const integer = { type: "integer" };
  const text = { type: "string" };
  const bounds = object({ min: integer, max: integer }, rule("self.min <= self.max", { message: "min above max" }));
  const cidrs = object({ cidr: text }, rule("cidr(self.cidr) == cidr(self.cidr).masked()"));

  // Rules as they stand in the manifests of CNI plugins.
  it.each([
    [bounds, { min: 1, max: 2 }, []],
    [bounds, { min: 3, max: 2 }, ['spec: Invalid value: "object": min above max']],
    [bounds, { min: 3 }, ['spec: Invalid value: "object": no such key: max evaluating rule: min above max']],
    [cidrs, { cidr: "10.0.0.0/8" }, []],
    [
      cidrs,
      { cidr: "10.0.0.1/8" },
      ['spec: Invalid value: "object": failed rule: cidr(self.cidr) == cidr(self.cidr).masked()'],
    ],
    [cidrs, { cidr: "fd00::1:0/112" }, []],
    [
      object({ a: { ...text, ...rule("self.startsWith('x')", { reason: "FieldValueForbidden", message: "no" }) } }, {}),
      { a: "y" },
      ["spec.a: Forbidden: no"],
    ],
    [
      object({ a: integer }, rule("self.a > 1", { fieldPath: ".a", messageExpression: "'got ' + string(self.a)" })),
      { a: 0 },
      ['spec.a: Invalid value: "object": got 0'],
    ],
    [
      object({ l: { type: "array", items: { ...integer, ...rule("self % 2 == 0") } } }, {}),
      { l: [2, 3] },
      ['spec.l[1]: Invalid value: "integer": failed rule: self % 2 == 0'],
    ],
    [
      object({ m: { type: "object", additionalProperties: { ...text, ...rule("size(self) < 3") } } }, {}),
      { m: { "a.b/c": "xxx" } },
      ['spec.m.a.b/c: Invalid value: "string": failed rule: size(self) < 3'],
    ],
    [
      object({ namespace: text, "x-y": text }, rule("self.__namespace__ == self.x__dash__y")),
      { namespace: "a", "x-y": "a" },
      [],
    ],
    [
      object(
        { port: { "x-kubernetes-int-or-string": true } },
        rule("type(self.port) == int ? self.port > 0 : self.port != ''"),
      ),
      { port: 0 },
      [expect.stringContaining("failed rule")],
    ],
    [object({ ratio: { type: "number" } }, rule("self.ratio <= 1.0")), { ratio: 1 }, []],
    [object({ q: text }, rule("quantity(self.q).isLessThan(quantity('1Gi'))")), { q: "512Mi" }, []],
  ])("%#", async (spec, value, expected) => {
    await early.loadRules();
    expect(problems(custom(spec, early), value)).toEqual(expected);
  });

  it("compare with the value before, on updates only", async () => {
    await early.loadRules();
    const of = custom(
      object({ a: { ...integer, ...rule("self == oldSelf", { message: "is immutable" }) } }, {}),
      early,
    );
    const body = (a: number): KubeObject => of.decode(widget({ a }), { fieldValidation: "Strict" }).object;
    expect(of.validateCreate(body(1))).toEqual([]);
    expect(of.validateUpdate(body(1), body(1))).toEqual([]);
    expect(of.validateUpdate(body(2), body(1)).map(formatFieldError)).toEqual([
      'spec.a: Invalid value: "integer": is immutable',
    ]);
  });
});
