import { findDecorator, textArgument } from "../checker/decorators.ts";
import type { Json } from "../files/json.ts";
import { exportMarker } from "../model/exports.ts";
import type { FunctionSymbol, OutputSymbol, ParameterSymbol, TypeSymbol, VariableSymbol } from "../symbols/index.ts";
import type { Decorator, Expression } from "../syntax/index.ts";
import { formatReference } from "../model/references.ts";
import { resourceIdentity } from "./access.ts";
import type { Arm } from "./arm.ts";
import type { Converter } from "./emitter.ts";
import { givenResource } from "./given-resource.ts";
import { applyDecorators, descriptionOf, merge, typeSchema, type Schema } from "./type-schema.ts";
import { armToJson, copyToJson, toArm, toJson, type Value } from "./value.ts";

/** Where a declaration was imported from, as its metadata says. */
export interface Origin {
  readonly sourceTemplate: string;
  readonly originalIdentifier?: string;
}

/** The key under which metadata names the origin of an import. */
const importedFrom = "__bicep_imported_from!";

function discriminatorOf(decorators: readonly Decorator[]): string | undefined {
  return textArgument(findDecorator(decorators, "discriminator"));
}

export function parameterJson(c: Converter, { node }: ParameterSymbol): Schema {
  const schema = typeSchema(c, node.type, discriminatorOf(node.decorators));
  if (node.defaultValue) merge(schema, "defaultValue", toJson(c.convert(node.defaultValue)));
  const allowed = findDecorator(node.decorators, "allowed")?.args[0];
  if (allowed) merge(schema, "allowedValues", toJson(c.convert(allowed)));
  applyDecorators(c, schema, node.decorators);
  return schema;
}

export function outputJson(c: Converter, { node }: OutputSymbol): Schema {
  const schema = typeSchema(c, node.type, discriminatorOf(node.decorators));
  applyDecorators(c, schema, node.decorators);
  const value = c.convert(node.value);
  if (value.kind === "loop") schema["copy"] = copyToJson(undefined, value.source, value.body);
  else if (node.type.kind === "resource-type") {
    const { id, type } = handedOn(c, value, node.value);
    if (!node.type.type && type !== undefined) schema["metadata"] = { resourceType: type };
    schema["value"] = armToJson(id);
  } else schema["value"] = toJson(value);
  return schema;
}

/** The id of a resource that is an output, and its type. */
function handedOn(c: Converter, value: Value, node: Expression): { readonly id: Arm; readonly type?: string } {
  if (value.kind !== "resource") {
    const given = givenResource(c, node);
    return given ? { id: given.id, type: `${given.type}@${given.apiVersion}` } : { id: toArm(value) };
  }
  const { symbol, index, locals } = value.reference;
  const reference = c.emitter.model.resources.reference(symbol);
  const id = resourceIdentity(c.with(locals), symbol, index);
  return reference ? { id, type: formatReference(reference) } : { id };
}

export function typeJson(c: Converter, { node }: TypeSymbol, origin: Origin | undefined): Schema {
  const schema = typeSchema(c, node.type, discriminatorOf(node.decorators));
  const isExported = origin === undefined && findDecorator(node.decorators, "export") !== undefined;
  if (isExported) merge(schema, "metadata", { [exportMarker]: true });
  applyDecorators(c, schema, node.decorators);
  if (origin) merge(schema, "metadata", { [importedFrom]: originJson(origin) });
  return schema;
}

export function originJson({ sourceTemplate, originalIdentifier }: Origin): Json {
  return originalIdentifier === undefined ? { sourceTemplate } : { sourceTemplate, originalIdentifier };
}

export function functionJson(c: Converter, { node }: FunctionSymbol, origin: Origin | undefined): Schema {
  const parameters = node.parameters.map((parameter) => ({
    ...(parameter.type ? typeSchema(c, parameter.type) : {}),
    name: parameter.name.name,
  }));
  const output: Schema = { ...typeSchema(c, node.returnType), value: toJson(c.convert(node.body)) };
  const schema: Schema = { parameters, output };
  const metadata: Schema = {};
  const description = descriptionOf(c, node.decorators);
  if (description !== undefined) metadata["description"] = description;
  if (origin === undefined && findDecorator(node.decorators, "export")) metadata[exportMarker] = true;
  if (origin) metadata[importedFrom] = originJson(origin);
  if (Object.keys(metadata).length > 0) schema["metadata"] = metadata;
  return schema;
}

/** A variable: `copy` when its value is a loop, `value` otherwise. */
export function variableJson(
  c: Converter,
  { node }: VariableSymbol,
  name: string,
): { readonly copy: Json } | { readonly value: Json } {
  const value = c.convert(node.value);
  return value.kind === "loop" ? { copy: copyToJson(name, value.source, value.body) } : { value: toJson(value) };
}
