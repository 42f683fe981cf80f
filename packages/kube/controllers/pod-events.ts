import { jsonEqual } from "@byocni/base/core";
import { type Informer, type KubeObject, type LabelSelector, type Pod } from "@byocni/kube/client";
import { labelSelectorOf } from "@byocni/kube/schema";
import { controllerOf } from "./owner.ts";

type Selecting = KubeObject & { readonly spec: { readonly selector?: LabelSelector } };

export interface PodEventsOptions<T extends Selecting> {
  readonly pods: Informer<Pod>;
  readonly owners: Informer<T>;
  /** Kind of the owners, as `ownerReferences` spell it. */
  readonly kind: string;
  /** A pod of the owner came, went, or changed. */
  added?(owner: T, pod: Pod): void;
  updated?(owner: T, pod: Pod, old: Pod): void;
  deleted?(owner: T, pod: Pod): void;
  /** An owner has to look again: it lost a pod, or a pod that nobody owns fits its selector. */
  look(owner: T): void;
}

/** Tells owners of one kind about their pods. */
export function watchPodsOf<T extends Selecting>(options: PodEventsOptions<T>): void {
  const { pods, owners, kind } = options;

  function ownerOf(pod: Pod): T | undefined {
    const reference = controllerOf(pod);
    if (reference?.kind !== kind) return undefined;
    const owner = owners.get(`${pod.metadata.namespace ?? ""}/${reference.name}`);
    return owner?.metadata.uid === reference.uid ? owner : undefined;
  }
  function offerOrphan(pod: Pod): void {
    const { labels, namespace, deletionTimestamp } = pod.metadata;
    if (!labels || deletionTimestamp !== undefined || controllerOf(pod)) return;
    for (const owner of owners.values()) {
      if (owner.metadata.namespace === namespace && labelSelectorOf(owner.spec.selector).matches(labels)) {
        options.look(owner);
      }
    }
  }

  pods.addHandler({
    add(pod) {
      const owner = ownerOf(pod);
      if (owner) options.added?.(owner, pod);
      else offerOrphan(pod);
    },
    update(pod, old) {
      const owner = ownerOf(pod);
      const before = ownerOf(old);
      if (before && before !== owner) options.look(before);
      if (owner) options.updated?.(owner, pod, old);
      else if (before || !jsonEqual(pod.metadata.labels, old.metadata.labels)) offerOrphan(pod);
    },
    delete(pod) {
      const owner = ownerOf(pod);
      if (owner) options.deleted?.(owner, pod);
    },
  });
}

/** True when only the status of an object changed: its own controller's writing. */
export function isStatusOnly(object: KubeObject, old: KubeObject): boolean {
  const [now, before] = [object.metadata, old.metadata];
  return (
    now.generation !== undefined &&
    now.generation === before.generation &&
    now.uid === before.uid &&
    now.deletionTimestamp === before.deletionTimestamp &&
    jsonEqual(now.annotations, before.annotations) &&
    jsonEqual(now.labels, before.labels)
  );
}

/**
 * A sync costs time in proportion to the pods of the owner, so a change that may wait a little waits in proportion to
 * them. @returns milliseconds
 */
export function patience(pods: Informer<Pod>, owner: KubeObject): number {
  return Math.min(100, Math.floor(pods.countByIndex("controller", owner.metadata.uid ?? "") / 10));
}
