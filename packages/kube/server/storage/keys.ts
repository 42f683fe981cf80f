/** Everything that the API server stores lies under this prefix. */
export const rootPrefix = "/registry/";

/** The prefix of all objects of a resource. The core group has no name of its own. */
export function resourcePrefix(group: string, resource: string): string {
  return `${rootPrefix}${group || "core"}/${resource}/`;
}

/** The key of an object below its resource's prefix; the namespace is empty for cluster-scoped objects. */
export function objectKey(prefix: string, namespace: string, name: string): string {
  return namespace ? `${prefix}${namespace}/${name}` : `${prefix}${name}`;
}

/** The inverse of `objectKey`. */
export function splitKey(prefix: string, key: string): { readonly namespace: string; readonly name: string } {
  const rest = key.slice(prefix.length);
  const slash = rest.indexOf("/");
  if (slash < 0) return { namespace: "", name: rest };
  return { namespace: rest.slice(0, slash), name: rest.slice(slash + 1) };
}

/** The part of a key that names the resource, if it lies under the root: `/registry/apps/deployments/`. */
export function prefixOfKey(key: string): string | undefined {
  if (!key.startsWith(rootPrefix)) return undefined;
  const group = key.indexOf("/", rootPrefix.length);
  const resource = group < 0 ? -1 : key.indexOf("/", group + 1);
  return resource < 0 ? undefined : key.slice(0, resource + 1);
}
