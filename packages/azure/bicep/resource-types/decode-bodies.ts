import {
  anyType,
  boolType,
  integerType,
  stringLiteral,
  stringType,
  unionOf,
  type DiscriminatedType,
  type ObjectType,
  type PropertyType,
  type Type,
} from "../types/index.ts";

/** The types of one provider. */
export interface ProviderTypes {
  /** The body of `type@version` (without the provider, in lower case). */
  find(key: string): ObjectType | DiscriminatedType | undefined;
  /** True where flags, limits and values are kept: what is written can be checked against the types. */
  readonly isWhole: boolean;
  /** All keys, sorted. */
  readonly keys: readonly string[];
}

const flag = { required: 1, readOnly: 2, writeOnly: 4, constant: 8 } as const;

/** `least~most`, each of them absent or a number. */
function limitsOf(part: string | undefined): readonly [least: string | undefined, most: string | undefined] {
  const [least, most] = part?.includes("~") ? part.split("~") : [];
  return [least === "" ? undefined : least, most === "" ? undefined : most];
}

function lengths(part: string | undefined): { readonly minLength?: number; readonly maxLength?: number } {
  const [least, most] = limitsOf(part);
  return {
    ...(least === undefined ? {} : { minLength: Number(least) }),
    ...(most === undefined ? {} : { maxLength: Number(most) }),
  };
}

function values(part: string | undefined): { readonly minValue?: bigint; readonly maxValue?: bigint } {
  const [least, most] = limitsOf(part);
  return {
    ...(least === undefined ? {} : { minValue: BigInt(least) }),
    ...(most === undefined ? {} : { maxValue: BigInt(most) }),
  };
}

/**
 * Reads a block of lines that end in `|`: `whole` or `shapes`; names; `type@version=node` for each type; then the nodes.
 * A node is `O` members, `A` item limits, `S` or `I` limits (a text with `!` is a secret), `U` members or `D` key members
 * `=value:node`; a member is `name[!flags]:type`, `*:type` the rest, `@name` the name of an object. Types are `s i b a`,
 * `'name` (a literal) and `#node`; numbers are in base 36, those of limits are decimal. Types are made when they are
 * asked for.
 */
export function decodeBlock(text: string): ProviderTypes {
  const [kindLine, nameLine = "", rowLine = "", ...nodes] = text.split("|");
  const isWhole = kindLine === "whole";
  const rough = { isRough: true, ...(isWhole ? {} : { isVague: true }) } as const;
  const roughString = { ...stringType, ...rough };
  const roughInteger = { ...integerType, ...rough };
  const roughBool = { ...boolType, ...rough };
  const names = nameLine.split(";");
  const rows = new Map(rowLine.split(" ").map((row) => row.split("=") as [string, string]));
  const made = new Map<number, Type>();

  const nameAt = (code: string): string => names[Number.parseInt(code, 36)] ?? "";
  const typeAt = (code: string): Type => {
    switch (code[0]) {
      case "s":
        return roughString;
      case "i":
        return roughInteger;
      case "b":
        return roughBool;
      case "'":
        return stringLiteral(nameAt(code.slice(1)));
      case "#":
        return nodeAt(Number.parseInt(code.slice(1), 36));
      default:
        return anyType;
    }
  };
  const propertyAt = (part: string): PropertyType => {
    const [head = "", type = "a"] = part.split(":");
    const [name = "", flags = "0"] = head.split("!");
    const bits = Number(flags);
    return {
      name: nameAt(name),
      type: () => typeAt(type),
      ...(bits & flag.required ? { isRequired: true } : { allowsNull: true }),
      ...(bits & flag.readOnly ? { isReadOnly: true } : {}),
      ...(bits & flag.writeOnly ? { isWriteOnly: true } : {}),
      ...(bits & flag.constant ? { isDeployTimeConstant: true } : {}),
    };
  };
  const objectAt = (parts: readonly string[]): ObjectType => {
    const properties = new Map<string, PropertyType>();
    let additional: ObjectType["additional"];
    let name: string | undefined;
    for (const part of parts) {
      if (part.startsWith("@")) name = nameAt(part.slice(1));
      else if (part.startsWith("*:")) additional = { type: () => typeAt(part.slice(2)), isFallback: false };
      else {
        const property = propertyAt(part);
        properties.set(property.name, property);
      }
    }
    return {
      kind: "object",
      ...(name === undefined ? {} : { name }),
      properties,
      warnsOnly: true,
      ...(isWhole ? {} : { isVague: true }),
      ...(additional ? { additional } : {}),
    };
  };
  const nodeAt = (index: number): Type => {
    const known = made.get(index);
    if (known) return known;
    const [kind, ...parts] = (nodes[index] ?? "").split(" ");
    let type: Type;
    if (kind === "O") type = objectAt(parts);
    else if (kind === "A")
      type = { kind: "array", item: () => typeAt(parts[0] ?? "a"), ...lengths(parts[1]), ...rough };
    else if (kind === "S") {
      type = { ...roughString, ...lengths(parts[0]), ...(parts.includes("!") ? { isSecure: true } : {}) };
    } else if (kind === "I") type = { ...roughInteger, ...values(parts[0]) };
    else if (kind === "U") type = unionOf(parts.map(typeAt));
    else if (kind === "D") type = discriminatedAt(parts);
    else type = anyType;
    made.set(index, type);
    return type;
  };
  const discriminatedAt = ([key = "", ...parts]: readonly string[]): Type => {
    const base = objectAt(parts.filter((part) => !part.startsWith("=")));
    const members = new Map<string, ObjectType>();
    for (const part of parts) {
      if (!part.startsWith("=")) continue;
      const [value = "", code = "a"] = part.slice(1).split(":");
      const member = typeAt(code);
      if (member.kind !== "object") continue;
      const name = nameAt(value);
      members.set(name, { ...member, name, properties: new Map([...base.properties, ...member.properties]) });
    }
    if (members.size === 0) return base;
    return {
      kind: "discriminated",
      key: nameAt(key),
      members,
      ...(base.name === undefined ? {} : { name: base.name }),
    };
  };

  return {
    isWhole,
    keys: [...rows.keys()],
    find(key) {
      const code = rows.get(key);
      const type = code === undefined ? undefined : typeAt(code);
      return type?.kind === "object" || type?.kind === "discriminated" ? type : undefined;
    },
  };
}
