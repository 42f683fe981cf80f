import type { corev1 } from "@byocni/kube/schema";
import { generateName } from "../registry/generated-name.ts";
import { withMember } from "../registry/object-fields.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../server-core.ts";
import { admissionForbidden, isCreateOf } from "./forbidden.ts";

const mountPath = "/var/run/secrets/kubernetes.io/serviceaccount";
const volumePrefix = "kube-api-access-";
const mirrorAnnotation = "kubernetes.io/config.mirror";
/** An hour and a little, as upstream asks for; a node renews earlier. */
const tokenSeconds = 3607;

/** Every pod runs as a service account, and finds its token and the cluster's certificate in a volume. */
export const serviceAccountAdmission: AdmissionPlugin = {
  name: "ServiceAccount",
  handles: (request) => isCreateOf(request, "", "pods"),
  mutate(request, object) {
    const pod = object as corev1.Pod;
    if (!pod.spec || pod.metadata.annotations?.[mirrorAnnotation] !== undefined) return object;
    const name = pod.spec.serviceAccountName || "default";
    const account = findAccount(request, name);
    const spec: corev1.PodSpec = {
      ...pod.spec,
      serviceAccountName: name,
      serviceAccount: name,
      ...(pod.spec.imagePullSecrets?.length || !account.imagePullSecrets?.length
        ? {}
        : { imagePullSecrets: account.imagePullSecrets }),
    };
    const wantsToken = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
    return withMember(object, "spec", wantsToken ? withToken(request, spec) : spec);
  },
};

function findAccount(request: AdmissionRequest, name: string): corev1.ServiceAccount {
  const { core, namespace } = request;
  const found = core.resources.find("", "v1", "serviceaccounts")?.cache.get(namespace, name);
  if (found) return found.value as unknown as corev1.ServiceAccount;
  throw admissionForbidden(
    request,
    `error looking up service account ${namespace}/${name}: serviceaccount ${JSON.stringify(name)} not found`,
  );
}

function withToken(request: AdmissionRequest, spec: corev1.PodSpec): corev1.PodSpec {
  const needs = (container: corev1.Container): boolean =>
    !container.volumeMounts?.some((mount) => mount.mountPath === mountPath);
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  if (!containers.some(needs)) return spec;
  const existing = spec.volumes?.find((volume) => volume.name.startsWith(volumePrefix) && volume.projected);
  const name = existing?.name ?? generateName(request.core.random, volumePrefix);
  const mount = (container: corev1.Container): corev1.Container =>
    needs(container)
      ? { ...container, volumeMounts: [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath }] }
      : container;
  return {
    ...spec,
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(mount) } : {}),
    containers: spec.containers.map(mount),
    volumes: existing ? (spec.volumes ?? []) : [...(spec.volumes ?? []), tokenVolume(name)],
  };
}

function tokenVolume(name: string): corev1.Volume {
  return {
    name,
    projected: {
      defaultMode: 0o644,
      sources: [
        { serviceAccountToken: { expirationSeconds: tokenSeconds, path: "token" } },
        { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
        {
          downwardAPI: {
            items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
          },
        },
      ],
    },
  };
}
