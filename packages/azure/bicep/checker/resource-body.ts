import { propertyNamed } from "../syntax/index.ts";
import type { ResourceSymbol } from "../symbols/index.ts";
import {
  anyType,
  boolType,
  integerType,
  objectOf,
  objectType,
  stringArrayType,
  stringLiteral,
  stringType,
  unionOf,
  type DiscriminatedType,
  type ObjectType,
  type PropertyType,
  type ResourceReference,
  type ResourceType,
  type Type,
} from "../types/index.ts";
import { formatReference } from "../model/references.ts";
import type { Checker } from "./checker.ts";
import { narrowed } from "./narrow.ts";
import { placementProperties } from "./placement.ts";

/** Properties that are known before a deployment starts and cannot change: safe to read at any time. */
export const identityProperties: ReadonlySet<string> = new Set(["id", "name", "type", "apiVersion"]);

function property(name: string, type: Type, rest: Omit<PropertyType, "name" | "type"> = {}): PropertyType {
  return { name, type: () => type, ...rest };
}

const strings = (...names: readonly string[]): readonly PropertyType[] =>
  names.map((name) => property(name, stringType));
const oneOf = (...values: readonly string[]): Type => unionOf([...values.map(stringLiteral), stringType]);

const tags = objectOf("Tags", [], { additional: { type: () => stringType, isFallback: false } });
const asserts = property(
  "asserts",
  objectOf("ResourceAsserts", [], { additional: { type: () => boolType, isFallback: false } }),
);
const sku = objectOf("sku", [...strings("name", "tier", "size", "family", "model"), property("capacity", integerType)]);
const extendedLocation = objectOf("extendedLocation", [
  property("type", oneOf("NotSpecified", "EdgeZone", "CustomLocation", "ArcZone"), { isRequired: true }),
  property("name", stringType),
]);
const zonePlacement = objectOf("placement", [
  property("zonePlacementPolicy", oneOf("NotSpecified", "Any", "None", "Auto"), { isRequired: true }),
  property("includeZones", stringArrayType),
  property("excludeZones", stringArrayType),
]);
const scale = objectOf("scale", [
  property("capacity", integerType, { isRequired: true }),
  property("maximum", integerType),
  property("minimum", integerType),
]);
const userAssigned = objectOf("userAssignedIdentityProperties", strings("principalId", "clientId"));
const identity = objectOf("identity", [
  ...strings("principalId", "tenantId"),
  property("type", oneOf("NotSpecified", "SystemAssigned", "UserAssigned", "None", "Actor"), { isRequired: true }),
  property("identityIds", stringArrayType),
  property(
    "userAssignedIdentities",
    objectOf("userAssignedIdentities", [], { additional: { type: () => userAssigned, isFallback: false } }),
  ),
  property("delegatedResources", objectType),
]);

/** What resources of Azure have in common, by what the Resource Manager itself understands. */
export function commonProperties(): readonly PropertyType[] {
  return [
    ...strings("location", "kind", "managedBy", "eTag"),
    property("tags", tags),
    asserts,
    property("properties", objectType),
    property("sku", sku),
    property("managedByExtended", stringArrayType),
    property("extendedLocation", extendedLocation),
    property("zones", stringArrayType),
    property("placement", zonePlacement),
    property("plan", objectType),
    property("scale", scale),
    property("identity", identity),
  ];
}

function identifying(reference: ResourceReference, name: Type): readonly PropertyType[] {
  const fixed = { isReadOnly: true, isDeployTimeConstant: true, isSystem: true };
  return [
    property("id", stringType, fixed),
    property("name", name, { isRequired: true, isDeployTimeConstant: true, isSystem: true }),
    property("type", stringLiteral(reference.type), fixed),
    property("apiVersion", stringLiteral(reference.apiVersion ?? ""), fixed),
  ];
}

