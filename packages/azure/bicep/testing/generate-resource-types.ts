/**
 * Makes resource-types/*.gen.ts from a checkout of the public library of Azure resource types (its folder `generated`).
 * Run: `tsx packages/azure/bicep/testing/generate-resource-types.ts <folder>`.
 *
 * Taken over are facts only: names and versions of types, names and kinds of their properties. Types of the providers
 * that byocni plays are kept whole; of the others only the newest version, without texts and lists of values.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import process from "node:process";

interface Reference {
  readonly $ref: string;
}
interface SourceProperty {
  readonly type: Reference;
  readonly flags?: number;
}
interface SourceType {
  readonly $type: string;
  readonly name?: string;
  readonly value?: string;
  readonly body?: Reference;
  readonly itemType?: Reference;
  readonly elements?: readonly Reference[] | Readonly<Record<string, Reference>>;
  readonly properties?: Readonly<Record<string, SourceProperty>>;
  readonly baseProperties?: Readonly<Record<string, SourceProperty>>;
  readonly additionalProperties?: Reference;
  readonly discriminator?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minValue?: number;
  readonly maxValue?: number;
  readonly sensitive?: boolean;
  readonly readableScopes?: number;
  readonly writableScopes?: number;
}
interface Located {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly index: number;
  /** `writable.readable` in bits; empty for types of resource groups. */
  readonly scopes: string;
}

const whole = new Set([
  "microsoft.containerservice",
  "microsoft.managedidentity",
  "microsoft.authorization",
  "microsoft.kubernetesconfiguration",
  "microsoft.resources",
]);
/** The newest versions of what is deployed beside a cluster. */
const recent = new Set([
  "microsoft.alertsmanagement",
  "microsoft.app",
  "microsoft.appconfiguration",
  "microsoft.cache",
  "microsoft.compute",
  "microsoft.containerregistry",
  "microsoft.dashboard",
  "microsoft.dbforpostgresql",
  "microsoft.documentdb",
  "microsoft.eventhub",
  "microsoft.insights",
  "microsoft.keyvault",
  "microsoft.monitor",
  "microsoft.network",
  "microsoft.operationalinsights",
  "microsoft.operationsmanagement",
  "microsoft.servicebus",
  "microsoft.sql",
  "microsoft.storage",
  "microsoft.web",
]);
const recentVersions = 6;
/** Whose previews are used as much as the rest. */
const previewed = "microsoft.containerservice";
/** Large providers that nobody deploys beside a cluster. */
const passedOver = new Set([
  "microsoft.awsconnector",
  "microsoft.datamigration",
  "microsoft.migrate",
  "microsoft.offazure",
  "microsoft.recoveryservices",
  "microsoft.billing",
]);

function isTypesFile(name: string): boolean {
  return name.endsWith("types.json");
}

function readTypes(file: string): readonly SourceType[] {
  return JSON.parse(readFileSync(file, "utf8")) as readonly SourceType[];
}

function locate(folder: string): readonly Located[] {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter(isTypesFile)
    .toSorted()
    .map((name) => join(folder, name));
  const found = new Map<string, Located>();
  for (const file of files) {
    for (const [index, type] of readTypes(file).entries()) {
      if (type.$type !== "ResourceType" || type.name === undefined) continue;
      const [name = "", version = ""] = type.name.split("@");
      found.set(type.name.toLowerCase(), { name, version, file, index, scopes: scopesOf(type) });
    }
  }
  return [...found.values()];
}

const resourceGroup = 8;

/** Where a type can be deployed to and read: 1 tenant, 2 management group, 4 subscription, 8 resource group, 16 others. */
function scopesOf({ writableScopes, readableScopes }: SourceType): string {
  if (writableScopes === undefined || readableScopes === undefined) return "";
  const isUsual = writableScopes === resourceGroup && readableScopes === resourceGroup;
  return isUsual ? "" : `=${writableScopes}.${readableScopes}`;
}

function group<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** `0-4,7`: ranges of indexes in base 36. */
function ranges(indexes: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < indexes.length;) {
    const from = indexes[at] ?? 0;
    let to = from;
    while (indexes[at + 1] === to + 1) to = indexes[++at] ?? to;
    parts.push(from === to ? from.toString(36) : `${from.toString(36)}-${to.toString(36)}`);
    at++;
  }
  return parts.join(",");
}

