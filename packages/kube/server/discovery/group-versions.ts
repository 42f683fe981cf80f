import type { ResourceDefinition } from "@byocni/kube/schema";
import { compareVersions } from "./version-order.ts";

export interface GroupVersions {
  readonly group: string;
  /** Preferred first. */
  readonly versions: readonly { readonly version: string; readonly resources: readonly ResourceDefinition[] }[];
}

/** What discovery tells of. */
export interface Discoverable {
  /** All that is served. */
  resources(): Iterable<{ readonly definition: ResourceDefinition; readonly late: boolean }>;
  /** Another one means that there is something else to tell. */
  readonly generation: string;
}

/** What is served, by group and version: built-in groups in their order, then by name those that came later. */
export function groupVersions(discoverable: Discoverable): readonly GroupVersions[] {
  const groups = new Map<string, Map<string, ResourceDefinition[]>>();
  const custom = new Set<string>();
  for (const { definition: resource, late } of discoverable.resources()) {
    const { group, version } = resource;
    let versions = groups.get(group);
    if (!versions) {
      groups.set(group, (versions = new Map()));
      if (late) custom.add(group);
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

function sorted(resources: readonly ResourceDefinition[]): readonly ResourceDefinition[] {
  return [...resources].sort((a, b) => (a.plural < b.plural ? -1 : 1));
}
