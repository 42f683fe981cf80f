import type { ResourceReference, ResourceTypes, ScopeKind, TypeScopes } from "../types/index.ts";
import { decodeBlock, type ProviderTypes } from "./decode-bodies.ts";
import type { ProviderTable, TableFile } from "./table.ts";

/** A library of which only a part is there. */
export interface ResourceTypeLibrary extends ResourceTypes {
  /** Adds the providers of these names, as far as they are known; all of them when none are named. */
  load(providers?: Iterable<string>): Promise<void>;
  /** Providers that were asked for before they were loaded. */
  missing(): ReadonlySet<string>;
}

/** Where most types are deployed to, and read. */
const groupScopes: TypeScopes = { writable: ["resourceGroup"], readable: ["resourceGroup"] };
const scopeBits: readonly (readonly [number, ScopeKind])[] = [
  [1, "tenant"],
  [2, "managementGroup"],
  [4, "subscription"],
  [8, "resourceGroup"],
  [16, "resource"],
];

/** `writable.readable`, each the sum of its scopes' bits. */
function readScopes(text: string | undefined): TypeScopes {
  if (text === undefined) return groupScopes;
  const [writable = [], readable = []] = text
    .split(".")
    .map((bits) => scopeBits.flatMap(([bit, scope]) => (Number(bits) & bit ? [scope] : [])));
  return { writable, readable };
}

function readRanges(text: string, versions: readonly string[]): readonly string[] {
  return text.split(",").flatMap((range) => {
    const [from = "0", to = from] = range.split("-");
    return versions.slice(Number.parseInt(from, 36), Number.parseInt(to, 36) + 1);
  });
}

/** A type of a provider; versions and scopes are read when they are asked for. */
class TypeRow {
  readonly name: string;
  readonly #all: readonly string[];
  readonly #ranges: string;
  readonly #scopeText: string | undefined;
  #versions: readonly string[] | undefined;
  constructor(name: string, all: readonly string[], ranges: string, scopes: string | undefined) {
    this.name = name;
    this.#all = all;
    this.#ranges = ranges;
    this.#scopeText = scopes;
  }
  get versions(): readonly string[] {
    return (this.#versions ??= readRanges(this.#ranges, this.#all));
  }
  get scopes(): TypeScopes {
    return readScopes(this.#scopeText);
  }
}

/** Makes an empty library. What was loaded of a provider is read when a type of it is first asked for. */
export function createResourceTypes(files: readonly TableFile[]): ResourceTypeLibrary {
  const fileOf = new Map<string, TableFile>();
  for (const file of files) for (const provider of file[0].split(" ")) fileOf.set(provider, file);
  const tables = new Map<string, ProviderTable>();
  const asked = new Set<string>();
  const rows = new Map<string, ReadonlyMap<string, readonly TypeRow[]>>();
  const decoded = new Map<string, ProviderTypes>();

  const tableOf = (provider: string): ProviderTable | undefined => {
    const table = tables.get(provider);
    if (!table && fileOf.has(provider)) asked.add(provider);
    return table;
  };
  /** The types of a provider by lower-case name; a name can be spelt differently in different versions. */
  const rowsOf = (provider: string): ReadonlyMap<string, readonly TypeRow[]> | undefined => {
    const known = rows.get(provider);
    if (known) return known;
    const table = tableOf(provider);
    if (!table) return undefined;
    const found = new Map<string, TypeRow[]>();
    for (const line of table[0].split("|")) {
      const [name = "", versionText = "", types = ""] = line.split(";");
      const versions = versionText.split(",");
      for (const type of types.split(" ")) {
        const [rest = "", ranges = "", scopes] = type.split("=");
        const row = new TypeRow(`${name}/${rest}`, versions, ranges, scopes);
        const key = row.name.toLowerCase();
        const others = found.get(key);
        if (others) others.push(row);
        else found.set(key, [row]);
      }
    }
    rows.set(provider, found);
    return found;
  };
  const providerTypes = (provider: string): ProviderTypes | undefined => {
    const known = decoded.get(provider);
    if (known) return known;
    const bodies = tableOf(provider)?.[1];
    if (!bodies) return undefined;
    const types = decodeBlock(bodies);
    decoded.set(provider, types);
    return types;
  };
  const keysOf = (reference: ResourceReference) => {
    const provider = (reference.segments[0] ?? "").toLowerCase();
    const type = reference.type.slice(provider.length + 1).toLowerCase();
    return { provider, type, version: (reference.apiVersion ?? "").toLowerCase() };
  };
  const findRow = (reference: ResourceReference): { readonly row: TypeRow; readonly version: string } | undefined => {
    const { provider, version } = keysOf(reference);
    for (const row of rowsOf(provider)?.get(reference.type.toLowerCase()) ?? []) {
      const known = row.versions.find((one) => one.toLowerCase() === version);
      if (known !== undefined) return { row, version: known };
    }
    return undefined;
  };

  return {
    async load(providers = fileOf.keys()) {
      const needed = new Set<TableFile>();
      for (const provider of providers) {
        const file = tables.has(provider) ? undefined : fileOf.get(provider);
        if (file) needed.add(file);
      }
      for (const { table } of await Promise.all([...needed].map(([, load]) => load()))) {
        for (const [provider, own] of Object.entries(table)) {
          tables.set(provider, own);
          asked.delete(provider);
        }
      }
    },
    missing: () => asked,
    canonical(reference) {
      const found = findRow(reference);
      if (!found) return undefined;
      const { name } = found.row;
      return { type: name, segments: name.split("/"), apiVersion: found.version };
    },
    body(reference) {
      const { provider, type, version } = keysOf(reference);
      const types = providerTypes(provider);
      return types?.isWhole ? types.find(`${type}@${version}`) : undefined;
    },
    shape(reference) {
      const { provider, type, version } = keysOf(reference);
      const types = providerTypes(provider);
      const exact = types?.find(`${type}@${version}`);
      if (!types || exact) return exact;
      const own = types.keys.filter((key) => key.startsWith(`${type}@`)).toSorted();
      // The version that follows, or the last one.
      const nearest = own.find((key) => key > `${type}@${version}`) ?? own.at(-1);
      return nearest === undefined ? undefined : types.find(nearest);
    },
    scopes: (reference) => findRow(reference)?.row.scopes,
    isComplete: true,
    versions(type) {
      const provider = (type.split("/")[0] ?? "").toLowerCase();
      const found = (rowsOf(provider)?.get(type.toLowerCase()) ?? []).flatMap((row) => row.versions);
      return found.toSorted();
    },
  };
}

/** A library with nothing in it yet. */
export async function openResourceTypes(): Promise<ResourceTypeLibrary> {
  const { tableFiles } = await import("./tables.gen.ts");
  return createResourceTypes(tableFiles);
}

/** Loads the library of Azure's resource types: some megabytes, so only when something is to be compiled. */
export async function loadResourceTypes(): Promise<ResourceTypes> {
  const library = await openResourceTypes();
  await library.load();
  return library;
}