/** One line a spelling of the provider: name, versions, types with the versions that they have. */
function indexText(types: readonly Located[]): string {
  const lines: string[] = [];
  for (const [provider, own] of [...group(types, ({ name }) => name.split("/")[0] ?? "")].toSorted()) {
    const versions = [...new Set(own.map(({ version }) => version))].toSorted();
    const rows = [...group(own, ({ name, scopes }) => `${name}\n${scopes}`)].toSorted().map(([key, all]) => {
      const [name = "", scopes = ""] = key.split("\n");
      const indexes = all.map(({ version }) => versions.indexOf(version)).toSorted((a, b) => a - b);
      return `${name.slice(provider.length + 1)}=${ranges(indexes)}${scopes}`;
    });
    lines.push([provider, versions.join(","), rows.join(" ")].join(";"));
  }
  return lines.join("|");
}

/** Writes the types of one provider as numbered nodes; equal nodes are written once. */
function createBlock(isWhole: boolean) {
  const names = new Map<string, number>();
  const nodes = new Map<string, number>();
  const nameId = (name: string): string => {
    if (/[|;]/.test(name)) throw new Error(`${name} holds a separator`);
    const known = names.get(name) ?? names.size;
    names.set(name, known);
    return known.toString(36);
  };
  const intern = (node: string): string => {
    const known = nodes.get(node) ?? nodes.size;
    nodes.set(node, known);
    return `#${known.toString(36)}`;
  };
  /** Limits are kept where values are checked. */
  const limits = (minimum: number | undefined, maximum: number | undefined): readonly string[] => {
    if (!isWhole || (minimum === undefined && maximum === undefined)) return [];
    return [`${minimum ?? ""}~${maximum ?? ""}`];
  };
  const limited = (kind: string, minimum?: number, maximum?: number, isSensitive = false): string => {
    const parts = [...limits(minimum, maximum), ...(isWhole && isSensitive ? ["!"] : [])];
    return parts.length === 0 ? kind : intern([kind.toUpperCase(), ...parts].join(" "));
  };
  const named = ({ name }: SourceType): readonly string[] =>
    isWhole && name !== undefined ? [`@${nameId(name)}`] : [];
  const refOf = ({ $ref }: Reference): number => Number($ref.split("/").at(-1));
  const build = (types: readonly SourceType[], index: number, memo: Map<number, string>, open: Set<number>): string => {
    const known = memo.get(index);
    if (known !== undefined) return known;
    const type = types[index];
    if (!type || open.has(index)) return "a";
    open.add(index);
    const inner = (reference: Reference): string => build(types, refOf(reference), memo, open);
    const members = (properties: Readonly<Record<string, SourceProperty>> = {}): string[] =>
      Object.entries(properties).map(([name, property]) => {
        const flags = isWhole && property.flags ? `!${property.flags & 15}` : "";
        return `${nameId(name)}${flags === "!0" ? "" : flags}:${inner(property.type)}`;
      });
    let result: string;
    switch (type.$type) {
      case "StringType":
        result = limited("s", type.minLength, type.maxLength, type.sensitive);
        break;
      case "IntegerType":
        result = limited("i", type.minValue, type.maxValue);
        break;
      case "BooleanType":
        result = "b";
        break;
      case "StringLiteralType":
        result = isWhole ? `'${nameId(type.value ?? "")}` : "s";
        break;
      case "ResourceType":
        result = type.body ? inner(type.body) : "a";
        break;
      case "ArrayType":
        result = type.itemType
          ? intern(["A", inner(type.itemType), ...limits(type.minLength, type.maxLength)].join(" "))
          : "a";
        break;
      case "UnionType": {
        const all = Array.isArray(type.elements) ? (type.elements as readonly Reference[]).map(inner) : [];
        const distinct = [...new Set(all)];
        result = distinct.length === 1 ? (distinct[0] ?? "a") : intern(`U ${distinct.join(" ")}`);
        break;
      }
      case "ObjectType": {
        const rest = type.additionalProperties ? [`*:${inner(type.additionalProperties)}`] : [];
        result = intern(["O", ...named(type), ...members(type.properties), ...rest].join(" "));
        break;
      }
      case "DiscriminatedObjectType": {
        const elements = Object.entries((type.elements ?? {}) as Readonly<Record<string, Reference>>).map(
          ([value, reference]) => `=${nameId(value)}:${inner(reference)}`,
        );
        result = intern(
          ["D", nameId(type.discriminator ?? ""), ...named(type), ...members(type.baseProperties), ...elements].join(
            " ",
          ),
        );
        break;
      }
      default:
        result = "a";
    }
    open.delete(index);
    memo.set(index, result);
    return result;
  };
  return {
    build,
    text: (rows: readonly string[]): string => [[...names.keys()].join(";"), rows.join(" "), ...nodes.keys()].join("|"),
  };
}

