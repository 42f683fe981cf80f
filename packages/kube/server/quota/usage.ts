import { addQuantities, type corev1, type KubeObject, type ResourceDefinition } from "@byocni/kube/schema";
import { podResources, type ResourceMap } from "../admission/limits/pod-resources.ts";

/** Kinds of the core group that are counted under their plain name, too. */
const plainlyCounted: ReadonlySet<string> = new Set([
  "configmaps",
  "persistentvolumeclaims",
  "pods",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "services",
]);
/** Resources that are also meant when `requests.` is left out. */
const computeResources: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);
const classSuffix = ".storageclass.storage.k8s.io/";

/** The name under which objects of any kind are counted: `count/pods`, `count/deployments.apps`. */
export function countName({ group, plural }: ResourceDefinition): string {
  return group === "" ? `count/${plural}` : `count/${plural}.${group}`;
}

/** What one object uses of what quotas limit, by the names that quotas have for it. */
export function usageOf(definition: ResourceDefinition, object: KubeObject): ResourceMap {
  const { group, plural } = definition;
  const counted = { [countName(definition)]: "1" };
  if (group !== "" || !plainlyCounted.has(plural)) return counted;
  switch (plural) {
    case "pods":
      return { ...counted, ...podUsage(object as corev1.Pod) };
    case "services":
      return { ...counted, ...serviceUsage(object as corev1.Service) };
    case "persistentvolumeclaims":
      return { ...counted, ...claimUsage(object as corev1.PersistentVolumeClaim) };
    default:
      return { ...counted, [plural]: "1" };
  }
}

/** Pods that have ended use nothing, though they are still counted as objects. */
function podUsage({ spec, status }: corev1.Pod): ResourceMap {
  if (status?.phase === "Succeeded" || status?.phase === "Failed") return {};
  const usage: Record<string, string> = { pods: "1" };
  for (const [name, amount] of Object.entries(podResources(spec, "requests"))) {
    usage[`requests.${name}`] = amount;
    if (computeResources.has(name)) usage[name] = amount;
  }
  for (const [name, amount] of Object.entries(podResources(spec, "limits")))
    if (computeResources.has(name)) usage[`limits.${name}`] = amount;
  return usage;
}

function serviceUsage({ spec }: corev1.Service): ResourceMap {
  const ports = String((spec?.ports ?? []).filter(({ nodePort }) => nodePort).length);
  return {
    services: "1",
    "services.nodeports": spec?.type === "NodePort" || spec?.type === "LoadBalancer" ? ports : "0",
    "services.loadbalancers": spec?.type === "LoadBalancer" ? "1" : "0",
  };
}

function claimUsage({ spec }: corev1.PersistentVolumeClaim): ResourceMap {
  const storage = spec?.resources?.requests?.["storage"] ?? "0";
  const storageClass = spec?.storageClassName;
  return {
    persistentvolumeclaims: "1",
    "requests.storage": storage,
    ...(storageClass
      ? {
          [`${storageClass}${classSuffix}persistentvolumeclaims`]: "1",
          [`${storageClass}${classSuffix}requests.storage`]: storage,
        }
      : {}),
  };
}

/** Adds what is used, under the names that matter. */
export function addUsage(total: Record<string, string>, usage: ResourceMap, names: Iterable<string>): void {
  for (const name of names) {
    const amount = usage[name];
    if (amount !== undefined) total[name] = addQuantities(total[name] ?? "0", amount);
  }
}
