import {
  type EventRecorder,
  inNamespace,
  isNamespaceTerminating,
  isNotFound,
  type KubeClient,
  type KubeObject,
  type NewObject,
  type OwnerReference,
  type Pod,
  type PodTemplateSpec,
  refTo,
  resources,
} from "@byocni/kube/client";

/** Creates and deletes pods for a workload, with the Events that `kubectl describe` shows on it. */
export interface PodControl {
  /** @throws StatusError when the server refuses; the Event is written then too. */
  create(owner: KubeObject, pod: NewObject<Pod>): Promise<Pod>;
  /** A pod that is gone already counts as deleted. */
  delete(owner: KubeObject, pod: Pod): Promise<void>;
}

export function createPodControl(client: KubeClient, recorder: EventRecorder): PodControl {
  return {
    async create(owner, pod) {
      try {
        const created = await client.create(inNamespace(resources.pods, owner.metadata.namespace ?? ""), pod);
        recorder.event(owner, "Normal", "SuccessfulCreate", `Created pod: ${created.metadata.name}`);
        return created;
      } catch (error) {
        if (!isNamespaceTerminating(error)) {
          recorder.event(owner, "Warning", "FailedCreate", `Error creating: ${messageOf(error)}`);
        }
        throw error;
      }
    },
    async delete(owner, pod) {
      try {
        const { uid } = pod.metadata;
        await client.delete(refTo(resources.pods, pod), uid === undefined ? {} : { preconditions: { uid } });
      } catch (error) {
        if (isNotFound(error)) return;
        recorder.event(owner, "Warning", "FailedDelete", `Error deleting: ${messageOf(error)}`);
        throw error;
      }
      recorder.event(owner, "Normal", "SuccessfulDelete", `Deleted pod: ${pod.metadata.name}`);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A pod as the template says, managed by the owner, named by the server. */
export function podFromTemplate(
  template: PodTemplateSpec,
  owner: KubeObject,
  reference: OwnerReference,
  labels: Readonly<Record<string, string>> = {},
): NewObject<Pod> {
  const { metadata = {}, spec } = template;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      generateName: `${owner.metadata.name}-`,
      ...(owner.metadata.namespace === undefined ? {} : { namespace: owner.metadata.namespace }),
      labels: { ...metadata.labels, ...labels },
      ...(metadata.annotations ? { annotations: metadata.annotations } : {}),
      ...(metadata.finalizers ? { finalizers: metadata.finalizers } : {}),
      ownerReferences: [reference],
    },
    spec,
  };
}

/**
 * Runs `count` actions in batches of 1, 2, 4, …, so that a cause that makes all of them fail costs few calls. Stops
 * after the first batch with a failure. @returns how many succeeded, how many were tried, and the first error.
 */
export async function slowStart(
  count: number,
  action: (index: number) => Promise<unknown>,
): Promise<{ readonly succeeded: number; readonly tried: number; readonly error?: unknown }> {
  let succeeded = 0;
  let tried = 0;
  for (let size = 1; tried < count; size *= 2) {
    const batch = Math.min(size, count - tried);
    const results = await Promise.allSettled(Array.from({ length: batch }, (_, index) => action(tried + index)));
    tried += batch;
    const failed = results.find((result) => result.status === "rejected");
    succeeded += results.filter((result) => result.status === "fulfilled").length;
    // In a namespace that is going away there is nothing to try again.
    if (failed)
      return isNamespaceTerminating(failed.reason)
        ? { succeeded, tried }
        : { succeeded, tried, error: failed.reason as unknown };
  }
  return { succeeded, tried };
}
