import type { ResourceProvider } from "@byocni/azure/arm";
import { agentPools } from "./agent-pools.ts";
import type { ClusterHost } from "./cluster-host.ts";
import { aksFaults } from "./errors.ts";
import { accessProfiles } from "./access-profiles.ts";
import { createClusterWork } from "./cluster-operations.ts";
import {
  agentPoolUpgradeProfiles,
  availableAgentPoolVersions,
  locationVersions,
  orchestrators,
  upgradeProfiles,
} from "./computed-types.ts";
import { machines } from "./machines.ts";
import { maintenanceConfigurations } from "./maintenance-configurations.ts";
import { outboundEndpoints } from "./outbound-endpoints.ts";
import { createMemberTables } from "./members/member-tables.ts";
import { type NodeGroupContents, nodeGroup } from "./node-group/node-group.ts";
import { commandResults } from "./run-command.ts";
import { nodeImageVersions, osOptions, usages } from "./location-types.ts";
import { snapshots } from "./snapshots.ts";
import { managedClusters } from "./managed-clusters.ts";

/**
 * `Microsoft.ContainerService`: AKS over a {@link ClusterHost}.
 * @param contents what AKS leaves in node resource groups; only the group itself when the providers of these types are
 * not there
 */
export function createContainerServiceProvider(host: ClusterHost, contents?: NodeGroupContents): ResourceProvider {
  const work = createClusterWork(host, nodeGroup(contents));
  const members = createMemberTables();
  return {
    namespace: "Microsoft.ContainerService",
    asyncOperations: { apiVersion: "2016-03-30", body: "named" },
    busy: ({ busy, state }) =>
      busy.types.length > 1
        ? aksFaults.AgentPoolOperationInProgress({ what: `${busy.name} - ${state}` })
        : aksFaults.OperationInProgress({ what: state }),
    resourceTypes: [
      managedClusters(host, work, members),
      agentPools(host, work, members),
      maintenanceConfigurations,
      upgradeProfiles,
      agentPoolUpgradeProfiles,
      availableAgentPoolVersions,
      accessProfiles(host),
      machines(host),
      outboundEndpoints,
      commandResults(host),
      snapshots,
      nodeImageVersions,
      osOptions,
      usages,
      locationVersions,
      orchestrators,
    ],
    notImplemented: [
      "containerServices",
      "fleets",
      "locations/guardrailsVersions",
      "locations/meshRevisionProfiles",
      "locations/safeguardsVersions",
      "locations/trustedAccessRoles",
      "managedclustersnapshots",
      "managedClusters/detectors",
      "managedClusters/eventGridFilters",
      "managedClusters/identityBindings",
      "managedClusters/jwtAuthenticators",
      "managedClusters/loadBalancers",
      "managedClusters/managedNamespaces",
      "managedClusters/meshMemberships",
      "managedClusters/meshUpgradeProfiles",
      "managedClusters/namespaces",
      "managedClusters/operations",
      "managedClusters/privateEndpointConnections",
      "managedClusters/privateLinkResources",
      "managedClusters/trustedAccessRoleBindings",
      "openShiftManagedClusters",
    ],
  };
}
