import type { ResourceProvider } from "@byocni/azure/arm";
import type { ClusterHost } from "./container-service/cluster-host.ts";
import { createComputeProvider } from "./compute/provider.ts";
import { createContainerServiceProvider } from "./container-service/provider.ts";
import { nodeGroupContents } from "./container-service/node-group/node-group.ts";
import { createManagedIdentityProvider } from "./managed-identity/provider.ts";
import { createNetworkProvider } from "./network/provider.ts";

export interface ProvidersDeps {
  /** Runs the clusters of `Microsoft.ContainerService`. */
  readonly clusterHost: ClusterHost;
}

/** All resource providers of this cloud besides those that Resource Manager brings itself. */
export function createProviders({ clusterHost }: ProvidersDeps): readonly ResourceProvider[] {
  return [
    createManagedIdentityProvider(),
    createNetworkProvider(),
    createComputeProvider(clusterHost),
    createContainerServiceProvider(clusterHost, nodeGroupContents),
  ];
}
