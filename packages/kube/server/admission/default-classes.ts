import type { corev1, KubeObject, networkingv1 } from "@byocni/kube/schema";
import { withMember } from "../registry/object-fields.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../server-core.ts";
import { admissionForbidden, isCreateOf } from "./forbidden.ts";

/** A claim without a storage class gets the cluster's default one, if there is one. */
export const defaultStorageClass: AdmissionPlugin = {
  name: "DefaultStorageClass",
  handles: (request) => isCreateOf(request, "", "persistentvolumeclaims"),
  mutate(request, object) {
    const { spec, metadata } = object as corev1.PersistentVolumeClaim;
    if (spec?.storageClassName !== undefined) return object;
    if (metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] !== undefined) return object;
    const name = newestDefault(request, "storage.k8s.io", "storageclasses", [
      "storageclass.kubernetes.io/is-default-class",
      "storageclass.beta.kubernetes.io/is-default-class",
    ]);
    return name === undefined ? object : withMember(object, "spec", { ...spec, storageClassName: name });
  },
};

/** The same for ingresses and their classes. */
export const defaultIngressClass: AdmissionPlugin = {
  name: "DefaultIngressClass",
  handles: (request) => isCreateOf(request, "networking.k8s.io", "ingresses"),
  mutate(request, object) {
    const { spec, metadata } = object as networkingv1.Ingress;
    if (spec?.ingressClassName !== undefined) return object;
    if (metadata.annotations?.["kubernetes.io/ingress.class"] !== undefined) return object;
    const name = newestDefault(request, "networking.k8s.io", "ingressclasses", [
      "ingressclass.kubernetes.io/is-default-class",
    ]);
    return name === undefined ? object : withMember(object, "spec", { ...spec, ingressClassName: name });
  },
};

/** A runtime class brings the overhead of its sandbox with it. */
export const runtimeClassAdmission: AdmissionPlugin = {
  name: "RuntimeClass",
  handles: (request) =>
    isCreateOf(request, "", "pods") && (request.object as corev1.Pod).spec?.runtimeClassName !== undefined,
  mutate(request, object) {
    const { spec } = object as corev1.Pod;
    const name = spec?.runtimeClassName ?? "";
    const found = request.core.resources.find("node.k8s.io", "v1", "runtimeclasses")?.cache.get("", name);
    if (!found) throw admissionForbidden(request, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
    const { overhead } = found.value as { readonly overhead?: { readonly podFixed?: object } };
    return overhead?.podFixed ? withMember(object, "spec", { ...spec, overhead: overhead.podFixed }) : object;
  },
};

function newestDefault(
  { core }: AdmissionRequest,
  group: string,
  plural: string,
  annotations: readonly string[],
): string | undefined {
  const objects = (core.resources.findAnyVersion(group, plural)?.cache.list({}) ?? [])
    .map(({ value }) => value as unknown as KubeObject)
    .filter(({ metadata }) => annotations.some((name) => metadata.annotations?.[name] === "true"))
    .sort((a, b) => ((a.metadata.creationTimestamp ?? "") < (b.metadata.creationTimestamp ?? "") ? 1 : -1));
  return objects[0]?.metadata.name;
}
