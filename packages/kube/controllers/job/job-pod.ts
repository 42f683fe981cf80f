import type { Container, Job, NewObject, Pod } from "@byocni/kube/client";
import { controllerReference } from "../owner.ts";
import { podFromTemplate } from "../pod-control.ts";

/** Keeps a pod until it has been counted. */
export const trackingFinalizer = "batch.kubernetes.io/job-tracking";
const indexKey = "batch.kubernetes.io/job-completion-index";

export const isIndexed = (job: Job): boolean => job.spec.completionMode === "Indexed";
export const isTracked = (pod: Pod): boolean => pod.metadata.finalizers?.includes(trackingFinalizer) === true;

/** The completion index of a pod of an indexed job. */
export function indexOf(pod: Pod): number | undefined {
  const text = pod.metadata.annotations?.[indexKey];
  return text === undefined ? undefined : Number(text);
}

function withIndex(container: Container): Container {
  if (container.env?.some(({ name }) => name === "JOB_COMPLETION_INDEX")) return container;
  const valueFrom = { fieldRef: { fieldPath: `metadata.labels['${indexKey}']` } };
  return { ...container, env: [...(container.env ?? []), { name: "JOB_COMPLETION_INDEX", valueFrom }] };
}

/** A pod of the job; for an indexed one, the pod of this index. */
export function jobPod(job: Job, index?: number): NewObject<Pod> {
  const pod = podFromTemplate(job.spec.template, job, controllerReference(job, "batch/v1", "Job"));
  const metadata = { ...pod.metadata, finalizers: [...(pod.metadata.finalizers ?? []), trackingFinalizer] };
  if (index === undefined) return { ...pod, metadata };
  const mark = { [indexKey]: String(index) };
  return {
    ...pod,
    metadata: {
      ...metadata,
      generateName: `${job.metadata.name}-${index}-`,
      labels: { ...metadata.labels, ...mark },
      annotations: { ...metadata.annotations, ...mark },
    },
    spec: {
      ...pod.spec,
      hostname: `${job.metadata.name}-${index}`,
      containers: pod.spec.containers.map(withIndex),
      ...(pod.spec.initContainers ? { initContainers: pod.spec.initContainers.map(withIndex) } : {}),
    },
  };
}
