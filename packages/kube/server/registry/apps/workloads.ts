import { jsonEqual } from "@byocni/base/core";
import { withMetadata } from "../object-fields.ts";
import type { Strategy } from "../strategy.ts";

export const deploymentStrategy: Strategy = {
  countsGeneration: true,
  initialStatus: () => ({}),
  prepareForUpdate(object, old, { subresource }) {
    // Of all kinds, this one counts changed annotations of the whole object, too.
    const { generation } = object.metadata;
    if (subresource !== "" || generation !== old.metadata.generation) return object;
    if (jsonEqual(object.metadata.annotations ?? {}, old.metadata.annotations ?? {})) return object;
    return withMetadata(object, { generation: (generation ?? 0) + 1 });
  },
};
export const replicaSetStrategy: Strategy = { countsGeneration: true, initialStatus: () => ({ replicas: 0 }) };
export const statefulSetStrategy: Strategy = {
  countsGeneration: true,
  initialStatus: () => ({ replicas: 0, availableReplicas: 0 }),
};
export const daemonSetStrategy: Strategy = {
  countsGeneration: true,
  initialStatus: () => ({
    currentNumberScheduled: 0,
    numberMisscheduled: 0,
    desiredNumberScheduled: 0,
    numberReady: 0,
  }),
};
