import type { ActionDefinition, ActionRequest, ActionResult } from "@byocni/azure/arm";
import { assert } from "@byocni/base/core";
import type { ClusterHost, CredentialKind } from "./cluster-host.ts";
import { clusterOf } from "./cluster-spec.ts";
import { aksFaults } from "./errors.ts";

const kinds: Readonly<Record<string, CredentialKind>> = {
  listClusterUserCredential: "clusterUser",
  listClusterAdminCredential: "clusterAdmin",
  listClusterMonitoringUserCredential: "clusterMonitoringUser",
};

/** The POST actions that give a kubeconfig, with AKS's names for cluster, context and user in it. */
export function credentialActions(host: ClusterHost): readonly ActionDefinition[] {
  return Object.entries(kinds).map(([name, kind]) => ({
    name,
    async run({ resource }: ActionRequest): Promise<ActionResult> {
      assert(resource, "credentials are listed of a stored cluster");
      const { properties, hidden } = clusterOf(resource);
      if (kind === "clusterAdmin" && properties.disableLocalAccounts)
        throw aksFaults.InvalidParameter({
          parameter: "disableLocalAccounts",
          reason: "Getting static credential is not allowed because this cluster is set to disable local accounts.",
        });
      if (properties.powerState.code === "Stopped" || resource.provisioningState === "Creating")
        throw aksFaults.OperationNotAllowed({
          reason: `The cluster ${resource.name} is ${resource.provisioningState === "Creating" ? "being created" : "stopped"}: it has no API server to give access to.`,
        });
      const yaml = await host.kubeconfig(hidden.uid, kind, {
        cluster: resource.name,
        context: resource.name,
        user: `${kind}_${resource.id.resourceGroup}_${resource.name}`,
      });
      return { kind: "json", body: { kubeconfigs: [{ name: kind, value: Buffer.from(yaml).toString("base64") }] } };
    },
  }));
}
