import {
  isConflict,
  isNotFound,
  type Informer,
  type KubeClient,
  type KubeObject,
  type Resource,
  refTo,
} from "@byocni/kube/client";
import type { LabelSelector } from "@byocni/kube/schema";
import { controllerReference } from "./owner.ts";

export interface ClaimOptions<T extends KubeObject> {
  readonly client: KubeClient;
  readonly resource: Resource<T>;
  /** Needs the indexes `controller` and `orphans`, see `addOwnerIndexes`. */
  readonly informer: Informer<T>;
  readonly owner: KubeObject;
  readonly ownerApiVersion: string;
  readonly ownerKind: string;
  readonly selector: LabelSelector;
  /** Further demands on orphans to be adopted. */
  readonly accepts?: (object: T) => boolean;
}

/**
 * The objects that `owner` manages: its own that still match, and orphans of its namespace that match, which it
 * adopts. Own objects that match no more are released. An owner that is being deleted adopts nothing.
 */
export async function claimObjects<T extends KubeObject>(options: ClaimOptions<T>): Promise<T[]> {
  const { client, resource, informer, owner, selector, accepts = () => true } = options;
  const uid = owner.metadata.uid ?? "";
  const claimed: T[] = [];
  const strays: T[] = [];
  for (const object of informer.byIndex("controller", uid)) {
    if (selector.matches(object.metadata.labels) || owner.metadata.deletionTimestamp !== undefined)
      claimed.push(object);
    else if (object.metadata.deletionTimestamp === undefined) strays.push(object);
  }
  for (const object of strays) await release(client, resource, object, uid);
  if (owner.metadata.deletionTimestamp !== undefined) return claimed;
  const orphans = [...informer.byIndex("orphans", owner.metadata.namespace ?? "")];
  for (const object of orphans) {
    const { labels, deletionTimestamp } = object.metadata;
    if (deletionTimestamp !== undefined || !selector.matches(labels) || !accepts(object)) continue;
    const adopted = await adopt(options, object);
    if (adopted) claimed.push(adopted);
  }
  return claimed;
}

async function adopt<T extends KubeObject>(options: ClaimOptions<T>, object: T): Promise<T | undefined> {
  const reference = controllerReference(options.owner, options.ownerApiVersion, options.ownerKind);
  const patch = { metadata: { uid: object.metadata.uid, ownerReferences: [reference] } };
  try {
    return await options.client.patch(refTo(options.resource, object), patch, "strategic");
  } catch (error) {
    // Gone or taken by another: the next event tells.
    if (isNotFound(error) || isConflict(error)) return undefined;
    throw error;
  }
}

async function release<T extends KubeObject>(
  client: KubeClient,
  resource: Resource<T>,
  object: T,
  uid: string,
): Promise<void> {
  const patch = { metadata: { uid: object.metadata.uid, ownerReferences: [{ $patch: "delete", uid }] } };
  try {
    await client.patch(refTo(resource, object), patch, "strategic");
  } catch (error) {
    if (!isNotFound(error) && !isConflict(error)) throw error;
  }
}
