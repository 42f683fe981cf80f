import type { KubeObject } from "@byocni/kube/client";

/** Which objects name an owner, by the owner's uid. Items are opaque texts. */
export interface Dependents {
  of(ownerUid: string): ReadonlySet<string>;
  /** Files the item under its owners of now instead of those of before. */
  file(item: string, before: KubeObject | undefined, now: KubeObject | undefined): void;
}

const none: ReadonlySet<string> = new Set();

export function createDependents(): Dependents {
  const byOwner = new Map<string, Set<string>>();
  return {
    of: (ownerUid) => byOwner.get(ownerUid) ?? none,
    file(item, before, now) {
      const owners = now?.metadata.ownerReferences ?? [];
      for (const { uid } of before?.metadata.ownerReferences ?? []) {
        if (owners.some((owner) => owner.uid === uid)) continue;
        const items = byOwner.get(uid);
        items?.delete(item);
        if (items?.size === 0) byOwner.delete(uid);
      }
      for (const { uid } of owners) {
        const items = byOwner.get(uid);
        if (items) items.add(item);
        else byOwner.set(uid, new Set([item]));
      }
    },
  };
}
