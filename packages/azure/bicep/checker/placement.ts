import type { ResourceSymbol } from "../symbols/index.ts";
import {
  anyType,
  type PropertyType,
  type ReferenceType,
  type ResourceReference,
  type ScopeKind,
  type Type,
} from "../types/index.ts";
import type { Checker } from "./checker.ts";

function isPlace(type: Type): boolean {
  return type.kind === "resource" || type.kind === "module" || type.kind === "scope";
}

function isPlaceOrCollection(type: Type): boolean {
  if (type.kind === "array") return isPlace(type.item());
  if (type.kind === "union") return type.members.every((one) => one.kind === "null" || isPlaceOrCollection(one));
  return isPlace(type);
}

const dependency: ReferenceType = {
  kind: "reference",
  name: "module[] | (resource | module) | resource[]",
  accepts: isPlaceOrCollection,
};

/** Resources, modules and lists of them. */
export const dependenciesType: Type = { kind: "array", item: () => dependency };

const orderOfScopes: readonly ScopeKind[] = ["resource", "tenant", "managementGroup", "subscription", "resourceGroup"];

/** Anything that is a scope; which of them fit is told by the checks of scopes, in better words. */
export function scopesType(scopes: readonly ScopeKind[]): Type {
  const names = orderOfScopes.filter((scope) => scopes.includes(scope));
  const accepts = (type: Type): boolean => {
    if (type.kind === "union") return type.members.every((one) => one.kind === "null" || isPlace(one));
    return isPlace(type);
  };
  return { kind: "reference", name: names.join(" | "), accepts };
}

function parentType(reference: ResourceReference): Type {
  const name = reference.segments.slice(0, -1).join("/");
  const accepts = (type: Type): boolean =>
    type.kind === "union"
      ? type.members.every((one) => one.kind === "null" || accepts(one))
      : type.kind === "resource" && type.reference.type.toLowerCase() === name.toLowerCase();
  return { kind: "reference", name, accepts };
}

const everywhere: readonly ScopeKind[] = orderOfScopes;

/** Properties that say where a resource belongs, and what has to be there before. */
export function placementProperties(
  c: Checker,
  symbol: ResourceSymbol,
  reference: ResourceReference,
): readonly PropertyType[] {
  const { resources, program } = c.model;
  const flags = { isWriteOnly: true, isSystem: true, disallowsAny: true } as const;
  if (resources.extensionOf(symbol) !== undefined) {
    const open = { type: () => anyType, isWriteOnly: true, isSystem: true };
    return ["scope", "parent", "dependsOn"].map((name) => ({ name, ...open }));
  }
  const known = program.resourceTypes.scopes(reference);
  const valid = known ? [...known.writable, ...known.readable] : everywhere;
  const scopes = symbol.node.isExisting ? valid : valid.filter((one) => one === "resource" || one === "tenant");
  const properties: PropertyType[] = [{ name: "dependsOn", type: () => dependenciesType, ...flags }];
  if (scopes.length > 0) properties.push({ name: "scope", type: () => scopesType(scopes), ...flags });
  if (reference.segments.length > 2 && !symbol.container) {
    properties.push({ name: "parent", type: () => parentType(reference), ...flags });
  }
  return properties;
}
