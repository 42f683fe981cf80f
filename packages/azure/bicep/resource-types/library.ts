import type { ResourceReference, ResourceTypes, ScopeKind, TypeScopes } from "../types/index.ts";
import { decodeBlock, type ProviderTypes } from "./decode-bodies.ts";

interface TypeRow {
  readonly name: string;
  readonly versions: readonly string[];
  readonly scopes: TypeScopes;
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

/** Makes the library of its two tables. Providers are read when a type of theirs is first asked for. */
export function createResourceTypes(index: readonly string[], bodies: Readonly<Record<string, string>>): ResourceTypes {
  let lines: ReadonlyMap<string, readonly string[]> | undefined;
  const rows = new Map<string, ReadonlyMap<string, readonly TypeRow[]>>();
  const providers = new Map<string, ProviderTypes | undefined>();

  const linesOf = (provider: string): readonly string[] => {
    if (!lines) {
      const grouped = new Map<string, string[]>();
      for (const line of index) {
        const key = line.slice(0, line.indexOf("\t")).toLowerCase();
        grouped.set(key, [...(grouped.get(key) ?? []), line]);
      }
      lines = grouped;
    }
    return lines.get(provider) ?? [];
  };
  /** The types of a provider by lower-case name; a name can be spelt differently in different versions. */
  const rowsOf = (provider: string): ReadonlyMap<string, readonly TypeRow[]> => {
    const known = rows.get(provider);
    if (known) return known;
    const found = new Map<string, TypeRow[]>();
    for (const line of linesOf(provider)) {
      const [name = "", versionText = "", types = ""] = line.split("\t");
      const versions = versionText.split(",");
      for (const type of types.split(" ")) {
        const [rest = "", ranges = "", scopes] = type.split("=");
        const row = { name: `${name}/${rest}`, versions: readRanges(ranges, versions), scopes: readScopes(scopes) };
        const key = row.name.toLowerCase();
        found.set(key, [...(found.get(key) ?? []), row]);
      }
    }
    rows.set(provider, found);
    return found;
  };
  const providerTypes = (provider: string): ProviderTypes | undefined => {
    if (!providers.has(provider)) {
      const block = Object.hasOwn(bodies, provider) ? bodies[provider] : undefined;
      providers.set(provider, block === undefined ? undefined : decodeBlock(block));
    }
    return providers.get(provider);
  };
  const keysOf = (reference: ResourceReference) => {
    const provider = (reference.segments[0] ?? "").toLowerCase();
    const type = reference.type.slice(provider.length + 1).toLowerCase();
    return { provider, type, version: (reference.apiVersion ?? "").toLowerCase() };
  };
  const findRow = (reference: ResourceReference): { readonly row: TypeRow; readonly version: string } | undefined => {
    const { provider, version } = keysOf(reference);
    for (const row of rowsOf(provider).get(reference.type.toLowerCase()) ?? []) {
      const known = row.versions.find((one) => one.toLowerCase() === version);
      if (known !== undefined) return { row, version: known };
    }
    return undefined;
  };

  return {
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
      const found = (rowsOf(provider).get(type.toLowerCase()) ?? []).flatMap((row) => row.versions);
      return found.toSorted();
    },
  };
}

/** Loads the library of Azure's resource types: some megabytes, so only when something is to be compiled. */
export async function loadResourceTypes(): Promise<ResourceTypes> {
  const [{ typeIndex }, { typeBodies }] = await Promise.all([import("./index.gen.ts"), import("./bodies.gen.ts")]);
  return createResourceTypes(typeIndex, typeBodies);
}
