import type { ResourceProvider } from "@byocni/azure/arm";
import type { ClusterHost } from "./container-service/cluster-host.ts";
import { createContainerServiceProvider } from "./container-service/provider.ts";
import { createManagedIdentityProvider } from "./managed-identity/provider.ts";
import { createNetworkProvider } from "./network/provider.ts";

export interface ProvidersDeps {
  /** Runs the clusters of `Microsoft.ContainerService`. */
  readonly clusterHost: ClusterHost;
}

/** All resource providers of this cloud besides those that Resource Manager brings itself. */
export function createProviders({ clusterHost }: ProvidersDeps): readonly ResourceProvider[] {
  return [createManagedIdentityProvider(), createNetworkProvider(), createContainerServiceProvider(clusterHost)];
}
