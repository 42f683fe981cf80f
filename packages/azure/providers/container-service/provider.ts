import type { ResourceProvider } from "@byocni/azure/arm";
import { agentPools } from "./agent-pools.ts";
import type { ClusterHost } from "./cluster-host.ts";
import { aksFaults } from "./errors.ts";
import { locationVersions, orchestrators, upgradeProfiles } from "./computed-types.ts";
import { type NodeGroupContents, nodeGroup } from "./node-group/node-group.ts";
import { managedClusters } from "./managed-clusters.ts";

/**
 * `Microsoft.ContainerService`: AKS over a {@link ClusterHost}.
 * @param contents what AKS leaves in node resource groups; only the group itself when the providers of these types are
 * not there
 */
export function createContainerServiceProvider(host: ClusterHost, contents?: NodeGroupContents): ResourceProvider {
  const reconcile = nodeGroup(contents);
  return {
    namespace: "Microsoft.ContainerService",
    asyncOperations: { apiVersion: "2016-03-30", body: "named" },
    busy: ({ busy, state }) =>
      busy.types.length > 1
        ? aksFaults.AgentPoolOperationInProgress({ what: `${busy.name} - ${state}` })
        : aksFaults.OperationInProgress({ what: state }),
    resourceTypes: [
      managedClusters(host, reconcile),
      agentPools(host, reconcile),
      upgradeProfiles,
      locationVersions,
      orchestrators,
    ],
    notImplemented: [
      "fleets",
      "managedclustersnapshots",
      "managedClusters/eventGridFilters",
      "managedClusters/maintenanceConfigurations",
      "managedClusters/namespaces",
      "managedClusters/privateEndpointConnections",
      "managedClusters/trustedAccessRoleBindings",
      "snapshots",
    ],
  };
}
