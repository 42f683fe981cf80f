import type { corev1, KubeObject } from "@byocni/kube/schema";
import { withMember, withMetadata } from "../object-fields.ts";
import type { Strategy } from "../strategy.ts";

const nameLabel = "kubernetes.io/metadata.name";
/** Stays until everything in the namespace is gone; the namespace controller takes it away. */
const contentFinalizer = "kubernetes";

function labelled(object: KubeObject): KubeObject {
  const { labels, name } = object.metadata;
  if (!name || labels?.[nameLabel] === name) return object;
  return withMetadata(object, { labels: { ...labels, [nameLabel]: name } });
}

export const namespaceStrategy: Strategy = {
  returnsDeletedObject: true,
  initialStatus: () => ({ phase: "Active" }),
  prepareForCreate(object) {
    const finalizers = (object as corev1.Namespace).spec?.finalizers ?? [];
    const spec = { finalizers: finalizers.includes(contentFinalizer) ? finalizers : [...finalizers, contentFinalizer] };
    return labelled(withMember(object, "spec", spec));
  },
  prepareForUpdate(object, old, { subresource }) {
    const named = labelled(object);
    // Only the `finalize` sub-resource writes the spec's finalizers.
    return subresource === "finalize" ? named : withMember(named, "spec", (old as corev1.Namespace).spec);
  },
  prepareForDelete: (object) =>
    withMember(object, "status", { ...(object as corev1.Namespace).status, phase: "Terminating" }),
  holdsDeletion: (object) => ((object as corev1.Namespace).spec?.finalizers ?? []).length > 0,
};