function chosen(provider: string, all: readonly Located[]): readonly Located[] {
  const isKept = (version: string): boolean => provider === previewed && version >= "2023";
  const stable = all.filter(({ version }) => !version.includes("preview") || isKept(version));
  const byVersion = (stable.length > 0 ? stable : all).toSorted((a, b) => (a.version < b.version ? -1 : 1));
  if (whole.has(provider)) {
    const kept = byVersion.filter(({ version }) => version >= "2021");
    return kept.length > 0 ? kept : byVersion.slice(-1);
  }
  return byVersion.slice(recent.has(provider) ? -recentVersions : -1);
}

function bodyText(provider: string, own: readonly Located[]): string {
  if (passedOver.has(provider)) return "";
  const isChecked = whole.has(provider) || recent.has(provider);
  const block = createBlock(isChecked);
  const picked = [...group(own, ({ name }) => name.toLowerCase()).values()].flatMap((all) => chosen(provider, all));
  const rows: string[] = [];
  for (const [file, located] of group(picked, (one) => one.file)) {
    const source = readTypes(file);
    const memo = new Map<number, string>();
    for (const { name, version, index } of located) {
      const node = block.build(source, index, memo, new Set());
      rows.push(`${name.slice(provider.length + 1).toLowerCase()}@${version.toLowerCase()}=${node}`);
    }
  }
  return `${isChecked ? "whole" : "shapes"}|${block.text(rows.toSorted())}`;
}

/** Providers that are checked have a table of their own; the others share tables of about this size. */
const tableSize = 65_536;

/** A table for each of the providers that are much used, and some for the rest; and the list of all tables. */
function writeTables(types: readonly Located[]): void {
  const target = join(dirname(fileURLToPath(import.meta.url)), "..", "resource-types");
  const header = "// Made by testing/generate-resource-types.ts; do not edit.\n";
  const tables = new Map<string, [provider: string, row: string][]>();
  let rest = 0;
  let size = 0;
  for (const [provider, own] of [...group(types, ({ name }) => (name.split("/")[0] ?? "").toLowerCase())].toSorted()) {
    // Escapes would be slow to read.
    const texts = [indexText(own), bodyText(provider, own)].map((text) => {
      if (/[^ !#-[\]-~]/.test(text)) throw new Error(`${provider}: a name needs escapes`);
      return JSON.stringify(text);
    });
    const row = `  ${JSON.stringify(provider)}: [\n    ${texts.join(",\n    ")},\n  ],`;
    if (whole.has(provider) || recent.has(provider)) tables.set(provider, [[provider, row]]);
    else {
      if (size > tableSize) {
        rest++;
        size = 0;
      }
      size += row.length;
      const name = `others-${rest}`;
      tables.set(name, [...(tables.get(name) ?? []), [provider, row]]);
    }
  }
  const folder = join(target, "tables");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const shape = `import type { ProviderTable } from "../table.ts";\n`;
  for (const [name, rows] of tables) {
    const body = rows.map(([, row]) => row).join("\n");
    const text = `${header}${shape}\nexport const table: Readonly<Record<string, ProviderTable>> = {\n${body}\n};\n`;
    writeFileSync(join(folder, `${name}.gen.ts`), text);
  }
  const list = [...tables].map(([name, rows]) => {
    const providers = rows.map(([provider]) => provider).join(" ");
    return `  [${JSON.stringify(providers)}, () => import("./tables/${name}.gen.ts")],`;
  });
  writeFileSync(
    join(target, "tables.gen.ts"),
    `${header}import type { TableFile } from "./table.ts";\n\n/** The tables, each with the providers that it holds. */\nexport const tableFiles: readonly TableFile[] = [\n${list.join("\n")}\n];\n`,
  );
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: generate-resource-types.ts <folder of generated types>");
writeTables(locate(folder));
