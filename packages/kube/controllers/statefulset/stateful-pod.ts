import type { KubeObject, NewObject, Pod, PodTemplateSpec, StatefulSet, Volume } from "@byocni/kube/client";
import { revisionHashLabel } from "../history/revisions.ts";
import { controllerReference } from "../owner.ts";
import { podFromTemplate } from "../pod-control.ts";

const podNameLabel = "statefulset.kubernetes.io/pod-name";
const podIndexLabel = "apps.kubernetes.io/pod-index";

/** The number at the end of the pod's name; `undefined` when the name is not one of the set's. */
export function ordinalOf(set: StatefulSet, pod: KubeObject): number | undefined {
  const { name } = pod.metadata;
  const prefix = `${set.metadata.name}-`;
  const rest = name.slice(prefix.length);
  return name.startsWith(prefix) && /^(0|[1-9]\d*)$/.test(rest) ? Number(rest) : undefined;
}

export const firstOrdinal = (set: StatefulSet): number => set.spec.ordinals?.start ?? 0;

/** `data-web-0`: the claim of a template for one pod. */
function claimName(set: StatefulSet, template: KubeObject, ordinal: number): string {
  return `${template.metadata.name}-${set.metadata.name}-${ordinal}`;
}

/** The claims that the pod of this ordinal needs. */
export function claimsOf(set: StatefulSet, ordinal: number): readonly KubeObject[] {
  return (set.spec.volumeClaimTemplates ?? []).map((template) => ({
    ...template,
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      ...template.metadata,
      name: claimName(set, template, ordinal),
      ...(set.metadata.namespace === undefined ? {} : { namespace: set.metadata.namespace }),
      labels: { ...template.metadata.labels, ...set.spec.selector.matchLabels },
    },
  }));
}

/** The pod of an ordinal, of one revision of the template: with its own name, host name, index and claims. */
export function statefulPod(
  set: StatefulSet,
  template: PodTemplateSpec,
  revision: string,
  ordinal: number,
): NewObject<Pod> {
  const name = `${set.metadata.name}-${ordinal}`;
  const labels = { [revisionHashLabel]: revision, [podNameLabel]: name, [podIndexLabel]: String(ordinal) };
  const pod = podFromTemplate(template, set, controllerReference(set, "apps/v1", "StatefulSet"), labels);
  const { generateName: _generateName, ...metadata } = pod.metadata;
  const claims: readonly Volume[] = (set.spec.volumeClaimTemplates ?? []).map((claim) => ({
    name: claim.metadata.name,
    persistentVolumeClaim: { claimName: claimName(set, claim, ordinal) },
  }));
  // A claim takes the place of a volume of the same name.
  const others = (pod.spec.volumes ?? []).filter((volume) => !claims.some((claim) => claim.name === volume.name));
  const volumes = [...others, ...claims];
  return {
    ...pod,
    metadata: { ...metadata, name },
    spec: {
      ...pod.spec,
      hostname: name,
      ...(set.spec.serviceName ? { subdomain: set.spec.serviceName } : {}),
      ...(volumes.length > 0 ? { volumes } : {}),
    },
  };
}
