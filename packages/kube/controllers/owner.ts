import type { Informer, KubeObject, OwnerReference } from "@byocni/kube/client";

/** The owner that manages the object, if there is one. */
export function controllerOf(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((owner) => owner.controller === true);
}

/** A reference that makes `owner` the managing owner. */
export function controllerReference(owner: KubeObject, apiVersion: string, kind: string): OwnerReference {
  return {
    apiVersion,
    kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid ?? "",
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** Adds the indexes `controller` (by the uid of the managing owner) and `orphans` (unmanaged, by namespace). */
export function addOwnerIndexes<T extends KubeObject>(informer: Informer<T>): void {
  informer.addIndex("controller", (object) => {
    const uid = controllerOf(object)?.uid;
    return uid === undefined ? [] : [uid];
  });
  informer.addIndex("orphans", (object) => (controllerOf(object) ? [] : [object.metadata.namespace ?? ""]));
}
