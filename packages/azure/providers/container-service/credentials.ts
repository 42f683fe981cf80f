import type { ActionDefinition, ActionRequest, ActionResult, Resource } from "@byocni/azure/arm";
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
      const value = await kubeconfigOf(resource, kind, host);
      return { kind: "json", body: { kubeconfigs: [{ name: kind, value }] } };
    },
  }));
}

/** A kubeconfig in base64. @throws ArmError when the cluster has none to give now */
export async function kubeconfigOf(cluster: Resource, kind: CredentialKind, host: ClusterHost): Promise<string> {
  const { properties, hidden } = clusterOf(cluster);
  const { name, provisioningState } = cluster;
  if (kind === "clusterAdmin" && properties.disableLocalAccounts) throw aksFaults.LocalAccountsDisabled();
  if (properties.powerState.code === "Stopped" || provisioningState === "Creating")
    throw aksFaults.OperationNotAllowed({
      reason: `The cluster ${name} is ${provisioningState === "Creating" ? "being created" : "stopped"}: it has no API server to give access to.`,
    });
  const yaml = await host.kubeconfig(hidden.uid, kind, {
    cluster: name,
    context: name,
    user: `${kind}_${cluster.id.resourceGroup}_${name}`,
  });
  return Buffer.from(yaml).toString("base64");
}
