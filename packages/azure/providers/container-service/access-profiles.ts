import type { JsonObject } from "@byocni/base/core";
import type { ComputedType, Resource } from "@byocni/azure/arm";
import { parentResource } from "@byocni/azure/types";
import { managedClusterVersions } from "./api-versions.ts";
import type { ClusterHost, CredentialKind } from "./cluster-host.ts";
import { kubeconfigOf } from "./credentials.ts";
import { aksFaults } from "./errors.ts";

const roles: readonly CredentialKind[] = ["clusterUser", "clusterAdmin"];

/** `managedClusters/accessProfiles/{role}`: the old way to a kubeconfig. */
export function accessProfiles(host: ClusterHost): ComputedType {
  async function profile(cluster: Resource, name: string): Promise<JsonObject> {
    const role = roles.find((one) => one.toLowerCase() === name.toLowerCase());
    if (!role)
      throw aksFaults.InvalidParameter(
        { parameter: "roleName", reason: `Allowed values are: ${roles.join(", ")}.` },
        { target: "roleName" },
      );
    return {
      id: `${cluster.id.text}/accessProfiles/${role}`,
      name: role,
      type: "Microsoft.ContainerService/ManagedClusters/AccessProfiles",
      location: cluster.location,
      properties: { kubeConfig: await kubeconfigOf(cluster, role, host) },
    };
  }
  return {
    kind: "computed",
    name: "managedClusters/accessProfiles",
    apiVersions: managedClusterVersions,
    // The kubeconfig is given by the action only: reading needs less than listing credentials.
    get({ parent, names }) {
      const role = roles.find((one) => one.toLowerCase() === names.at(-1)?.toLowerCase());
      return (
        parent &&
        role && {
          id: `${parent.id.text}/accessProfiles/${role}`,
          name: role,
          type: "Microsoft.ContainerService/ManagedClusters/AccessProfiles",
          location: parent.location,
          properties: {},
        }
      );
    },
    actions: [
      {
        name: "listCredential",
        async run({ id }, { resources }) {
          const clusterId = parentResource(id);
          const cluster = clusterId && (await resources.get(clusterId));
          if (!cluster) throw aksFaults.OperationNotAllowed({ reason: "The cluster does not exist." });
          return { kind: "json", body: await profile(cluster, id.name) };
        },
      },
    ],
  };
}
