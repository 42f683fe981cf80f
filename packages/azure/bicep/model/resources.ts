import { plainString, propertyNamed, type Expression, type SyntaxNode } from "../syntax/index.ts";
import type { BicepSymbol, ResourceSymbol } from "../symbols/index.ts";
import type { ResourceReference, ResourceTypes } from "../types/index.ts";
import { nestedReference, parseResourceReference } from "./references.ts";

/** The resource above another one, by nesting or by its `parent` property. */
export interface Ancestor {
  readonly resource: ResourceSymbol;
  readonly kind: "nested" | "property";
  /** Which member of a collection, where the parent is one. */
  readonly index?: Expression;
}

/** What is known of the resources of a file without types. */
export interface ResourceTable {
  /** The type written after the name; undefined when it is not a type or its container's is not. */
  reference(resource: ResourceSymbol): ResourceReference | undefined;
  /** The extension that the resource belongs to (its alias); undefined for Azure's own. */
  extensionOf(resource: ResourceSymbol): string | undefined;
  parent(resource: ResourceSymbol): Ancestor | undefined;
  /** From the outermost to the direct parent. */
  ancestors(resource: ResourceSymbol): readonly Ancestor[];
  nameNode(resource: ResourceSymbol): Expression | undefined;
  /** The name under which the template knows the resource: `parent::child` for nested ones. */
  symbolicName(resource: ResourceSymbol): string;
}

/** What the table needs to know of the file's extensions. */
export interface ExtensionLookup {
  /** Aliases of namespaces that a type string may begin with (`az:`). */
  isNamespace(alias: string): boolean;
  /** The extension that declares a type, when it is not one of Azure. */
  declaring(reference: ResourceReference): string | undefined;
}

/** A type has far fewer segments: a longer line of parents has the wrong types, which is reported elsewhere. */
const deepest = 64;

export function createResourceTable(
  symbols: ReadonlyMap<SyntaxNode, BicepSymbol>,
  extensions: ExtensionLookup,
  types: ResourceTypes,
): ResourceTable {
  const references = new Map<ResourceSymbol, ResourceReference | undefined>();
  const prefixes = new Map<ResourceSymbol, string>();
  const parents = new Map<ResourceSymbol, Ancestor | undefined>();
  const lines = new Map<ResourceSymbol, readonly Ancestor[]>();

  const computeReference = (resource: ResourceSymbol): ResourceReference | undefined => {
    const text = plainString(resource.node.type);
    if (text === undefined) return undefined;
    const colon = text.indexOf(":");
    const prefix = colon === -1 ? undefined : text.slice(0, colon);
    const isPrefixed = prefix !== undefined && extensions.isNamespace(prefix);
    if (isPrefixed) prefixes.set(resource, prefix);
    const own = parseResourceReference(isPrefixed ? text.slice(colon + 1) : text);
    if (!own) return undefined;
    if (!resource.container) return types.canonical(own) ?? own;
    const outer = table.reference(resource.container);
    if (!outer || own.segments.length !== 1) return undefined;
    const whole = nestedReference(outer, own);
    return types.canonical(whole) ?? whole;
  };
  const computeParent = (resource: ResourceSymbol): Ancestor | undefined => {
    if (resource.container) return { resource: resource.container, kind: "nested" };
    let value: SyntaxNode | undefined = propertyNamed(resource.body.object, "parent")?.value;
    let index: Expression | undefined;
    if (value?.kind === "index-access") {
      index = value.index;
      value = value.base;
    }
    const target = value && symbols.get(value);
    if (target?.kind !== "resource" || target === resource) return undefined;
    return index === undefined ? { resource: target, kind: "property" } : { resource: target, kind: "property", index };
  };

  const table: ResourceTable = {
    reference(resource) {
      if (!references.has(resource)) references.set(resource, computeReference(resource));
      return references.get(resource);
    },
    extensionOf(resource) {
      const reference = table.reference(resource);
      const prefix = prefixes.get(resource);
      if (prefix !== undefined) return prefix === "az" ? undefined : prefix;
      return reference && extensions.declaring(reference);
    },
    parent(resource) {
      if (!parents.has(resource)) parents.set(resource, computeParent(resource));
      return parents.get(resource);
    },
    ancestors(resource) {
      const known = lines.get(resource);
      if (known) return known;
      const line: Ancestor[] = [];
      const seen = new Set([resource]);
      let current = table.parent(resource);
      // A cycle of parents is reported elsewhere; here it only must end.
      while (current && !seen.has(current.resource) && line.length < deepest) {
        line.push(current);
        seen.add(current.resource);
        current = table.parent(current.resource);
      }
      line.reverse();
      lines.set(resource, line);
      return line;
    },
    nameNode: (resource) => propertyNamed(resource.body.object, "name")?.value,
    symbolicName(resource) {
      return resource.container ? `${table.symbolicName(resource.container)}::${resource.name}` : resource.name;
    },
  };
  return table;
}
