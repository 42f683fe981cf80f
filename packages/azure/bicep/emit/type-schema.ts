import { decoratorCall, findDecorator, textArgument } from "../checker/decorators.ts";
import { isJsonObject, type Json } from "../files/json.ts";
import { formatReference } from "../model/references.ts";
import {
  keyText,
  type Decorator,
  type ObjectTypeNode,
  type TupleTypeNode,
  type TypeNode,
  type UnionTypeNode,
} from "../syntax/index.ts";
import { isLiteral, membersByName, withoutNull, type ResourceReference, type Type } from "../types/index.ts";
import type { Converter } from "./emitter.ts";
import { normalizeIndent } from "./indent.ts";
import { EmitFailure, toJson, type Value } from "./value.ts";
import { escapeText } from "./arm.ts";
import { resolveReference, type Resolution } from "./type-references.ts";

/** The schema of a type as a template writes it. */
export type Schema = Record<string, Json>;

/** Adds a member; objects are merged member by member, anything else is replaced. */
export function merge(schema: Schema, key: string, value: Json): void {
  const old = schema[key];
  if (isJsonObject(old) && isJsonObject(value)) {
    const merged: Schema = { ...(old as Schema) };
    for (const [name, inner] of Object.entries(value)) if (inner !== undefined) merge(merged, name, inner);
    schema[key] = merged;
  } else schema[key] = value;
}

/** The schema that a type expression denotes; `discriminator` is that of the declaration it belongs to. */
export function typeSchema(c: Converter, node: TypeNode, discriminator?: string): Schema {
  switch (node.kind) {
    case "type-name":
    case "type-property-access":
    case "type-additional-access":
    case "type-index-access":
    case "type-items-access":
    case "type-instantiation":
      return referenceSchema(c, node);
    case "string-type":
      return { type: "string", allowedValues: [escapeText(node.literal.segments.join(""))] };
    case "integer-type":
    case "boolean-type":
    case "unary-type": {
      const type = declared(c, node);
      const name = primitiveName(type);
      if (name === undefined) throw new EmitFailure("This type");
      return { type: name, allowedValues: [literalJson(type)] };
    }
    case "null-type":
      return { allowedValues: [null] };
    case "union-type":
      return discriminator === undefined ? unionSchema(c, node) : discriminatedSchema(c, node, discriminator);
    case "array-type": {
      const allowed = allowedValues(declared(c, node.item), node.item);
      return allowed === undefined
        ? { type: "array", items: typeSchema(c, node.item) }
        : { type: "array", allowedValues: [...allowed] };
    }
    case "object-type":
      return objectSchema(c, node);
    case "tuple-type":
      return tupleSchema(c, node);
    case "nullable-type":
    case "non-nullable-type":
      return { ...typeSchema(c, node.base, discriminator), nullable: node.kind === "nullable-type" };
    case "parenthesized-type":
      return typeSchema(c, node.type, discriminator);
    case "resource-type": {
      const text = node.type?.kind === "string" ? node.type.segments.join("") : "";
      return { type: "string", metadata: { resourceType: text } };
    }
    case "error":
      throw new EmitFailure("This type");
  }
}

function declared(c: Converter, node: TypeNode): Type {
  return c.emitter.checker.declaredType({ type: node, decorators: [] });
}

/** The name of the JSON type that all values of a type have. */
export function primitiveName(type: Type): string | undefined {
  switch (type.kind) {
    case "string":
    case "string-literal":
      return "string";
    case "int":
    case "int-literal":
      return "int";
    case "bool":
    case "bool-literal":
      return "bool";
    case "object":
    case "discriminated":
      return "object";
    case "array":
    case "tuple":
      return "array";
    case "union": {
      const names = new Set(type.members.map(primitiveName));
      return names.size === 1 ? [...names][0] : undefined;
    }
    default:
      return undefined;
  }
}

/** The only value of a literal type. */
function literalJson(type: Type): Json {
  switch (type.kind) {
    case "string-literal":
      return escapeText(type.value);
    case "int-literal":
      return Number(type.value);
    case "bool-literal":
      return type.value;
    case "tuple":
      return type.items.map((item) => literalJson(item()));
    case "object": {
      const entries = [...type.properties.values()].map((one) => [one.name, literalJson(one.type())] as const);
      return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    }
    default:
      return null;
  }
}

/** The values that an array's items may have, when its item type is written as literals. */
function allowedValues(type: Type, node: TypeNode): readonly Json[] | undefined {
  let inner = node;
  while (inner.kind === "parenthesized-type") inner = inner.type;
  const isUnion = inner.kind === "union-type";
  if (type.kind === "union" && isUnion)
    return type.members.every(isLiteral) ? membersByName(type.members).map(literalJson) : undefined;
  const isWritten =
    isUnion ||
    ["string-type", "integer-type", "boolean-type", "unary-type", "null-type", "object-type", "tuple-type"].includes(
      inner.kind,
    );
  return isWritten && isLiteral(type) ? [literalJson(type)] : undefined;
}

function unionSchema(c: Converter, node: UnionTypeNode): Schema {
  const type = declared(c, node);
  if (type.kind === "discriminated") throw new EmitFailure("This type");
  const present = withoutNull(type);
  const open = present ?? type;
  const members = open.kind === "union" ? membersByName(open.members) : [open];
  const name = primitiveName(members[0] ?? open);
  return {
    ...(name === undefined ? {} : { type: name }),
    allowedValues: members.map(literalJson),
    ...(present === undefined ? {} : { nullable: true }),
  };
}

