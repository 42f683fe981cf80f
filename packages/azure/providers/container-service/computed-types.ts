import { defaultVersion, minorOf } from "@byocni/rules/catalog";
import type { ComputedType } from "@byocni/azure/arm";
import { managedClusterVersions } from "./api-versions.ts";
import { clusterOf } from "./cluster-spec.ts";
import { nodeImageOf } from "./node-image.ts";
import type { AgentPoolProperties } from "./properties.ts";
import { offeredVersions, upgradesFrom } from "./upgrade-policy.ts";

/** `az aks get-upgrades`. */
export const upgradeProfiles: ComputedType = {
  kind: "computed",
  name: "managedClusters/upgradeProfiles",
  apiVersions: managedClusterVersions,
  get({ parent, names, scope }) {
    if (!parent || names.at(-1)?.toLowerCase() !== "default") return undefined;
    const { properties } = clusterOf(parent);
    const version = properties.currentKubernetesVersion;
    return {
      id: `${scope.text}/providers/Microsoft.ContainerService/managedClusters/${parent.name}/upgradeProfiles/default`,
      name: "default",
      type: "Microsoft.ContainerService/managedClusters/upgradeProfiles",
      properties: {
        controlPlaneProfile: { kubernetesVersion: version, osType: "Linux", upgrades: upgradesFrom(version) },
        agentPoolProfiles: properties.agentPoolProfiles.map((pool) => ({
          kubernetesVersion: pool.currentOrchestratorVersion,
          osType: pool.osType,
          name: pool.name,
          upgrades: upgradesFrom(pool.currentOrchestratorVersion),
        })),
      },
    };
  },
};

/** `az aks nodepool get-upgrades`. */
export const agentPoolUpgradeProfiles: ComputedType = {
  kind: "computed",
  name: "managedClusters/agentPools/upgradeProfiles",
  apiVersions: managedClusterVersions,
  get({ parent, names }) {
    if (!parent || names.at(-1)?.toLowerCase() !== "default") return undefined;
    const pool = { ...parent.properties, name: parent.name } as AgentPoolProperties;
    return {
      id: `${parent.id.text}/upgradeProfiles/default`,
      name: "default",
      type: "Microsoft.ContainerService/managedClusters/agentPools/upgradeProfiles",
      properties: {
        kubernetesVersion: pool.currentOrchestratorVersion,
        osType: pool.osType,
        upgrades: upgradesFrom(pool.currentOrchestratorVersion),
        latestNodeImageVersion: nodeImageOf(pool.currentOrchestratorVersion, pool.osSKU),
      },
    };
  },
};

/** Versions that a new pool of the cluster can have: not above its control plane, at most three minor versions below. */
export const availableAgentPoolVersions: ComputedType = {
  kind: "computed",
  name: "managedClusters/availableAgentPoolVersions",
  apiVersions: managedClusterVersions,
  list({ parent }) {
    if (!parent) return undefined;
    const version = clusterOf(parent).properties.currentKubernetesVersion;
    const minor = minorOf(version);
    const versions = offeredVersions()
      .filter((row) => minorOf(row.minor) < minor && minor - minorOf(row.minor) <= 3)
      .map(({ patch, support }) => ({
        default: false,
        kubernetesVersion: patch,
        isPreview: support === "preview",
      }));
    return {
      id: `${parent.id.text}/availableAgentPoolVersions`,
      name: "default",
      type: "Microsoft.ContainerService/managedClusters/availableAgentPoolVersions",
      properties: {
        agentPoolVersions: [{ default: true, kubernetesVersion: version, isPreview: false }, ...versions],
      },
    };
  },
};

/** `az aks get-versions` of newer clients. */
export const locationVersions: ComputedType = {
  kind: "computed",
  name: "locations/kubernetesVersions",
  scopes: ["subscription"],
  apiVersions: managedClusterVersions,
  list: () => ({
    values: offeredVersions().map(({ minor, patch, support }) => ({
      version: minor,
      ...(patch === defaultVersion ? { isDefault: true } : {}),
      isPreview: support === "preview" ? true : null,
      capabilities: {
        supportPlan:
          support === "longTermSupport" ? ["AKSLongTermSupport"] : ["KubernetesOfficial", "AKSLongTermSupport"],
      },
      patchVersions: { [patch]: { upgrades: upgradesFrom(patch).map(({ kubernetesVersion }) => kubernetesVersion) } },
    })),
  }),
};

/** `az aks get-versions` of older clients. */
export const orchestrators: ComputedType = {
  kind: "computed",
  name: "locations/orchestrators",
  scopes: ["subscription"],
  apiVersions: ["2019-04-01", "2019-06-01", "2019-08-01"],
  list: ({ scope }) => ({
    id: `${scope.text}/providers/Microsoft.ContainerService/locations/eastus/orchestrators`,
    name: "default",
    type: "Microsoft.ContainerService/locations/orchestrators",
    properties: {
      orchestrators: offeredVersions().map(({ patch, support }) => ({
        orchestratorType: "Kubernetes",
        orchestratorVersion: patch,
        ...(patch === defaultVersion ? { default: true } : {}),
        ...(support === "preview" ? { isPreview: true } : {}),
        upgrades: upgradesFrom(patch).map(({ kubernetesVersion }) => ({
          orchestratorType: "Kubernetes",
          orchestratorVersion: kubernetesVersion,
        })),
      })),
    },
  }),
};
