import type { Expression } from "../syntax/index.ts";

/** What a template can be deployed at; `resource`: onto another resource (an extension). */
export type ScopeKind = "tenant" | "managementGroup" | "subscription" | "resourceGroup" | "resource";

/** `Namespace/type/child@version` taken apart. */
export interface ResourceReference {
  /** As written, without version: `Microsoft.Network/virtualNetworks/subnets`. */
  readonly type: string;
  readonly segments: readonly string[];
  readonly apiVersion?: string;
}

/** One property of an object type. Types may be recursive, so they are asked for when needed. */
export interface PropertyType {
  readonly name: string;
  readonly type: () => Type;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly isWriteOnly?: boolean;
  /** Its value is known before the deployment starts. */
  readonly isDeployTimeConstant?: boolean;
  readonly isSystem?: boolean;
  /** `null` stands for leaving the property out. */
  readonly allowsNull?: boolean;
  /** Not listed by the type, but taken by many services: its use is warned of. */
  readonly isFallback?: boolean;
  /** Values of type `any` do not help here. */
  readonly disallowsAny?: boolean;
}

export interface StringType {
  readonly kind: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly isSecure?: boolean;
  /** Values may stand where a literal is wanted: the value cannot be known here. */
  readonly isLoose?: boolean;
  /** From the library of resource types, which does not always know better: a misfit is no error. */
  readonly isRough?: boolean;
  /** From another version of the resource type: nothing is said of a misfit. */
  readonly isVague?: boolean;
}

export interface IntegerType {
  readonly kind: "int";
  readonly minValue?: bigint;
  readonly maxValue?: bigint;
  readonly isLoose?: boolean;
  readonly isRough?: boolean;
  readonly isVague?: boolean;
}

export interface ArrayType {
  readonly kind: "array";
  readonly item: () => Type;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Set when the type was written `array`. */
  readonly isUntyped?: boolean;
  readonly isRough?: boolean;
  readonly isVague?: boolean;
}

export interface TupleType {
  readonly kind: "tuple";
  readonly items: readonly (() => Type)[];
}

/** What may stand in an object besides its declared properties. `fallback`: allowed, but with a warning. */
export interface AdditionalProperties {
  readonly type: () => Type;
  readonly isFallback: boolean;
}

export interface ObjectType {
  readonly kind: "object";
  /** How the type is named in texts; made of the properties when absent. */
  readonly name?: string;
  readonly properties: ReadonlyMap<string, PropertyType>;
  readonly additional?: AdditionalProperties;
  readonly isSecure?: boolean;
  /** Mismatches of properties are only warned of: the type's source is known to be inaccurate. */
  readonly warnsOnly?: boolean;
  readonly isVague?: boolean;
}

/** Objects told apart by the value of one property. */
export interface DiscriminatedType {
  readonly kind: "discriminated";
  readonly key: string;
  readonly members: ReadonlyMap<string, ObjectType>;
  readonly name?: string;
}

export interface UnionType {
  readonly kind: "union";
  readonly members: readonly Type[];
}

export interface ResourceType {
  readonly kind: "resource";
  readonly reference: ResourceReference;
  readonly body: ObjectType;
  /** What the body has to be when a property decides on its shape; `body` is the one that was chosen. */
  readonly variants?: DiscriminatedType;
  readonly isExisting: boolean;
  /** The extension that the resource belongs to; absent for Azure. */
  readonly extension?: string;
}

export interface ModuleType {
  readonly kind: "module";
  readonly body: ObjectType;
  /** Names of outputs that hold secrets. */
  readonly secureOutputs: ReadonlySet<string>;
}

/** The value of `resourceGroup()`, `subscription()` and their like. */
export interface ScopeType {
  readonly kind: "scope";
  readonly scope: ScopeKind;
  readonly args: readonly Expression[];
  readonly properties: ReadonlyMap<string, PropertyType>;
}

export interface LambdaType {
  readonly kind: "lambda";
  readonly parameters: readonly Type[];
  readonly optional: readonly Type[];
  readonly result: Type;
}

/** A place for resources, modules or scopes: what is named there counts, not its value. */
export interface ReferenceType {
  readonly kind: "reference";
  readonly name: string;
  readonly accepts: (source: Type) => boolean;
}

