import type { Output } from "../output/index.ts";
import { formatTable } from "../output/index.ts";
import type { ArmBody, ArmClient } from "./arm-client.ts";

/** The api-version that the cluster commands speak. */
const apiVersion = "2026-05-01";

export interface ClusterAddress {
  readonly resourceGroup: string;
  readonly name: string;
}

export function clusterPath(arm: ArmClient, { resourceGroup, name }: ClusterAddress, action = ""): string {
  const group = `/subscriptions/${arm.subscriptionId}/resourceGroups/${encodeURIComponent(resourceGroup)}`;
  const cluster = `providers/Microsoft.ContainerService/managedClusters/${encodeURIComponent(name)}`;
  return `${group}/${cluster}${action}?api-version=${apiVersion}`;
}

export function clustersPath(arm: ArmClient, resourceGroup: string | undefined): string {
  const scope = `/subscriptions/${arm.subscriptionId}${resourceGroup ? `/resourceGroups/${encodeURIComponent(resourceGroup)}` : ""}`;
  return `${scope}/providers/Microsoft.ContainerService/managedClusters?api-version=${apiVersion}`;
}

interface ClusterShape {
  readonly name?: string;
  readonly id?: string;
  readonly location?: string;
  readonly properties?: {
    readonly provisioningState?: string;
    readonly kubernetesVersion?: string;
    readonly currentKubernetesVersion?: string;
    readonly powerState?: { readonly code?: string };
    readonly networkProfile?: { readonly networkPlugin?: string };
    readonly agentPoolProfiles?: readonly { readonly name?: string; readonly count?: number }[];
  };
}

/** One line a cluster. */
export function printClusters(clusters: readonly ArmBody[], output: Output): void {
  const rows = clusters.map((body) => {
    const { name = "", id = "", location = "", properties = {} } = body as ClusterShape;
    const nodes = (properties.agentPoolProfiles ?? []).map(({ name: pool, count }) => `${pool}=${count}`).join(",");
    return [
      name,
      /\/resourcegroups\/([^/]+)/i.exec(id)?.[1] ?? "",
      location,
      properties.currentKubernetesVersion ?? properties.kubernetesVersion ?? "",
      properties.networkProfile?.networkPlugin ?? "",
      nodes,
      properties.provisioningState ?? "",
      properties.powerState?.code ?? "",
    ];
  });
  const header = ["NAME", "RESOURCE GROUP", "LOCATION", "VERSION", "NETWORK PLUGIN", "NODES", "STATE", "POWER"];
  for (const line of formatTable(header, rows)) output.line(line);
}
