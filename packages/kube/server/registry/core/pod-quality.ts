import { compareQuantities, type corev1 } from "@byocni/kube/schema";

const counted = ["cpu", "memory"] as const;

/** The class by which a node ranks pods when it runs short: requests equal limits everywhere, some, or none. */
export function podQualityOfService(pod: corev1.Pod): "BestEffort" | "Burstable" | "Guaranteed" {
  const containers = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])];
  let any = false;
  let guaranteed = containers.length > 0;
  for (const { resources } of containers) {
    for (const name of counted) {
      const limit = nonZero(resources?.limits?.[name]);
      const request = nonZero(resources?.requests?.[name]);
      if (limit !== undefined || request !== undefined) any = true;
      if (limit === undefined || (request !== undefined && compareQuantities(request, limit) !== 0)) guaranteed = false;
    }
  }
  return !any ? "BestEffort" : guaranteed ? "Guaranteed" : "Burstable";
}

function nonZero(quantity: string | undefined): string | undefined {
  return quantity === undefined || compareQuantities(quantity, "0") === 0 ? undefined : quantity;
}
