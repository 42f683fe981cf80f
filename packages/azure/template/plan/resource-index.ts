import type { DefinedResource } from "./define-resource.ts";
import { parseScopedId } from "./resource-ids.ts";

/** Finds the resources of a plan by everything that a template may call them. */
export interface ResourceIndex {
  /** `dependsOn`: an id, a relative id, a name, a symbolic name, the name of a loop. Undefined: nothing is called that. */
  dependency(text: string): readonly number[] | undefined;
  /** `reference` and `list*`: a symbolic name, a full name, a full or relative id. */
  reference(text: string): readonly number[];
}

type Names = Map<string, number[]>;

function add(names: Names, name: string | undefined, index: number): void {
  if (name === undefined || name === "") return;
  const key = name.toLowerCase();
  const list = names.get(key);
  if (list) list.push(index);
  else names.set(key, [index]);
}

/** `loops`: names of all loops in lower case, also of those without a pass. */
export function createResourceIndex(resources: readonly DefinedResource[], loops: ReadonlySet<string>): ResourceIndex {
  const ids: Names = new Map();
  const relativeIds: Names = new Map();
  const symbols: Names = new Map();
  const names: Names = new Map();
  const lastNames: Names = new Map();
  const loopNames: Names = new Map();
  for (const { planned: resource } of resources) {
    const { index } = resource;
    add(ids, resource.id, index);
    const relative = parseScopedId(resource.id)?.relativeId;
    add(relativeIds, relative, index);
    // Resource groups are also named like any other resource of a subscription: by subscriptionResourceId().
    if (resource.id.endsWith(`/resourceGroups/${resource.name}`)) {
      add(ids, `${resource.scopeId}/providers/${relative ?? ""}`, index);
    }
    add(symbols, resource.symbolicName, index);
    if (resource.symbolicName !== undefined && resource.copy) {
      add(symbols, `${resource.symbolicName}[${resource.copy.index}]`, index);
    }
    add(names, resource.name, index);
    add(lastNames, resource.name.split("/").at(-1), index);
    add(loopNames, resource.copy?.name, index);
  }
  const trim = (text: string): string => text.replace(/\/+$/, "").toLowerCase();

  return {
    dependency(text) {
      const key = trim(text);
      const found =
        symbols.get(key) ??
        loopNames.get(key) ??
        ids.get(key) ??
        relativeIds.get(key) ??
        names.get(key) ??
        lastNames.get(key);
      return found ?? (loops.has(key) ? [] : undefined);
    },
    reference(text) {
      const key = trim(text);
      return symbols.get(key) ?? ids.get(key) ?? relativeIds.get(key) ?? names.get(key) ?? lastNames.get(key) ?? [];
    },
  };
}
