import type { JsonObject } from "@byocni/base/core";

const linuxProfile: JsonObject = {
  adminUsername: "azureuser",
  ssh: { publicKeys: [{ keyData: "ssh-rsa AAAA_PLACEHOLDER" }] },
};

const poolFlags: JsonObject = {
  osType: "Linux",
  enableAutoScaling: false,
  type: "VirtualMachineScaleSets",
  upgradeSettings: {},
  enableNodePublicIP: false,
  scaleSetPriority: "Regular",
  scaleSetEvictionPolicy: "Delete",
  spotMaxPrice: -1,
  nodeTaints: [],
  enableEncryptionAtHost: false,
  enableUltraSSD: false,
  enableFIPS: false,
};

/** The az releases whose requests are known to the letter, with the api-version of their AKS calls. */
export const azVersions = {
  "2.45": { apiVersion: "2022-11-01", pool: { vmSize: "Standard_DS2_v2", osDiskSizeGB: 0 }, cluster: {} },
  "2.74": {
    apiVersion: "2025-03-01",
    pool: { vmSize: "" },
    cluster: { bootstrapProfile: { artifactSource: "Direct" } },
  },
} as const;

export type AzVersion = keyof typeof azVersions;

/** The body of `az aks create --network-plugin none` with a change to its network profile or first pool. */
export function azClusterBody(
  version: AzVersion,
  changes: { readonly network?: JsonObject; readonly pool?: JsonObject; readonly properties?: JsonObject } = {},
): JsonObject {
  const { pool, cluster } = azVersions[version];
  return {
    location: "eastus",
    identity: { type: "SystemAssigned" },
    properties: {
      kubernetesVersion: "",
      dnsPrefix: "myAKSClust-myResourceGroup-000000",
      agentPoolProfiles: [
        {
          count: 3,
          ...poolFlags,
          ...pool,
          mode: "System",
          orchestratorVersion: "",
          name: "nodepool1",
          ...changes.pool,
        },
      ],
      linuxProfile,
      addonProfiles: {},
      enableRBAC: true,
      networkProfile: {
        networkPlugin: "none",
        outboundType: "loadBalancer",
        loadBalancerSku: "standard",
        ...changes.network,
      },
      disableLocalAccounts: false,
      storageProfile: {},
      ...cluster,
      ...changes.properties,
    },
  };
}

/** The body of `az aks nodepool add -n np2 --node-count 1`. */
export function azPoolBody(version: AzVersion, changes: JsonObject = {}): JsonObject {
  return {
    properties: {
      count: 1,
      ...poolFlags,
      ...azVersions[version].pool,
      mode: "User",
      scaleDownMode: "Delete",
      ...(version === "2.45" ? {} : { upgradeSettings: { undrainableNodeBehavior: "Schedule" } }),
      ...changes,
    },
  };
}