function objectSchema(c: Converter, node: ObjectTypeNode): Schema {
  const properties: Schema = {};
  const schema: Schema = { type: "object", properties };
  for (const member of node.members) {
    if (member.kind === "type-property") {
      properties[keyText(member.key) ?? ""] = decoratedSchema(c, member.type, member.decorators);
    } else if (member.kind === "type-additional") {
      schema["additionalProperties"] = decoratedSchema(c, member.type, member.decorators);
    }
  }
  return schema;
}

function tupleSchema(c: Converter, node: TupleTypeNode): Schema {
  const prefixItems = node.items.flatMap((item) =>
    item.kind === "tuple-item" ? [decoratedSchema(c, item.type, item.decorators)] : [],
  );
  return { type: "array", prefixItems, items: false };
}

/** The schema of a type with what its decorators say of it. */
export function decoratedSchema(c: Converter, node: TypeNode, decorators: readonly Decorator[]): Schema {
  const schema = typeSchema(c, node, textArgument(findDecorator(decorators, "discriminator")));
  applyDecorators(c, schema, decorators);
  return schema;
}

const secureNames: Readonly<Record<string, string>> = { string: "securestring", object: "secureObject" };

/** Adds what decorators say. The order of the members is the compiler's. */
export function applyDecorators(c: Converter, schema: Schema, decorators: readonly Decorator[]): void {
  const { type } = schema;
  if (findDecorator(decorators, "secure") && typeof type === "string" && Object.hasOwn(secureNames, type)) {
    schema["type"] = secureNames[type] ?? type;
  }
  if (findDecorator(decorators, "sealed")) schema["additionalProperties"] = false;
  const values = new Map<string, Value>();
  for (const decorator of decorators) {
    const found = decoratorCall(decorator);
    const arg = found?.args[0];
    if (found && arg && found.name !== "description") values.set(found.name, c.convert(arg));
  }
  for (const name of ["metadata", "minLength", "maxLength", "minValue", "maxValue"]) {
    const value = values.get(name);
    if (value) merge(schema, name, toJson(value));
  }
  const constraint = findDecorator(decorators, "validate");
  if (constraint)
    merge(
      schema,
      "validate",
      constraint.args.map((arg) => toJson(c.convert(arg))),
    );
  const description = descriptionOf(c, decorators);
  if (description !== undefined) merge(schema, "metadata", { description });
}

/** What `@description` says, freed of the indentation that a multi-line text has in the source. */
export function descriptionOf(c: Converter, decorators: readonly Decorator[]): Json | undefined {
  const arg = findDecorator(decorators, "description")?.args[0];
  if (!arg) return undefined;
  const value = c.convert(arg);
  return value.kind === "text" ? escapeText(normalizeIndent(value.value)) : toJson(value);
}

function referenceSchema(c: Converter, node: TypeNode): Schema {
  const resolution = resolveReference(c, node);
  return resolutionSchema(resolution);
}

function resolutionSchema(resolution: Resolution): Schema {
  switch (resolution.kind) {
    case "ambient":
      return resolution.name === "any" ? {} : { type: resolution.name };
    case "declaration":
      return { $ref: `#/${resolution.segments.map(encodePointer).join("/")}` };
    case "resource":
      return resourceSchema(resolution.reference, resolution.segments, resolution.variant, resolution.type);
  }
}

function encodePointer(segment: string): string {
  const escaped = segment.replaceAll("~", "~0").replaceAll("/", "~1");
  return encodeURIComponent(escaped).replaceAll("%24", "$");
}

function resourceSchema(
  reference: ResourceReference,
  segments: readonly string[],
  variant: "input" | "output" | "legacy",
  type: Type,
): Schema {
  const pointer = segments.length === 0 ? "" : `#${segments.map(encodePointer).join("/")}`;
  const source = `${formatReference(reference)}${pointer}`;
  const name = primitiveName(type);
  const marker: Json = variant === "legacy" ? source : variant === "input" ? { source } : { source, output: true };
  return {
    ...(name === undefined ? {} : { type: name }),
    metadata: { "__bicep_resource_derived_type!": marker },
  };
}

function discriminatedSchema(c: Converter, node: UnionTypeNode, key: string): Schema {
  const mapping: Schema = {};
  addMembers(c, node, key, mapping);
  return { type: "object", discriminator: { propertyName: key, mapping } };
}

/** Adds the members of a union by the value of their discriminator; unions inside of it are laid flat. */
function addMembers(c: Converter, node: TypeNode, key: string, mapping: Schema): void {
  switch (node.kind) {
    case "union-type":
      for (const member of node.members) addMembers(c, member, key, mapping);
      return;
    case "parenthesized-type":
      addMembers(c, node.type, key, mapping);
      return;
    case "nullable-type":
    case "non-nullable-type":
      addMembers(c, node.base, key, mapping);
      return;
    case "object-type":
      mapping[discriminatorValue(declared(c, node), key)] = objectSchema(c, node);
      return;
    default: {
      const resolution = resolveReference(c, node);
      const type = declared(c, node);
      const open = withoutNull(type) ?? type;
      if (open.kind === "discriminated") {
        if (resolution.kind === "declaration" && resolution.node) {
          addMembers(resolution.c, resolution.node, key, mapping);
        } else for (const value of open.members.keys()) mapping[value] = resolutionSchema(resolution);
      } else mapping[discriminatorValue(open, key)] = resolutionSchema(resolution);
    }
  }
}

function discriminatorValue(type: Type, key: string): string {
  const value = type.kind === "object" ? type.properties.get(key)?.type() : undefined;
  if (value?.kind !== "string-literal") throw new EmitFailure("This union");
  return value.value;
}
