import { resourceData } from "../data/resources.gen.ts";
import type { ResourceDefinition, SubresourceDefinition, Verb } from "./resource-definition.ts";
import { resourceNames } from "./resource-names.ts";

interface SubresourceRow {
  readonly n: string;
  readonly g: string;
  readonly v: string;
  readonly k: string;
  readonly a: readonly Verb[];
  readonly t?: string;
  readonly c?: 1;
}
interface ResourceRow {
  readonly g: string;
  readonly v: string;
  readonly k: string;
  readonly p: string;
  readonly n: 0 | 1;
  readonly a: readonly Verb[];
  readonly t: string;
  readonly s: readonly SubresourceRow[];
}

function subresource(row: SubresourceRow): SubresourceDefinition {
  return {
    name: row.n,
    group: row.g,
    version: row.v,
    kind: row.k,
    ...(row.t === undefined ? {} : { typeName: row.t }),
    verbs: row.a,
    connect: row.c === 1,
  };
}

/** Parses the generated list of built-in resources, in the order of discovery. */
export function builtinResources(): readonly ResourceDefinition[] {
  return (JSON.parse(resourceData) as readonly ResourceRow[]).map((row) => {
    const names = resourceNames[`${row.g}/${row.p}`] ?? {};
    return {
      group: row.g,
      version: row.v,
      kind: row.k,
      listKind: `${row.k}List`,
      plural: row.p,
      singular: names.singular ?? row.k.toLowerCase(),
      shortNames: names.shortNames ?? [],
      categories: names.categories ?? [],
      namespaced: row.n === 1,
      verbs: row.a,
      subresources: row.s.map(subresource),
      typeName: row.t,
      selectableFields: names.selectableFields ?? [],
    };
  });
}
