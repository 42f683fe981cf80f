import { type JsonObject, isJsonObject } from "@byocni/base/core";
import { defaultVersion, minorOf } from "@byocni/rules/catalog";
import type { PrepareRequest } from "@byocni/azure/arm";
import { apiVersionAtLeast } from "@byocni/azure/types";
import { type BodyReader, dropNulls, omit } from "../body/read-body.ts";
import { fillAgentPool, versionAsked } from "./agent-pool-defaults.ts";
import { aksFaults } from "./errors.ts";
import { fqdnOf, nodeResourceGroupLimit, nodeResourceGroupName, resourceUid, stableUuid } from "./names.ts";
import { fillNetworkProfile } from "./network-profile.ts";
import type { AgentPoolProperties, ManagedClusterProperties } from "./properties.ts";
import { requireRoomForSystemPods } from "./agent-pool-checks.ts";
import { readBody } from "./read-body.ts";
import { requireUpgrade } from "./upgrade-policy.ts";

const dnsPrefixPattern = /^[a-zA-Z0-9]$|^[a-zA-Z0-9][a-zA-Z0-9-]{0,52}[a-zA-Z0-9]$/;

/**
 * What AKS makes of the properties of a PUT.
 * @param images node images that snapshots give, by the names of pools
 * @throws ArmError
 */
export function fillManagedCluster(
  request: PrepareRequest,
  uid: string,
  location: string,
  images: ReadonlyMap<string, string> = new Map(),
): ManagedClusterProperties {
  const { id, body } = request;
  const existing = request.existing?.properties as ManagedClusterProperties | undefined;
  const sent = body.properties ?? {};
  const reader = readBody(sent, "");
  const asked = reader.text("kubernetesVersion");
  const version =
    asked === undefined
      ? (existing?.currentKubernetesVersion ?? defaultVersion)
      : versionAsked(asked, existing?.currentKubernetesVersion);
  // AKS names the version that it chose itself by its minor version.
  const askedVersion = asked ?? existing?.kubernetesVersion ?? version.split(".").slice(0, 2).join(".");
  const networkProfile = fillNetworkProfile(reader.child("networkProfile").object, existing?.networkProfile, version);
  if (existing) requireUpgrade(existing.currentKubernetesVersion, version);
  const dnsPrefix = reader.text("dnsPrefix") ?? existing?.dnsPrefix ?? reader.text("fqdnSubdomain");
  if (dnsPrefix === undefined) throw aksFaults.RequiredParameter({ parameter: "dnsPrefix" }, { target: "dnsPrefix" });
  if (!dnsPrefixPattern.test(dnsPrefix))
    throw aksFaults.InvalidParameter(
      {
        parameter: "dnsPrefix",
        reason: "It has 1 to 54 letters, digits and hyphens, and starts and ends with a letter or digit.",
      },
      { target: "dnsPrefix" },
    );
  if (existing && existing.dnsPrefix !== dnsPrefix)
    throw aksFaults.PropertyChangeNotAllowed({ property: "dnsPrefix" }, { target: "dnsPrefix" });
  const nodeResourceGroup =
    reader.text("nodeResourceGroup") ??
    existing?.nodeResourceGroup ??
    nodeResourceGroupName(id.resourceGroup ?? "", id.name, location);
  if (nodeResourceGroup.length > nodeResourceGroupLimit)
    throw aksFaults.NodeResourceGroupTooLong({ length: nodeResourceGroup.length }, { target: "nodeResourceGroup" });
  if (existing && existing.nodeResourceGroup.toLowerCase() !== nodeResourceGroup.toLowerCase())
    throw aksFaults.PropertyChangeNotAllowed({ property: "nodeResourceGroup" }, { target: "nodeResourceGroup" });
  return {
    ...dropNulls(existing ?? {}),
    ...omit(dropNulls(sent), readOnly),
    powerState: existing?.powerState ?? { code: "Running" },
    kubernetesVersion: askedVersion,
    currentKubernetesVersion: version,
    dnsPrefix,
    fqdn: existing?.fqdn ?? fqdnOf(dnsPrefix, uid, location),
    azurePortalFQDN: existing?.["azurePortalFQDN"] ?? fqdnOf(dnsPrefix, uid, location, true),
    ...(reader.has("aadProfile")
      ? { aadProfile: omit(dropNulls(reader.child("aadProfile").object), new Set(["serverAppSecret"])) }
      : {}),
    windowsProfile: {
      adminUsername: "azureuser",
      enableCSIProxy: true,
      ...dropNulls(withoutPassword(reader.child("windowsProfile").object)),
    },
    agentPoolProfiles: fillPools(request, networkProfile, { version, askedVersion, images }),
    servicePrincipalProfile: { clientId: reader.child("servicePrincipalProfile").text("clientId") ?? "msi" },
    nodeResourceGroup,
    enableRBAC: rbacOf(reader, existing),
    supportPlan: reader.text("supportPlan") ?? "KubernetesOfficial",
    networkProfile,
    maxAgentPools: 100,
    disableLocalAccounts: reader.flag("disableLocalAccounts") ?? existing?.disableLocalAccounts ?? false,
    securityProfile: reader.child("securityProfile").object,
    storageProfile: {
      diskCSIDriver: { enabled: true },
      fileCSIDriver: { enabled: true },
      snapshotController: { enabled: true },
      ...reader.child("storageProfile").object,
    },
    oidcIssuerProfile: issuerProfile(request, reader.child("oidcIssuerProfile"), version, uid, location),
    autoUpgradeProfile: {
      nodeOSUpgradeChannel: "NodeImage",
      ...(existing?.["autoUpgradeProfile"] as JsonObject | undefined),
      ...dropNulls(reader.child("autoUpgradeProfile").object),
    },
    bootstrapProfile: { artifactSource: "Direct", ...dropNulls(reader.child("bootstrapProfile").object) },
    metricsProfile: { costAnalysis: { enabled: false }, ...dropNulls(reader.child("metricsProfile").object) },
    nodeProvisioningProfile: {
      mode: "Manual",
      defaultNodePools: "Auto",
      ...dropNulls(reader.child("nodeProvisioningProfile").object),
    },
    serviceMeshProfile: { mode: "Disabled", ...dropNulls(reader.child("serviceMeshProfile").object) },
    resourceUID: resourceUid(uid),
    ...privateName(reader.child("apiServerAccessProfile"), dnsPrefix, uid, location),
    workloadAutoScalerProfile: reader.child("workloadAutoScalerProfile").object,
  };
}

