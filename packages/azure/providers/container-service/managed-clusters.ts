import { type JsonObject, assert, isJsonObject } from "@byocni/base/core";
import type {
  ActionDefinition,
  PrepareRequest,
  Prepared,
  ProviderContext,
  Resource,
  StoredType,
} from "@byocni/azure/arm";
import { managedClusterVersions, showsNoPolicy, showsPodCidr } from "./api-versions.ts";
import type { ResourceId } from "@byocni/azure/types";
import { clusterFacts } from "./cluster-facts.ts";
import type { ClusterHost } from "./cluster-host.ts";
import { type ClusterWork, abortAction, removeCluster } from "./cluster-operations.ts";
import { clusterOf } from "./cluster-spec.ts";
import { credentialActions } from "./credentials.ts";
import { asPreflight, enforceRules } from "./enforce-rules.ts";
import { aksFaults } from "./errors.ts";
import { identityOf } from "./identity.ts";
import { newKubeletIdentity } from "./kubelet-identity.ts";
import { fillManagedCluster } from "./managed-cluster-defaults.ts";
import { type MemberTables, shownProperties } from "./members/member-tables.ts";
import { bareTag, clusterNamePattern } from "./names.ts";
import { profileResets } from "./profile-resets.ts";
import { runCommandAction } from "./run-command.ts";
import { skuInVersion, skuOf } from "./sku.ts";
import { fromSnapshots } from "./snapshots.ts";
import { clusterInVersion } from "./show-members.ts";
import { nodeGroupNames } from "./node-group/names.ts";
import type { AgentPoolProperties, ClusterHidden, MadeIdentity, ManagedClusterProperties } from "./properties.ts";
import { warnOfUnserved } from "./unserved-features.ts";

/** `Microsoft.ContainerService/managedClusters`. */
export function managedClusters(host: ClusterHost, work: ClusterWork, members: MemberTables): StoredType {
  return {
    kind: "stored",
    name: "managedClusters",
    apiVersions: managedClusterVersions,
    tags: true,
    nameRule: { pattern: clusterNamePattern, refuse: (name) => aksFaults.InvalidResourceName({ name }) },
    patch: "tags",
    prepare: (request, context) => prepare(request, members, context),
    operations: work.operations,
    async committed(resource, previous, context) {
      if (previous) return;
      await registerIdentities(resource, context);
    },
    deleteOperation: { kind: "delete", state: "Deleting" },
    removed: (resource, context) => removeCluster(resource, host, context),
    actions: [
      ...credentialActions(host),
      power("stop", "Stopping"),
      power("start", "Starting"),
      rotateCertificates(host),
      rotateServiceAccountKeys(host),
      ...profileResets,
      runCommandAction(host),
      abortAction,
    ],
    notImplementedActions: ["getGuardrailsVersions", "unpinManagedCluster"],
    project: (resource, { apiVersion }) => project(resource, apiVersion, members),
  };
}

/** @throws ArmError when the cluster is stopped (or runs) already */
function power(name: "stop" | "start", state: "Stopping" | "Starting"): ActionDefinition {
  return {
    name,
    run({ resource }) {
      assert(resource, "power is switched of a stored cluster");
      const { powerState, nodeProvisioningProfile } = clusterOf(resource).properties;
      const isAuto = isJsonObject(nodeProvisioningProfile) && nodeProvisioningProfile["mode"] === "Auto";
      if (name === "stop" && isAuto) throw aksFaults.AutoProvisioningStop();
      if (powerState.code === (name === "stop" ? "Stopped" : "Running"))
        throw aksFaults.PowerStateConflict({
          provisioning: resource.provisioningState,
          power: powerState.code,
          operation: state.toLowerCase(),
        });
      return { kind: "operation", operation: { kind: name, state } };
    },
  };
}

const joinSubnet = "Microsoft.Network/virtualNetworks/subnets/join/action";
const assignIdentity = "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action";

