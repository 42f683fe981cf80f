import type { FileModel } from "../model/model.ts";
import { parseResourceReference } from "../model/references.ts";
import { plainString, type Expression, type TypeNode } from "../syntax/index.ts";
import type { ResourceReference } from "../types/index.ts";
import { call, member, text, type Arm } from "./arm.ts";
import type { Converter } from "./emitter.ts";

/** A resource that a parameter or an output of a module hands on: all there is at run time is its id. */
export interface GivenResource {
  readonly id: Arm;
  readonly type: string;
  readonly apiVersion: string;
}

/** The type that `resource` or `resource 'type@version'` names; without a type it is that of the value. */
function typeOf(model: FileModel, node: TypeNode, value: Expression | undefined): ResourceReference | undefined {
  if (node.kind !== "resource-type") return undefined;
  const written = node.type?.kind === "string" ? plainString(node.type) : undefined;
  if (written !== undefined) return parseResourceReference(written);
  const symbol = value && model.bindings.symbols.get(value);
  return symbol?.kind === "resource" ? model.resources.reference(symbol) : undefined;
}

/** The resource that an expression stands for, when it is handed on and not declared in the file. */
export function givenResource(c: Converter, node: Expression): GivenResource | undefined {
  const { model } = c.emitter;
  if (!model.configuration.features.resourceTypedParamsAndOutputs) return undefined;
  const reference = parameterType(model, node) ?? outputType(model, node);
  return reference && { id: c.arm(node), type: reference.type, apiVersion: reference.apiVersion ?? "" };
}

function parameterType(model: FileModel, node: Expression): ResourceReference | undefined {
  const symbol = model.bindings.symbols.get(node);
  return symbol?.kind === "parameter" ? typeOf(model, symbol.node.type, undefined) : undefined;
}

/** `module.outputs.name`. */
function outputType(model: FileModel, node: Expression): ResourceReference | undefined {
  if (node.kind !== "property-access" || node.base.kind !== "property-access") return undefined;
  const { base } = node.base;
  const symbol = model.bindings.symbols.get(base.kind === "index-access" ? base.base : base);
  if (symbol?.kind !== "module" || node.base.name.name !== "outputs") return undefined;
  const target = model.program.target(model, symbol.node.path);
  if (target.kind !== "bicep") return undefined;
  for (const output of target.model.declarations.all) {
    if (output.kind === "output" && output.name === node.name.name) {
      return typeOf(target.model, output.node.type, output.node.value);
    }
  }
  return undefined;
}

export function givenProperty({ id, type, apiVersion }: GivenResource, name: string, isSafe: boolean): Arm {
  switch (name) {
    case "id":
      return id;
    case "type":
      return text(type);
    case "apiVersion":
      return text(apiVersion);
    case "name":
      return call("last", call("split", id, text("/")));
    default: {
      const isWhole = name !== "properties" || isSafe;
      const state = call("reference", id, text(apiVersion), ...(isWhole ? [text("full")] : []));
      if (isSafe) return call("tryGet", state, text(name));
      return isWhole ? member(state, name) : state;
    }
  }
}
