import type { ServedResource } from "./served-resource.ts";

/** What is served now. Built-in resources stay; custom ones come and go. */
export interface ResourceTable {
  find(group: string, version: string, plural: string): ServedResource | undefined;
  /** Any served version of a resource. */
  findAnyVersion(group: string, plural: string): ServedResource | undefined;
  /** Any served resource of a kind, in the version if one is given. */
  findKind(group: string, kind: string, version?: string): ServedResource | undefined;
  /** In the order in which they were added. */
  all(): Iterable<ServedResource>;
  hasGroupVersion(group: string, version: string): boolean;
  add(resources: readonly ServedResource[]): void;
  /** Puts these in the place of all versions of a resource. */
  replace(group: string, plural: string, resources: readonly ServedResource[]): void;
  /** Removes all versions of a resource. */
  remove(group: string, plural: string): void;
  /** Grows with every change; what is derived from the table is good as long as this stays. */
  readonly generation: number;
}

export function createResourceTable(): ResourceTable {
  const byPath = new Map<string, ServedResource>();
  const groupVersions = new Map<string, number>();
  let generation = 0;

  function count(resource: ServedResource, step: 1 | -1): void {
    const key = `${resource.definition.group}/${resource.definition.version}`;
    const left = (groupVersions.get(key) ?? 0) + step;
    if (left > 0) groupVersions.set(key, left);
    else groupVersions.delete(key);
  }

  function put(resources: readonly ServedResource[]): void {
    for (const resource of resources) {
      const { group, version, plural } = resource.definition;
      const path = `${group}/${version}/${plural}`;
      if (!byPath.has(path)) count(resource, 1);
      byPath.set(path, resource);
    }
  }

  function take(group: string, plural: string, keep: ReadonlySet<string>): void {
    for (const [path, resource] of byPath) {
      const { definition } = resource;
      if (definition.group !== group || definition.plural !== plural || keep.has(definition.version)) continue;
      byPath.delete(path);
      count(resource, -1);
    }
  }

  return {
    find: (group, version, plural) => byPath.get(`${group}/${version}/${plural}`),
    findAnyVersion(group, plural) {
      for (const resource of byPath.values())
        if (resource.definition.plural === plural && resource.definition.group === group) return resource;
      return undefined;
    },
    findKind(group, kind, version) {
      for (const resource of byPath.values()) {
        const { definition } = resource;
        if (definition.kind === kind && definition.group === group && (!version || definition.version === version))
          return resource;
      }
      return undefined;
    },
    all: () => byPath.values(),
    hasGroupVersion: (group, version) => groupVersions.has(`${group}/${version}`),
    add(resources) {
      put(resources);
      generation++;
    },
    replace(group, plural, resources) {
      take(group, plural, new Set(resources.map(({ definition }) => definition.version)));
      put(resources);
      generation++;
    },
    remove(group, plural) {
      take(group, plural, new Set());
      generation++;
    },
    get generation() {
      return generation;
    },
  };
}
