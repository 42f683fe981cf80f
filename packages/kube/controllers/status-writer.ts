import { jsonEqual } from "@byocni/base/core";
import { isConflict, isNotFound, type KubeClient, type KubeObject, type Resource, refTo } from "@byocni/kube/client";

/**
 * Writes an object's status if it differs, on the newest object when the cached one is stale. Returns the object as it
 * is then; `undefined` when it is gone.
 */
export async function writeStatus<T extends KubeObject & { readonly status?: object }>(
  client: KubeClient,
  resource: Resource<T>,
  object: T,
  status: NonNullable<T["status"]>,
  /** Annotations to set along with it. */
  annotations: Readonly<Record<string, string>> = {},
): Promise<T | undefined> {
  let current = object;
  for (let attempt = 0; ; attempt++) {
    const merged = { ...current.metadata.annotations, ...annotations };
    const sameAnnotations = jsonEqual(merged, current.metadata.annotations ?? {});
    if (sameAnnotations && jsonEqual(current.status, status)) return current;
    const metadata = sameAnnotations ? current.metadata : { ...current.metadata, annotations: merged };
    try {
      return await client.update(resource, { ...current, metadata, status }, { subresource: "status" });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (!isConflict(error) || attempt === 2) throw error;
    }
    try {
      current = await client.get(refTo(resource, object));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
    if (current.metadata.uid !== object.metadata.uid) return undefined;
  }
}

/**
 * Writes an object's status if it differs, and only over the state that it was worked out from.
 * @throws StatusError Conflict when the object has changed since: what was counted must be counted again.
 */
export async function writeStatusStrictly<T extends KubeObject & { readonly status?: object }>(
  client: KubeClient,
  resource: Resource<T>,
  object: T,
  status: NonNullable<T["status"]>,
): Promise<T> {
  if (jsonEqual(object.status, status)) return object;
  return client.update(resource, { ...object, status }, { subresource: "status" });
}
