import { minorOf } from "./kubernetes-versions.ts";

/** What AKS takes where a request says nothing. Shared by the provider and by the check of templates. */
export const aksDefaults = {
  serviceCidr: "10.0.0.0/16",
  dnsServiceIP: "10.0.0.10",
  outboundType: "loadBalancer",
  vmSize: "Standard_D4ds_v5",
} as const;

/**
 * The network of a profile that names no plugin: kubenet before Kubernetes 1.30, Azure CNI overlay from then on
 * (Azure/azure-rest-api-specs#30845, Azure/AKS#4897).
 */
export function defaultNetwork(kubernetesVersion: string): {
  readonly plugin: "azure" | "kubenet";
  readonly mode?: "overlay";
} {
  return minorOf(kubernetesVersion) < 30 ? { plugin: "kubenet" } : { plugin: "azure", mode: "overlay" };
}

/** Pods a node, for each way of networking (recorded for `none`; documented for the others). */
export function defaultMaxPods(plugin: string, mode: string | undefined): number {
  if (plugin === "none") return 250;
  if (plugin === "kubenet") return 110;
  return mode === "overlay" ? 250 : 30;
}

/** AKS gives pod ranges to its own plugins that need one, and none to `none`. */
export function defaultPodCidrs(plugin: string, mode: string | undefined): readonly string[] {
  return plugin === "kubenet" || (plugin === "azure" && mode === "overlay") ? ["10.244.0.0/16"] : [];
}

/** Azure CNI without overlay takes pod addresses from a subnet: AKS passes over a pod range. */
export function usesPodCidr(plugin: string, mode: string | undefined): boolean {
  return plugin !== "azure" || mode !== undefined;
}
