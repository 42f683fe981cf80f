import { jsonEqual } from "@byocni/base/core";
import {
  type Deployment,
  inNamespace,
  isAlreadyExists,
  type KubeClient,
  type NewObject,
  type ReplicaSet,
  refTo,
  resources,
} from "@byocni/kube/client";
import { controllerOf, controllerReference } from "../owner.ts";
import { templateHash } from "../template-hash.ts";
import {
  byAge,
  desiredAnnotation,
  inheritedAnnotations,
  maxAnnotation,
  revisionAnnotation,
  revisionHistoryAnnotation,
  revisionOf,
  sameTemplate,
  templateHashLabel,
} from "./replica-sets.ts";
import { limits, newSetReplicas, wantedReplicas } from "./rolling.ts";

/** The replica set of the deployment's present template among those that it owns; the oldest, if there are several. */
export function findNewSet(deployment: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined {
  return [...sets].sort(byAge).find((set) => sameTemplate(set.spec.template, deployment.spec.template));
}

/** What a replica set is told of its deployment's size, for scaling by shares later. */
export function sizeAnnotations(deployment: Deployment): Record<string, string> {
  const wanted = wantedReplicas(deployment);
  return {
    [desiredAnnotation]: String(wanted),
    [maxAnnotation]: String(wanted + limits(deployment).maxSurge),
  };
}

/**
 * Brings the annotations of an existing new replica set up to date: those handed down, and the highest revision if
 * the deployment came back to it (its former numbers are kept as history).
 */
export async function refreshNewSet(
  client: KubeClient,
  deployment: Deployment,
  fresh: ReplicaSet,
  old: readonly ReplicaSet[],
): Promise<ReplicaSet> {
  const revision = Math.max(0, ...old.map(revisionOf)) + 1;
  const before = fresh.metadata.annotations ?? {};
  const annotations: Record<string, string> = { ...before, ...inheritedAnnotations(deployment) };
  const known = revisionOf(fresh);
  if (known < revision) {
    annotations[revisionAnnotation] = String(revision);
    if (known > 0) {
      const history = before[revisionHistoryAnnotation];
      annotations[revisionHistoryAnnotation] = history ? `${history},${known}` : String(known);
    }
  }
  const minReadySeconds = deployment.spec.minReadySeconds ?? 0;
  if (jsonEqual(annotations, before) && (fresh.spec.minReadySeconds ?? 0) === minReadySeconds) return fresh;
  return client.update(resources.replicaSets, {
    ...fresh,
    metadata: { ...fresh.metadata, annotations },
    spec: { ...fresh.spec, minReadySeconds },
  });
}

/**
 * `made`: now; `found`: by an earlier attempt whose event has not come yet; `collision`: the name is taken by another
 * template, the collision count must grow.
 */
export type Creation = { readonly kind: "made" | "found"; readonly set: ReplicaSet } | { readonly kind: "collision" };

export async function createNewSet(
  client: KubeClient,
  deployment: Deployment,
  old: readonly ReplicaSet[],
): Promise<Creation> {
  const { metadata, spec } = deployment;
  const namespace = metadata.namespace ?? "";
  const hash = templateHash(spec.template, deployment.status?.collisionCount ?? 0);
  const labels = { ...spec.template.metadata?.labels, [templateHashLabel]: hash };
  const name = `${metadata.name}-${hash}`;
  const wanted: NewObject<ReplicaSet> = {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name,
      namespace,
      labels,
      annotations: {
        ...inheritedAnnotations(deployment),
        ...sizeAnnotations(deployment),
        [revisionAnnotation]: String(Math.max(0, ...old.map(revisionOf)) + 1),
      },
      ownerReferences: [controllerReference(deployment, "apps/v1", "Deployment")],
    },
    spec: {
      replicas: newSetReplicas(deployment, old, 0),
      ...(spec.minReadySeconds ? { minReadySeconds: spec.minReadySeconds } : {}),
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [templateHashLabel]: hash } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  };
  try {
    return { kind: "made", set: await client.create(inNamespace(resources.replicaSets, namespace), wanted) };
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const there = await client.get(refTo(resources.replicaSets, { metadata: { name, namespace } }));
    const own = controllerOf(there)?.uid === metadata.uid && sameTemplate(there.spec.template, spec.template);
    return own ? { kind: "found", set: there } : { kind: "collision" };
  }
}
