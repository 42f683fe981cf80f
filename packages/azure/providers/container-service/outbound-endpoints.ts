import type { JsonObject } from "@byocni/base/core";
import type { ComputedType } from "@byocni/azure/arm";
import { managedClusterVersions } from "./api-versions.ts";

/** Domain, protocol and port by category (AKS documentation, "outbound network and FQDN rules"). */
const endpoints: readonly (readonly [category: string, domain: string, port: number, protocol: string])[] = [
  ["azure-resource-management", "management.azure.com", 443, "Https"],
  ["azure-resource-management", "login.microsoftonline.com", 443, "Https"],
  ["images", "mcr.microsoft.com", 443, "Https"],
  ["images", "*.data.mcr.microsoft.com", 443, "Https"],
  ["images", "mcr-0001.mcr-msedge.net", 443, "Https"],
  ["artifacts", "packages.microsoft.com", 443, "Https"],
  ["artifacts", "acs-mirror.azureedge.net", 443, "Https"],
  ["artifacts", "packages.aks.azure.com", 443, "Https"],
  ["time-sync", "ntp.ubuntu.com", 123, "Udp"],
];

/** `az aks egress-endpoints list`. The registries of the user's CNI plugin are not among them: AKS does not know them. */
export const outboundEndpoints: ComputedType = {
  kind: "computed",
  name: "managedClusters/outboundNetworkDependenciesEndpoints",
  apiVersions: managedClusterVersions,
  list({ parent }) {
    if (!parent) return undefined;
    const apiServer = ["apiserver", `*.hcp.${parent.location ?? ""}.azmk8s.io`, 443, "Https"] as const;
    const byCategory = new Map<string, JsonObject[]>();
    for (const [category, domainName, port, protocol] of [...endpoints, apiServer])
      byCategory.set(category, [
        ...(byCategory.get(category) ?? []),
        { domainName, endpointDetails: [{ port, protocol }] },
      ]);
    return { value: [...byCategory].map(([category, list]) => ({ category, endpoints: list })) };
  },
};
