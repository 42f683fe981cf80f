import { jsonEqual } from "@byocni/base/core";
import { withMetadata } from "../object-fields.ts";
import type { corev1, KubeObject } from "@byocni/kube/schema";
import { podWarnings } from "../core/pod-warnings.ts";
import type { Strategy } from "../strategy.ts";

/** Kinds that make pods from `spec.template`. */
function warnings(object: KubeObject): Iterable<string> {
  const { spec } = object as { readonly spec?: { readonly template?: corev1.PodTemplateSpec } };
  return spec?.template ? podWarnings(spec.template, "spec.template") : [];
}

export const deploymentStrategy: Strategy = {
  countsGeneration: true,
  warnings,
  initialStatus: () => ({}),
  prepareForUpdate(object, old, { subresource }) {
    // Of all kinds, this one counts changed annotations of the whole object, too.
    const { generation } = object.metadata;
    if (subresource !== "" || generation !== old.metadata.generation) return object;
    if (jsonEqual(object.metadata.annotations ?? {}, old.metadata.annotations ?? {})) return object;
    return withMetadata(object, { generation: (generation ?? 0) + 1 });
  },
};
export const replicaSetStrategy: Strategy = {
  countsGeneration: true,
  warnings,
  initialStatus: () => ({ replicas: 0 }),
};
export const statefulSetStrategy: Strategy = {
  countsGeneration: true,
  warnings,
  initialStatus: () => ({ replicas: 0, availableReplicas: 0 }),
};
export const daemonSetStrategy: Strategy = {
  countsGeneration: true,
  warnings,
  initialStatus: () => ({
    currentNumberScheduled: 0,
    numberMisscheduled: 0,
    desiredNumberScheduled: 0,
    numberReady: 0,
  }),
};