export type Type =
  | { readonly kind: "any" }
  | { readonly kind: "error" }
  | { readonly kind: "never" }
  | { readonly kind: "null" }
  | { readonly kind: "bool"; readonly isLoose?: boolean; readonly isRough?: boolean; readonly isVague?: boolean }
  | { readonly kind: "string-literal"; readonly value: string; readonly isSecure?: boolean }
  | { readonly kind: "int-literal"; readonly value: bigint }
  | { readonly kind: "bool-literal"; readonly value: boolean }
  | { readonly kind: "namespace"; readonly name: string }
  | StringType
  | IntegerType
  | ArrayType
  | TupleType
  | ObjectType
  | DiscriminatedType
  | UnionType
  | ResourceType
  | ModuleType
  | ScopeType
  | LambdaType
  | ReferenceType;

const noProperties: ReadonlyMap<string, PropertyType> = new Map();

export const anyType = { kind: "any" } as const satisfies Type;
export const errorType = { kind: "error" } as const satisfies Type;
export const neverType = { kind: "never" } as const satisfies Type;
export const nullType = { kind: "null" } as const satisfies Type;
export const boolType = { kind: "bool" } as const satisfies Type;
export const stringType: StringType = { kind: "string" };
export const secureStringType: StringType = { kind: "string", isSecure: true };
export const integerType: IntegerType = { kind: "int" };
export const looseStringType: StringType = { kind: "string", isLoose: true };
export const arrayType: ArrayType = { kind: "array", item: () => anyType, isUntyped: true };
/** `object`: any properties at all. */
export const objectType: ObjectType = {
  kind: "object",
  name: "object",
  properties: noProperties,
  additional: { type: () => anyType, isFallback: false },
};
export const stringArrayType: ArrayType = { kind: "array", item: () => stringType };

export function stringLiteral(value: string): Type {
  return { kind: "string-literal", value };
}

export function integerLiteral(value: bigint): Type {
  return { kind: "int-literal", value };
}

export function booleanLiteral(value: boolean): Type {
  return { kind: "bool-literal", value };
}

export function arrayOf(item: Type): ArrayType {
  return item.kind === "any" ? arrayType : { kind: "array", item: () => item };
}

/** An object type of named properties, each readable and optional unless said otherwise. */
export function objectOf(
  name: string | undefined,
  properties: Iterable<PropertyType>,
  rest: Pick<ObjectType, "additional" | "isSecure" | "warnsOnly"> = {},
): ObjectType {
  const map = new Map<string, PropertyType>();
  for (const property of properties) map.set(property.name, property);
  return { kind: "object", ...(name === undefined ? {} : { name }), properties: map, ...rest };
}

/** The property of an object type, found whatever the letter case of its name. */
export function propertyOf(properties: ReadonlyMap<string, PropertyType>, name: string): PropertyType | undefined {
  const exact = properties.get(name);
  if (exact) return exact;
  const wanted = name.toLowerCase();
  for (const property of properties.values()) if (property.name.toLowerCase() === wanted) return property;
  return undefined;
}

/** Where a type of resources can be deployed to, and where it can be read. */
export interface TypeScopes {
  readonly writable: readonly ScopeKind[];
  readonly readable: readonly ScopeKind[];
}

/** Where types of resources come from. Nothing is known of a type that gives undefined. */
export interface ResourceTypes {
  /** The reference in the letter case of the service, when this very version of the type is known. */
  canonical(reference: ResourceReference): ResourceReference | undefined;
  /** The body of a type, complete with flags and values: good for checking what is written. */
  body(reference: ResourceReference): ObjectType | DiscriminatedType | undefined;
  /** What is roughly known of the body: names and kinds, perhaps of the nearest version. */
  shape(reference: ResourceReference): ObjectType | DiscriminatedType | undefined;
  /** Where the very version of a type can be deployed; undefined where it is not known. */
  scopes(reference: ResourceReference): TypeScopes | undefined;
  /** True when all types of Azure are listed: what is not listed is not known. */
  readonly isComplete: boolean;
  /** Versions of a type that are known, oldest first. */
  versions(type: string): readonly string[];
}
