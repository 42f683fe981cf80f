import type { apiextensionsv1 } from "@byocni/kube/schema";
import type { ResourceTable } from "../registry/resource-table.ts";
import type { Crd } from "./custom-resource.ts";

export type Names = apiextensionsv1.CustomResourceDefinitionNames;

export interface NamesVerdict {
  readonly accepted: Names;
  /** Why the names cannot be had; undefined if they can. */
  readonly conflict: { readonly reason: string; readonly message: string } | undefined;
}

/** Which of the wished-for names are free in the group. What was accepted before stays. */
export function judgeNames(table: ResourceTable, crd: Crd): NamesVerdict {
  const { group } = crd.spec;
  const wanted = withDefaults(crd.spec.names);
  const before = crd.status?.acceptedNames;
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const { definition } of table.all()) {
    if (definition.group !== group || definition.plural === crd.spec.names.plural) continue;
    for (const name of [definition.plural, definition.singular, ...definition.shortNames]) resources.add(name);
    kinds.add(definition.kind).add(definition.listKind);
  }
  const taken = (used: ReadonlySet<string>, name: string | undefined): string | undefined =>
    name !== undefined && used.has(name) ? name : undefined;
  const conflicts: readonly (readonly [string, string | undefined])[] = [
    ["PluralConflict", taken(resources, wanted.plural)],
    ["SingularConflict", taken(resources, wanted.singular)],
    ["ShortNamesConflict", wanted.shortNames?.find((name) => resources.has(name))],
    ["KindConflict", taken(kinds, wanted.kind)],
    ["ListKindConflict", taken(kinds, wanted.listKind)],
  ];
  // As upstream checks one name after the other, the last conflict is the one that is told.
  const found = conflicts.findLast(([, name]) => name !== undefined);
  if (!found) return { accepted: wanted, conflict: undefined };
  const [reason, name] = found;
  return {
    accepted: before ?? { plural: "", kind: "" },
    conflict: { reason, message: `${JSON.stringify(name)} is already in use` },
  };
}

function withDefaults(names: Names): Names {
  return {
    ...names,
    singular: names.singular ?? names.kind.toLowerCase(),
    listKind: names.listKind ?? `${names.kind}List`,
  };
}