/** For life: AKS makes another cluster of it at most. @throws ArmError PropertyChangeNotAllowed */
function rbacOf(reader: BodyReader, existing: ManagedClusterProperties | undefined): boolean {
  const asked = reader.flag("enableRBAC");
  const before = existing ? existing["enableRBAC"] !== false : undefined;
  if (asked !== undefined && before !== undefined && asked !== before)
    throw aksFaults.PropertyChangeNotAllowed({ property: "enableRBAC" }, { target: "enableRBAC" });
  return asked ?? before ?? true;
}

/** Switched on by itself in new clusters since Kubernetes 1.34 (AKS release notes); never off again. */
function issuerProfile(
  { existing }: PrepareRequest,
  reader: BodyReader,
  version: string,
  uid: string,
  location: string,
): JsonObject {
  const before = existing?.properties["oidcIssuerProfile"] as JsonObject | undefined;
  const byDefault = existing ? before?.["enabled"] === true : minorOf(version) >= 34;
  const enabled = reader.flag("enabled") ?? byDefault;
  const issuerURL = `https://${location}.oic.prod-aks.azure.com/${stableUuid(uid, "issuer-tenant")}/${stableUuid(uid, "issuer")}/`;
  return { enabled, ...(enabled ? { issuerURL } : {}) };
}

/** The name of the API server inside the VNet, of clusters that are private. */
function privateName(reader: BodyReader, dnsPrefix: string, uid: string, location: string): JsonObject {
  if (reader.flag("enablePrivateCluster") !== true) return {};
  const zone = `${stableUuid(uid, "private-zone")}.privatelink.${location}.azmk8s.io`;
  return { privateFQDN: `${fqdnOf(dnsPrefix, uid, location).split(".")[0]}.${zone}` };
}

/** Members that clients send back from an answer and that only AKS writes. */
const readOnly: ReadonlySet<string> = new Set([
  "azurePortalFQDN",
  "currentKubernetesVersion",
  "eTag",
  "fqdn",
  "identityProfile",
  "maxAgentPools",
  "powerState",
  "privateFQDN",
  "provisioningState",
  "resourceUID",
  "status",
]);

/** Secrets are taken and never shown or kept. */
function withoutPassword(profile: JsonObject): JsonObject {
  const { adminPassword: _secret, ...rest } = profile;
  return rest;
}

/** Since this version a pool's mode has to be said (Azure/AKS#1602); before, the first pool is the system pool. */
const modesSince = "2020-03-01";

function fillPools(
  { apiVersion, body, existing: resource }: PrepareRequest,
  network: ManagedClusterProperties["networkProfile"],
  {
    images,
    ...versions
  }: { readonly version: string; readonly askedVersion: string; readonly images: ReadonlyMap<string, string> },
): readonly AgentPoolProperties[] {
  const sent = body.properties?.["agentPoolProfiles"];
  const existing = resource?.properties as ManagedClusterProperties | undefined;
  if (sent === undefined || sent === null) {
    if (existing) return existing.agentPoolProfiles;
    throw aksFaults.RequiredParameter({ parameter: "agentPoolProfiles" }, { target: "agentPoolProfiles" });
  }
  if (!Array.isArray(sent) || !sent.every(isJsonObject))
    throw aksFaults.InvalidParameter({ parameter: "agentPoolProfiles", reason: "It must be an array of objects." });
  const saysMode = apiVersionAtLeast(apiVersion, modesSince);
  const names = new Set<string>();
  const listed = sent.map((body: JsonObject, index) => {
    const name = typeof body["name"] === "string" ? body["name"] : "";
    if (names.has(name))
      throw aksFaults.InvalidParameter({
        parameter: "agentPoolProfile.name",
        reason: `The name ${name} is used twice.`,
      });
    names.add(name);
    const known = existing?.agentPoolProfiles.find((pool) => pool.name === name);
    if (existing && !known) throw aksFaults.AgentPoolIntroduced({}, { target: "agentPoolProfiles" });
    const defaultMode = index === 0 && !saysMode ? "System" : "User";
    return fillAgentPool(
      name,
      body,
      { network, ...versions, defaultMode, path: "agentPoolProfile", apiVersion, nodeImageVersion: images.get(name) },
      known,
    );
  });
  // Pools that a PUT of the cluster leaves out stay as they are: only the pools' own operations remove them.
  const pools = existing
    ? existing.agentPoolProfiles.map((pool) => listed.find(({ name }) => name === pool.name) ?? pool)
    : listed;
  if (!pools.some((pool) => pool.mode === "System"))
    throw aksFaults.SystemPoolRequired({}, { target: "agentPoolProfiles" });
  if (!existing) requireRoomForSystemPods(pools);
  return pools;
}
