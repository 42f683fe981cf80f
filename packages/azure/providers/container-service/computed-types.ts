import { type VersionInfo, defaultVersion, kubernetesVersions } from "@byocni/rules/catalog";
import type { ComputedType } from "@byocni/azure/arm";
import { managedClusterVersions } from "./api-versions.ts";
import { clusterOf } from "./cluster-spec.ts";

const offered = (): readonly VersionInfo[] => kubernetesVersions.filter(({ support }) => support !== "retired");

function upgradesFrom(
  version: string,
): readonly { readonly kubernetesVersion: string; readonly isPreview?: boolean }[] {
  const minor = Number(version.split(".")[1]);
  return offered()
    .filter((row) => {
      const other = Number(row.minor.split(".")[1]);
      return (other === minor && row.patch !== version) || other === minor + 1;
    })
    .map(({ patch, support }) => ({ kubernetesVersion: patch, ...(support === "preview" ? { isPreview: true } : {}) }));
}

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

/** `az aks get-versions` of newer clients. */
export const locationVersions: ComputedType = {
  kind: "computed",
  name: "locations/kubernetesVersions",
  scopes: ["subscription"],
  apiVersions: managedClusterVersions,
  list: () => ({
    values: offered().map(({ minor, patch, support }) => ({
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
      orchestrators: offered().map(({ patch, support }) => ({
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
