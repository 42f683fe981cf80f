import type { KubeClient } from "./client.ts";
import { isNotFound } from "./errors.ts";
import type { KubeObject } from "./objects/index.ts";
import { type Resource, resourcePath } from "./resource.ts";

/** A collection that the server serves. */
export interface ApiResource extends Resource {
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs?: readonly string[];
  }[];
}

interface GroupList {
  readonly groups?: readonly {
    readonly name: string;
    readonly preferredVersion?: { readonly version: string };
    readonly versions: readonly { readonly version: string }[];
  }[];
}

/** All collections in the version that each group prefers; subresources are left out. */
export async function discoverResources(client: KubeClient): Promise<readonly ApiResource[]> {
  const { groups = [] } = (await client.getPath("/apis")) as GroupList;
  const versions = [{ group: "", version: "v1" }];
  for (const { name, preferredVersion, versions: served } of groups) {
    const version = preferredVersion?.version ?? served[0]?.version;
    if (version !== undefined) versions.push({ group: name, version });
  }
  const lists = await Promise.all(versions.map((groupVersion) => discoverVersion(client, groupVersion)));
  return lists.flat();
}

async function discoverVersion(
  client: KubeClient,
  { group, version }: { readonly group: string; readonly version: string },
): Promise<readonly ApiResource[]> {
  const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  let list: ResourceList;
  try {
    list = (await client.getPath(path)) as ResourceList;
  } catch (error) {
    // A group that went away between the two calls.
    if (isNotFound(error)) return [];
    throw error;
  }
  return (list.resources ?? [])
    .filter(({ name }) => !name.includes("/"))
    .map(({ name, kind, namespaced, verbs = [] }) => ({ group, version, resource: name, kind, namespaced, verbs }));
}

/** One value a collection, for maps. */
export function resourceId(resource: Resource<KubeObject>): string {
  return resourcePath({ group: resource.group, version: resource.version, resource: resource.resource });
}