function rotateCertificates(host: ClusterHost): ActionDefinition {
  return {
    name: "rotateClusterCertificates",
    run() {
      if (!host.rotateCertificates)
        throw aksFaults.NotImplemented({ what: "rotateClusterCertificates on this cluster host" });
      return { kind: "operation", operation: { kind: "rotate", state: "RotatingClusterCertificates" } };
    },
  };
}

function rotateServiceAccountKeys(host: ClusterHost): ActionDefinition {
  return {
    name: "rotateServiceAccountSigningKeys",
    run() {
      if (!host.rotateServiceAccountKeys)
        throw aksFaults.NotImplemented({ what: "rotateServiceAccountSigningKeys on this cluster host" });
      return { kind: "operation", operation: { kind: "rotateKeys", state: "RotatingServiceAccountSigningKeys" } };
    },
  };
}

/** At preflight AKS words its refusals differently. */
async function prepare(request: PrepareRequest, members: MemberTables, context: ProviderContext): Promise<Prepared> {
  try {
    const taken = members.take("managedClusters", request.apiVersion, request.body);
    const { body, images } = await fromSnapshots(taken, context);
    return await prepareCluster({ ...request, body }, images, context);
  } catch (error) {
    if (request.purpose !== "preflight") throw error;
    throw asPreflight(error, { name: request.id.name, resourceGroup: request.id.resourceGroup ?? "" });
  }
}

/** A cluster with Entra belongs to the subscription's tenant unless another is named. */
function withTenant(properties: ManagedClusterProperties, tenantId: string): ManagedClusterProperties {
  const { aadProfile } = properties;
  return isJsonObject(aadProfile) ? { ...properties, aadProfile: { tenantID: tenantId, ...aadProfile } } : properties;
}

