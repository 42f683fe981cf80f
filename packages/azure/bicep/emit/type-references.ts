import { derivedReference } from "../checker/resource-derived.ts";
import { isJsonObject } from "../files/json.ts";
import { keyText, plainString, type TypeNode } from "../syntax/index.ts";
import type { ResourceReference, Type } from "../types/index.ts";
import type { Converter, Imported } from "./emitter.ts";
import { EmitFailure } from "./value.ts";

/** What a type expression that refers to something stands for. */
export type Resolution =
  | { readonly kind: "ambient"; readonly name: string }
  | {
      readonly kind: "declaration";
      /** The JSON pointer in the template: `definitions`, name, … */
      readonly segments: readonly string[];
      /** Where the type is written, with the converter of its file; absent for types of JSON templates. */
      readonly node?: TypeNode;
      readonly json?: unknown;
      readonly c: Converter;
    }
  | {
      readonly kind: "resource";
      readonly reference: ResourceReference;
      readonly segments: readonly string[];
      readonly variant: "input" | "output" | "legacy";
      readonly type: Type;
    };

type Declaration = Extract<Resolution, { kind: "declaration" }>;

function exportedResolution(c: Converter, imported: Imported | undefined): Resolution {
  if (!imported) throw new EmitFailure("This imported type");
  const { exported, name } = imported;
  const segments = ["definitions", name];
  if (exported.kind === "arm") {
    const definitions = exported.file.template["definitions"];
    const json = isJsonObject(definitions) ? definitions[exported.name] : undefined;
    return { kind: "declaration", segments, json, c };
  }
  if (exported.symbol.kind !== "type") throw new EmitFailure("This imported type");
  return { kind: "declaration", segments, node: exported.symbol.node.type, c: c.emitter.converterOf(exported.model) };
}

/** Follows a type expression to what it refers to. */
export function resolveReference(c: Converter, node: TypeNode): Resolution {
  const { symbols } = c.emitter.model.bindings;
  switch (node.kind) {
    case "type-name": {
      const symbol = symbols.get(node);
      if (symbol?.kind === "ambient-type") return { kind: "ambient", name: symbol.name };
      if (symbol?.kind === "import") return exportedResolution(c, c.emitter.resolveImport(symbol));
      if (symbol?.kind !== "type") throw new EmitFailure("This type");
      const name = c.emitter.imports.localName(symbol) ?? symbol.name;
      return { kind: "declaration", segments: ["definitions", name], node: symbol.node.type, c };
    }
    case "type-instantiation": {
      const [arg] = node.args;
      const written = arg && derivedReference(arg);
      if (!written) throw new EmitFailure("This type");
      // A known type is spelt as the library spells it.
      const reference = c.emitter.model.program.resourceTypes.canonical(written) ?? written;
      const variant =
        node.name.name === "resourceOutput" ? "output" : node.name.name === "resourceInput" ? "input" : "legacy";
      return { kind: "resource", reference, segments: [], variant, type: typeOf(c, node) };
    }
    case "type-property-access": {
      const symbol = symbols.get(node.base);
      if (symbol?.kind === "namespace" || symbol?.kind === "extension")
        return { kind: "ambient", name: node.name.name };
      if (symbol?.kind === "wildcard") return exportedResolution(c, c.emitter.resolveMember(symbol, node.name.name));
      return property(c, node, node.base, node.name.name);
    }
    case "type-index-access": {
      const key = plainString(node.index);
      if (key !== undefined) return property(c, node, node.base, key);
      const index = node.index.kind === "integer" ? Number(node.index.value) : 0;
      return step(c, node, node.base, ["prefixItems", String(index)], (type) =>
        type.kind === "tuple-type" ? tupleItem(type.items[index]) : undefined,
      );
    }
    case "type-additional-access":
      return step(c, node, node.base, ["additionalProperties"], (type) =>
        type.kind === "object-type" ? type.members.find((one) => one.kind === "type-additional")?.type : undefined,
      );
    case "type-items-access":
      return step(c, node, node.base, ["items"], (type) => (type.kind === "array-type" ? type.item : undefined));
    case "parenthesized-type":
      return resolveReference(c, node.type);
    case "nullable-type":
    case "non-nullable-type":
      return resolveReference(c, node.base);
    default:
      throw new EmitFailure("This type");
  }
}

function typeOf(c: Converter, node: TypeNode): Type {
  return c.emitter.checker.declaredType({ type: node, decorators: [] });
}

function tupleItem(item: { readonly kind: string; readonly type?: TypeNode } | undefined): TypeNode | undefined {
  return item?.kind === "tuple-item" ? item.type : undefined;
}

function property(c: Converter, node: TypeNode, base: TypeNode, name: string): Resolution {
  return step(c, node, base, ["properties", name], (type) => {
    if (type.kind !== "object-type") return undefined;
    for (const member of type.members) {
      if (member.kind === "type-property" && keyText(member.key) === name) return member.type;
    }
    return undefined;
  });
}

/**
 * One step into a type. Where the base is itself a reference, the step goes on from what that refers to: a pointer must
 * not lead through `$ref`.
 */
function step(
  c: Converter,
  node: TypeNode,
  base: TypeNode,
  segments: readonly string[],
  find: (type: TypeNode) => TypeNode | undefined,
): Resolution {
  let current = resolveReference(c, base);
  for (let hops = 0; hops < 100; hops++) {
    if (current.kind === "resource") {
      return { ...current, segments: [...current.segments, ...segments], type: typeOf(c, node) };
    }
    if (current.kind === "ambient") break;
    const found: TypeNode | undefined = current.node && find(strip(current.node));
    if (found) return { ...current, segments: [...current.segments, ...segments], node: found };
    if (!current.node) return jsonStep(current, segments);
    current = resolveReference(current.c, strip(current.node));
  }
  throw new EmitFailure("This type");
}

/** A type without parentheses and nullability. */
function strip(node: TypeNode): TypeNode {
  let inner = node;
  while (inner.kind === "parenthesized-type" || inner.kind === "nullable-type" || inner.kind === "non-nullable-type") {
    inner = inner.kind === "parenthesized-type" ? inner.type : inner.base;
  }
  return inner;
}

function jsonStep(current: Declaration, segments: readonly string[]): Resolution {
  let json: unknown = current.json;
  for (const segment of segments) {
    json = Array.isArray(json) ? json[Number(segment)] : isJsonObject(json) ? json[segment] : undefined;
  }
  return { ...current, segments: [...current.segments, ...segments], json };
}
