import { typeName } from "./names.ts";
import { anyType, neverType, nullType, type Type } from "./type.ts";

function flatten(types: Iterable<Type>, into: Type[]): void {
  for (const type of types) {
    if (type.kind === "union") flatten(type.members, into);
    else if (type.kind !== "never") into.push(type);
  }
}

/** Kinds whose names would have to look into other types, which may not be known yet. */
const compound: ReadonlySet<Type["kind"]> = new Set([
  "object",
  "array",
  "tuple",
  "lambda",
  "discriminated",
  "resource",
  "module",
]);

/**
 * The union of types: flat, `any` swallows the others. Simple members come first, in the order of their names and
 * without doubles; of the others, only those that are the very same are doubles.
 */
export function unionOf(types: Iterable<Type>): Type {
  const flat: Type[] = [];
  flatten(types, flat);
  if (flat.some((type) => type.kind === "error")) return { kind: "error" };
  if (flat.some((type) => type.kind === "any")) return anyType;
  const hasUntypedArray = flat.some((type) => type.kind === "array" && type.isUntyped);
  const byName = new Map<string, Type>();
  const others = new Set<Type>();
  for (const type of flat) {
    const isArray = type.kind === "array" || type.kind === "tuple";
    if (hasUntypedArray && isArray && !(type.kind === "array" && type.isUntyped)) continue;
    if (compound.has(type.kind)) others.add(type);
    else {
      const name = typeName(type);
      if (!byName.has(name)) byName.set(name, type);
    }
  }
  const names = [...byName.keys()].toSorted();
  const members = [...names.map((name) => byName.get(name) ?? anyType), ...others];
  const [first] = members;
  if (first === undefined) return neverType;
  return members.length === 1 ? first : { kind: "union", members };
}

/** The members of a union in the order of their names, each name once. */
export function membersByName(members: readonly Type[]): readonly Type[] {
  const byName = new Map(members.map((member) => [typeName(member), member] as const));
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, member]) => member);
}

export function nullable(type: Type): Type {
  return type.kind === "any" ? type : unionOf([type, nullType]);
}

/** The type without `null`, or undefined when it has none. */
export function withoutNull(type: Type): Type | undefined {
  if (type.kind !== "union" || !type.members.some((member) => member.kind === "null")) return undefined;
  return unionOf(type.members.filter((member) => member.kind !== "null"));
}

/** True for types that came from the library of resource types: where they disagree, it is only warned of. */
export function isLooselyTyped(type: Type): boolean {
  switch (type.kind) {
    case "string":
    case "int":
    case "bool":
    case "array":
      return type.isRough === true;
    case "object":
      return type.warnsOnly === true;
    case "discriminated":
      return [...type.members.values()].some(isLooselyTyped);
    case "union":
      return type.members.some(isLooselyTyped);
    default:
      return false;
  }
}

/** True for types of the library that are those of another version of a resource type. */
export function isVagueType(type: Type): boolean {
  switch (type.kind) {
    case "string":
    case "int":
    case "bool":
    case "array":
    case "object":
      return type.isVague === true;
    case "discriminated":
      return [...type.members.values()].some(isVagueType);
    case "union":
      return type.members.some(isVagueType);
    default:
      return false;
  }
}

/** True for types of which there is exactly one value. */
export function isLiteral(type: Type): boolean {
  // Types can hold themselves, and one type in many places.
  const known = new Map<Type, boolean>();
  const look = (one: Type): boolean => {
    switch (one.kind) {
      case "string-literal":
      case "int-literal":
      case "bool-literal":
      case "null":
        return true;
      case "tuple":
      case "object": {
        const answer = known.get(one);
        if (answer !== undefined) return answer;
        known.set(one, false);
        const isOpen = one.kind === "object" && one.additional !== undefined && !one.additional.isFallback;
        const isKnown =
          one.kind === "tuple"
            ? one.items.every((item) => look(item()))
            : !isOpen && [...one.properties.values()].every((property) => property.isRequired && look(property.type()));
        known.set(one, isKnown);
        return isKnown;
      }
      default:
        return false;
    }
  };
  return look(type);
}

/** True when the predicate holds for the type or, for a union, for all its members. */
export function everyMember(type: Type, holds: (type: Type) => boolean): boolean {
  return type.kind === "union" ? type.members.every(holds) : holds(type);
}