async function prepareCluster(
  request: PrepareRequest,
  images: ReadonlyMap<string, string>,
  context: ProviderContext,
): Promise<Prepared> {
  const { existing, body, id } = request;
  if (!existing) requireAllowedName(id.name);
  const location = (body.location ?? existing?.location ?? "").replaceAll(" ", "").toLowerCase();
  const made = existing ? clusterOf(existing).hidden : newCluster(context);
  const properties = withTenant(fillManagedCluster(request, made.uid, location, images), context.tenantId);
  if (!existing) await requireFreeNodeGroup(properties.nodeResourceGroup, id, context);
  const identity = await identityOf(body, existing, made, context);
  const hidden = existing ? clusterOf(existing).hidden : await withKubeletIdentity(made, request, identity, context);
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
  warnOfUnserved(properties, context);
  const linked = [
    ...[...facts.subnets.values()].map((subnet) => ({ scope: subnet.id, action: joinSubnet })),
    ...userAssignedIn(identity).map((scope) => ({ scope, action: assignIdentity })),
  ];
  const tags = isJsonObject(body["tags"]) ? (body["tags"] as Record<string, string>) : undefined;
  return {
    state: {
      location,
      ...(tags ? { tags } : {}),
      sku: skuOf(body["sku"], existing?.sku),
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

/** Words that Azure keeps for itself. @throws ArmError */
function requireAllowedName(name: string): void {
  if (/microsoft|windows/i.test(name)) throw aksFaults.ReservedWord({ name }, { target: "name" });
  if (/^(?:login|xbox)/i.test(name)) throw aksFaults.ReservedStart({ name }, { target: "name" });
}

async function withKubeletIdentity(
  made: NewCluster,
  request: PrepareRequest,
  identity: JsonObject | undefined,
  context: ProviderContext,
): Promise<ClusterHidden> {
  const kubeletIdentity = await newKubeletIdentity(request, identity, context);
  // What AKS made goes with the cluster; what the user made stays.
  const own = kubeletIdentity.resourceId === undefined ? [kubeletIdentity.objectId] : [];
  return { ...made, kubeletIdentity, principals: [made.systemIdentity.objectId, ...own] };
}

function userAssignedIn(identity: JsonObject | undefined): readonly string[] {
  return Object.keys((identity?.["userAssignedIdentities"] ?? {}) as JsonObject);
}

function subjectsOf({ agentPoolProfiles }: ManagedClusterProperties): ReadonlyMap<string, string> {
  return new Map(agentPoolProfiles.map(({ name }, index) => [name, `properties.agentPoolProfiles[${index}]`]));
}

/** What a new cluster is given once and for all. */
interface NewCluster {
  readonly uid: string;
  readonly systemIdentity: MadeIdentity;
}

function newCluster({ random }: ProviderContext): NewCluster {
  return { uid: random.uuid(), systemIdentity: { objectId: random.uuid(), clientId: random.uuid() } };
}

/** AKS makes its node resource group itself. @throws ArmError when there is one of that name */
async function requireFreeNodeGroup(group: string, id: ResourceId, context: ProviderContext): Promise<void> {
  const existing = await context.resources.getGroup(id.subscriptionId ?? "", group);
  if (existing && existing.managedBy?.toLowerCase() !== id.key)
    throw aksFaults.NodeResourceGroupTaken({ name: group }, { target: "nodeResourceGroup" });
}

async function registerIdentities(resource: Resource, context: ProviderContext): Promise<void> {
  const { systemIdentity, kubeletIdentity } = clusterOf(resource).hidden;
  const { directory } = context;
  if (resource.identity?.["type"] === "SystemAssigned")
    await directory.putManagedIdentity({ ...systemIdentity, displayName: resource.name, resourceId: resource.id.text });
  if (kubeletIdentity.resourceId !== undefined) return;
  const { kubeletIdentityName, kubeletIdentityId } = nodeGroupNames(resource);
  await directory.putManagedIdentity({
    objectId: kubeletIdentity.objectId,
    clientId: kubeletIdentity.clientId,
    displayName: kubeletIdentityName,
    resourceId: kubeletIdentityId,
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
function project(resource: Resource, apiVersion: string, members: MemberTables): JsonObject {
  const { properties } = clusterOf(resource);
  const { podCidr, podCidrs, networkPolicy, ...network } = properties.networkProfile;
  const showsPods = properties.networkProfile.networkPlugin !== "none" || showsPodCidr(apiVersion);
  const own = clusterInVersion(
    {
      ...properties,
      ...(hidesPublicName(properties) ? { fqdn: undefined } : {}),
      provisioningState: resource.provisioningState,
      networkProfile: {
        ...network,
        ...(showsPods && podCidr !== undefined ? { podCidr, podCidrs: podCidrs ?? [podCidr] } : {}),
        ...(networkPolicy !== "none" || showsNoPolicy(apiVersion) ? { networkPolicy } : {}),
      },
      agentPoolProfiles: properties.agentPoolProfiles.map((pool) => ({
        ...pool,
        eTag: bareTag(resource.etag),
        provisioningState: resource.provisioningState,
      })),
    },
    apiVersion,
  );
  const shown = shownProperties(members, "managedClusters", apiVersion, own);
  // What this version does not have is taken away from what would be shown without it.
  const hidden = Object.keys(properties).filter((name) => !(name in shown));
  return {
    id: resource.id.text.replace("/resourceGroups/", "/resourcegroups/"),
    type: "Microsoft.ContainerService/ManagedClusters",
    sku: skuInVersion(resource.sku, apiVersion),
    ...members.show("managedClusters", apiVersion, { eTag: bareTag(resource.etag), kind: resource.kind ?? "Base" }),
    properties: { ...Object.fromEntries(hidden.map((name) => [name, undefined])), ...shown },
  };
}

/** A private cluster can be without a name in public DNS. */
function hidesPublicName(properties: ManagedClusterProperties): boolean {
  const access = properties["apiServerAccessProfile"] as JsonObject | undefined;
  return access?.["enablePrivateCluster"] === true && access["enablePrivateClusterPublicFQDN"] === false;
}