/** Names of children that stand by themselves hold slashes: what the type says of names does not fit them. */
function nameType(c: Checker, symbol: ResourceSymbol, reference: ResourceReference, known: ObjectType): Type {
  const isWhole = reference.segments.length === 2 || c.model.resources.parent(symbol) !== undefined;
  return (isWhole ? known.properties.get("name")?.type() : undefined) ?? stringType;
}

/** Which of the shapes of a body was written: the property that decides has a literal value. */
function chooseVariant(c: Checker, symbol: ResourceSymbol, variants: DiscriminatedType): ObjectType | undefined {
  const value = propertyNamed(symbol.body.object, variants.key)?.value;
  const type = value && c.typeOf(value);
  return type?.kind === "string-literal" ? variants.members.get(type.value) : undefined;
}

const typeForm = /^[a-z0-9][a-z0-9.]*(?:\/[a-z0-9-]+)+$/i;
const versionForm = /^\d{4}-\d{2}-\d{2}(?:-(?:preview|alpha|beta|rc|privatepreview))?$/i;

/** Types that the library does not know have at least the form of Azure's. */
export function isAzureType(c: Checker, reference: ResourceReference): boolean {
  if (c.model.program.resourceTypes.canonical(reference)) return true;
  return typeForm.test(reference.type) && versionForm.test(reference.apiVersion ?? "");
}

/** The type of a resource: from the library of types where it has one, open otherwise. */
export function computeResourceType(c: Checker, symbol: ResourceSymbol): ResourceType | undefined {
  const { model } = c;
  const reference = model.resources.reference(symbol);
  if (!reference) return undefined;
  const extension = model.resources.extensionOf(symbol);
  if (extension === undefined && !isAzureType(c, reference)) return undefined;
  const isExisting = symbol.node.isExisting;
  if (extension !== undefined) {
    const body = objectOf(reference.type, placementProperties(c, symbol, reference), {
      additional: { type: () => anyType, isFallback: false },
    });
    return { kind: "resource", reference, body, isExisting, extension };
  }
  const types = model.program.resourceTypes;
  const complete = (known: ObjectType): ObjectType => {
    const own = new Map(known.properties);
    for (const one of identifying(reference, nameType(c, symbol, reference, known))) own.set(one.name, one);
    for (const one of placementProperties(c, symbol, reference)) own.set(one.name, one);
    own.set("asserts", asserts);
    for (const one of commonProperties()) if (!own.has(one.name)) own.set(one.name, { ...one, isFallback: true });
    const { warnsOnly: _, ...rest } = known;
    return { ...rest, properties: own };
  };
  const known = types.body(reference);
  if (known?.kind === "object") {
    const body = narrowed(c, complete(known), symbol.body.object);
    return { kind: "resource", reference, body: body.kind === "object" ? body : complete(known), isExisting };
  }
  if (known && !isExisting) {
    const members = new Map([...known.members].map(([key, member]) => [key, complete(member)]));
    const variants = { ...known, members };
    const chosen = chooseVariant(c, symbol, variants);
    const open = openBody(c, symbol, reference);
    return { kind: "resource", reference, body: chosen ?? open, variants, isExisting };
  }
  return { kind: "resource", reference, body: openBody(c, symbol, reference), isExisting };
}

/** The body of a type that is not known, or not well enough: what is common, and more where the type may have more. */
function openBody(c: Checker, symbol: ResourceSymbol, reference: ResourceReference): ObjectType {
  const types = c.model.program.resourceTypes;
  const isListed = types.canonical(reference) !== undefined || !types.isComplete;
  const isUnknown = !isListed && types.versions(reference.type).length === 0;
  // What a known type says of the common properties is not known: nothing is said of their values.
  const common = commonProperties();
  const own = [
    ...(isListed ? common.map((one) => ({ ...one, type: () => anyType })) : common),
    ...identifying(reference, stringType),
    ...placementProperties(c, symbol, reference),
  ];
  const rest = isUnknown ? {} : { additional: { type: () => anyType, isFallback: !isListed } };
  return objectOf(isListed ? reference.type : formatReference(reference), own, rest);
}
