import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { PrepareRequest, Prepared, ProviderContext, Resource, StoredType } from "@byocni/azure/arm";
import { managedClusterVersions, showsPodCidr } from "./api-versions.ts";
import { clusterFacts } from "./cluster-facts.ts";
import type { ClusterHost } from "./cluster-host.ts";
import { type ClusterWork, abortAction, removeCluster } from "./cluster-operations.ts";
import { clusterOf } from "./cluster-spec.ts";
import { credentialActions } from "./credentials.ts";
import { asPreflight, enforceRules } from "./enforce-rules.ts";
import { aksFaults } from "./errors.ts";
import { identityOf } from "./identity.ts";
import { fillManagedCluster } from "./managed-cluster-defaults.ts";
import { clusterNamePattern } from "./names.ts";
import type { AgentPoolProperties, ClusterHidden, ManagedClusterProperties } from "./properties.ts";

/** `Microsoft.ContainerService/managedClusters`. */
export function managedClusters(host: ClusterHost, work: ClusterWork): StoredType {
  return {
    kind: "stored",
    name: "managedClusters",
    apiVersions: managedClusterVersions,
    tags: true,
    nameRule: { pattern: clusterNamePattern, refuse: (name) => aksFaults.InvalidResourceName({ name }) },
    patch: "tags",
    prepare,
    operations: work.operations,
    async committed(resource, previous, context) {
      if (previous) return;
      await registerIdentities(resource, context);
    },
    deleteOperation: { kind: "delete", state: "Deleting" },
    removed: (resource, context) => removeCluster(resource, host, context),
    actions: [...credentialActions(host), power("stop", "Stopping"), power("start", "Starting"), abortAction],
    notImplementedActions: [
      "getGuardrailsVersions",
      "resetAADProfile",
      "resetServicePrincipalProfile",
      "rotateClusterCertificates",
      "rotateServiceAccountSigningKeys",
      "runCommand",
      "unpinManagedCluster",
    ],
    project,
  };
}

function power(name: "stop" | "start", state: string) {
  return {
    name,
    run: () => ({ kind: "operation" as const, operation: { kind: name, state } }),
  };
}

/** At preflight AKS words its refusals differently. */
async function prepare(request: PrepareRequest, context: ProviderContext): Promise<Prepared> {
  try {
    return await prepareCluster(request, context);
  } catch (error) {
    if (request.purpose !== "preflight") throw error;
    throw asPreflight(error, { name: request.id.name, resourceGroup: request.id.resourceGroup ?? "" });
  }
}

async function prepareCluster(request: PrepareRequest, context: ProviderContext): Promise<Prepared> {
  const { existing, body, id } = request;
  const location = (body.location ?? existing?.location ?? "").replaceAll(" ", "").toLowerCase();
  const hidden: ClusterHidden = existing ? clusterOf(existing).hidden : newHidden(context);
  const properties = fillManagedCluster(request, hidden.uid, location);
  const identity = await identityOf(body, existing, hidden, context);
  const facts = await clusterFacts(
    {
      request,
      name: id.name,
      resourceGroup: id.resourceGroup ?? "",
      properties,
      sentNetwork: isJsonObject(body.properties?.["networkProfile"]) ? body.properties["networkProfile"] : {},
      subjects: subjectsOf(properties),
      identity,
      existing,
    },
    context,
  );
  enforceRules(facts, context);
  const linked = [...facts.subnets.values()].map((subnet) => ({
    scope: subnet.id,
    action: "Microsoft.Network/virtualNetworks/subnets/join/action",
  }));
  const tags = isJsonObject(body["tags"]) ? (body["tags"] as Record<string, string>) : undefined;
  return {
    state: {
      location,
      ...(tags ? { tags } : {}),
      sku: { name: "Base", tier: "Free", ...(isJsonObject(body["sku"]) ? body["sku"] : existing?.sku) },
      ...(identity ? { identity } : {}),
      properties,
      hidden,
    },
    operation: existing
      ? { kind: "apply", state: updateState(clusterOf(existing).properties, properties) }
      : { kind: "create", state: "Creating" },
    ...(linked.length > 0 ? { linked } : {}),
  };
}

function subjectsOf({ agentPoolProfiles }: ManagedClusterProperties): ReadonlyMap<string, string> {
  return new Map(agentPoolProfiles.map(({ name }, index) => [name, `properties.agentPoolProfiles[${index}]`]));
}

function newHidden(context: ProviderContext): ClusterHidden {
  const { random } = context;
  const system = { objectId: random.uuid(), clientId: random.uuid() };
  const kubelet = { objectId: random.uuid(), clientId: random.uuid() };
  return {
    uid: random.uuid(),
    systemIdentity: system,
    kubeletIdentity: kubelet,
    principals: [system.objectId, kubelet.objectId],
  };
}

async function registerIdentities(resource: Resource, context: ProviderContext): Promise<void> {
  const { properties, hidden } = clusterOf(resource);
  const system = hidden["systemIdentity"] as { readonly objectId: string; readonly clientId: string };
  const kubelet = hidden["kubeletIdentity"] as { readonly objectId: string; readonly clientId: string };
  if (resource.identity?.["type"] === "SystemAssigned")
    await context.directory.putManagedIdentity({ ...system, displayName: resource.name, resourceId: resource.id.text });
  const { subscriptionId } = resource.id;
  await context.directory.putManagedIdentity({
    ...kubelet,
    displayName: `${resource.name}-agentpool`,
    resourceId: `/subscriptions/${subscriptionId}/resourceGroups/${properties.nodeResourceGroup}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${resource.name}-agentpool`,
  });
}

/** The word that AKS shows while a change runs. */
function updateState(before: ManagedClusterProperties, after: ManagedClusterProperties): string {
  if (before.currentKubernetesVersion !== after.currentKubernetesVersion) return "Upgrading";
  const count = ({ name }: AgentPoolProperties): number | undefined =>
    before.agentPoolProfiles.find((pool) => pool.name === name)?.count;
  return after.agentPoolProfiles.some((pool) => count(pool) !== undefined && count(pool) !== pool.count)
    ? "Scaling"
    : "Updating";
}

/** As recorded from AKS: `resourcegroups` in lower case in the id, and a capital in the type. */
function project(resource: Resource, view: { readonly apiVersion: string }): JsonObject {
  const { properties } = clusterOf(resource);
  const { podCidr, podCidrs, ...network } = properties.networkProfile;
  const showsPods = properties.networkProfile.networkPlugin !== "none" || showsPodCidr(view.apiVersion);
  return {
    id: resource.id.text.replace("/resourceGroups/", "/resourcegroups/"),
    type: "Microsoft.ContainerService/ManagedClusters",
    properties: {
      ...properties,
      provisioningState: resource.provisioningState,
      networkProfile:
        showsPods && podCidr !== undefined ? { ...network, podCidr, podCidrs: podCidrs ?? [podCidr] } : network,
      agentPoolProfiles: properties.agentPoolProfiles.map((pool) => ({
        ...pool,
        provisioningState: resource.provisioningState,
      })),
    },
  };
}
