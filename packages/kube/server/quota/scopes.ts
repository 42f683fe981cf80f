import type { corev1, KubeObject, ResourceDefinition } from "@byocni/kube/schema";
import { podQualityOfService } from "../registry/core/pod-quality.ts";

type Requirement = corev1.ScopedResourceSelectorRequirement;

/** Whether a quota with these scopes is about the object. Scopes are about pods: with any, nothing else is counted. */
export function inScope(quota: corev1.ResourceQuota, definition: ResourceDefinition, object: KubeObject): boolean {
  const requirements: readonly Requirement[] = [
    ...(quota.spec?.scopes ?? []).map((scopeName): Requirement => ({ scopeName, operator: "Exists" })),
    ...(quota.spec?.scopeSelector?.matchExpressions ?? []),
  ];
  if (requirements.length === 0) return true;
  if (definition.group !== "" || definition.plural !== "pods") return false;
  return requirements.every((requirement) => meets(requirement, object as corev1.Pod));
}

function meets({ scopeName, operator, values }: Requirement, pod: corev1.Pod): boolean {
  switch (scopeName) {
    case "Terminating":
      return pod.spec?.activeDeadlineSeconds !== undefined;
    case "NotTerminating":
      return pod.spec?.activeDeadlineSeconds === undefined;
    case "BestEffort":
      return podQualityOfService(pod) === "BestEffort";
    case "NotBestEffort":
      return podQualityOfService(pod) !== "BestEffort";
    case "CrossNamespacePodAffinity":
      return usesOtherNamespaces(pod);
    case "PriorityClass": {
      const name = pod.spec?.priorityClassName;
      if (operator === "Exists") return name !== undefined && name !== "";
      if (operator === "DoesNotExist") return name === undefined || name === "";
      const listed = name !== undefined && (values ?? []).includes(name);
      return operator === "In" ? listed : !listed;
    }
    default:
      return false;
  }
}

function usesOtherNamespaces({ spec }: corev1.Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
  const terms = [podAffinity, podAntiAffinity].flatMap((affinity) => [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ]);
  return terms.some((term) => (term?.namespaces?.length ?? 0) > 0 || term?.namespaceSelector !== undefined);
}
