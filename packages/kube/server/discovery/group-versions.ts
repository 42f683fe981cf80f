import type { ServedResource } from "../registry/served-resource.ts";
import type { ResourceTable } from "../registry/resource-table.ts";
import { compareVersions } from "./version-order.ts";

export interface GroupVersions {
  readonly group: string;
  /** Preferred first. */
  readonly versions: readonly { readonly version: string; readonly resources: readonly ServedResource[] }[];
}

/** What is served, by group and version: built-in groups in their order, then those of custom resources by name. */
export function groupVersions(table: ResourceTable): readonly GroupVersions[] {
  const groups = new Map<string, Map<string, ServedResource[]>>();
  const custom = new Set<string>();
  for (const resource of table.all()) {
    const { group, version } = resource.definition;
    let versions = groups.get(group);
    if (!versions) {
      groups.set(group, (versions = new Map()));
      if (resource.crd) custom.add(group);
    }
    const resources = versions.get(version);
    if (resources) resources.push(resource);
    else versions.set(version, [resource]);
  }
  const names = [...groups.keys()];
  const ordered = [...names.filter((name) => !custom.has(name)), ...names.filter((name) => custom.has(name)).sort()];
  return ordered.map((group) => ({
    group,
    versions: [...(groups.get(group) ?? [])]
      .sort(([a], [b]) => compareVersions(a, b))
      .map(([version, resources]) => ({ version, resources: sorted(resources) })),
  }));
}

function sorted(resources: readonly ServedResource[]): readonly ServedResource[] {
  return [...resources].sort((a, b) => (a.definition.plural < b.definition.plural ? -1 : 1));
}
