import { readFileSync } from "node:fs";
import type { JsonObject } from "@byocni/base/core";

/** A request that Terraform's azurerm provider was seen to send. */
export interface RecordedRequest {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** Below the subscription. */
  readonly path: string;
  readonly version: string;
  readonly body?: JsonObject;
  readonly status: number;
  /** The operation of the answer is asked until it ends, and is awaited before the next request. */
  readonly operation?: "azure-asyncoperation" | "location";
}

const group = "/resourceGroups/tfrg";
const vnet = `${group}/providers/Microsoft.Network/virtualNetworks/vnet`;
const subnet = `${vnet}/subnets/nodes`;
const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/tfaks`;
const pool = `${cluster}/agentPools/np2`;
const versions = { group: "2023-07-01", network: "2025-01-01", containers: "2025-10-01" } as const;
const subnetId = `/subscriptions/00000000-0000-0000-0000-000000000001${subnet}`;

const get = (path: string, version: keyof typeof versions, status = 200): RecordedRequest => ({
  method: "GET",
  path,
  version: versions[version],
  status,
});
const put = (path: string, version: keyof typeof versions, body: JsonObject): RecordedRequest => ({
  method: "PUT",
  path,
  version: versions[version],
  body,
  status: 201,
  ...(version === "group" ? {} : { operation: "azure-asyncoperation" as const }),
});
const remove = (path: string, version: keyof typeof versions): RecordedRequest => ({
  method: "DELETE",
  path,
  version: versions[version],
  status: 202,
  operation: version === "group" ? "location" : "azure-asyncoperation",
});

const nodes = {
  count: 1,
  enableAutoScaling: false,
  enableEncryptionAtHost: false,
  enableFIPS: false,
  enableNodePublicIP: false,
  enableUltraSSD: false,
  kubeletDiskType: "",
  osDiskType: "Managed",
  osType: "Linux",
  scaleDownMode: "Delete",
  tags: {},
  type: "VirtualMachineScaleSets",
  vmSize: "Standard_D2s_v3",
  vnetSubnetID: subnetId,
};

const maintenance = ["default", "aksManagedAutoUpgradeSchedule", "aksManagedNodeOSUpgradeSchedule"].map((name) =>
  get(`${cluster}/maintenanceConfigurations/${name}`, "containers", 404),
);
const credentials: RecordedRequest = {
  method: "POST",
  path: `${cluster}/listClusterUserCredential`,
  version: versions.containers,
  status: 200,
};

const apply: readonly RecordedRequest[] = [
  get(group, "group", 404),
  put(group, "group", { location: "eastus", tags: {} }),
  get(group, "group"),
  get(vnet, "network", 404),
  put(vnet, "network", {
    location: "eastus",
    name: "vnet",
    properties: {
      addressSpace: { addressPrefixes: ["10.0.0.0/8"] },
      dhcpOptions: { dnsServers: [] },
      privateEndpointVNetPolicies: "Disabled",
      subnets: [],
    },
    tags: {},
  }),
  get(vnet, "network"),
  get(subnet, "network", 404),
  put(subnet, "network", {
    name: "nodes",
    properties: {
      addressPrefixes: ["10.240.0.0/16"],
      defaultOutboundAccess: true,
      delegations: [],
      privateEndpointNetworkPolicies: "Disabled",
      privateLinkServiceNetworkPolicies: "Enabled",
      serviceEndpointPolicies: [],
      serviceEndpoints: [],
      sharingScope: "",
    },
  }),
  get(subnet, "network"),
  get(vnet, "network"),
  get(subnet, "network"),
  get(cluster, "containers", 404),
  put(cluster, "containers", {
    identity: { type: "SystemAssigned", userAssignedIdentities: null },
    location: "eastus",
    properties: {
      addonProfiles: { azurepolicy: { config: { version: "v2" }, enabled: false } },
      agentPoolProfiles: [{ ...nodes, mode: "System", name: "default", nodeLabels: {} }],
      apiServerAccessProfile: {
        disableRunCommand: false,
        enablePrivateCluster: false,
        enablePrivateClusterPublicFQDN: false,
      },
      autoUpgradeProfile: { nodeOSUpgradeChannel: "NodeImage", upgradeChannel: "none" },
      azureMonitorProfile: { metrics: { enabled: false } },
      disableLocalAccounts: false,
      dnsPrefix: "tfaks",
      enableRBAC: true,
      kubernetesVersion: "",
      metricsProfile: { costAnalysis: { enabled: false } },
      networkProfile: {
        advancedNetworking: { enabled: false, observability: { enabled: false }, security: { enabled: false } },
        loadBalancerSku: "standard",
        networkDataplane: "azure",
        networkMode: "",
        networkPlugin: "none",
        networkPolicy: "",
        outboundType: "loadBalancer",
        podCidrs: [],
        serviceCidrs: [],
      },
      nodeProvisioningProfile: { defaultNodePools: "Auto", mode: "Manual" },
      nodeResourceGroup: "",
      oidcIssuerProfile: { enabled: true },
      securityProfile: {},
      servicePrincipalProfile: { clientId: "msi" },
      supportPlan: "KubernetesOfficial",
    },
    sku: { name: "Base", tier: "Free" },
    tags: {},
  }),
  get(cluster, "containers"),
  credentials,
  ...maintenance,
  get(cluster, "containers"),
  get(pool, "containers", 404),
  put(pool, "containers", { name: "np2", properties: { ...nodes, mode: "User", scaleSetPriority: "Regular" } }),
  get(subnet, "network"),
  get(vnet, "network"),
  get(pool, "containers"),
];

const plan: readonly RecordedRequest[] = [
  get(group, "group"),
  get(vnet, "network"),
  get(subnet, "network"),
  get(cluster, "containers"),
  credentials,
  ...maintenance,
  get(pool, "containers"),
];

/** The provider asks for a resource until it is gone. */
const destroy: readonly RecordedRequest[] = [
  remove(pool, "containers"),
  get(pool, "containers", 404),
  remove(cluster, "containers"),
  get(cluster, "containers", 404),
  remove(subnet, "network"),
  get(subnet, "network", 404),
  remove(vnet, "network"),
  get(vnet, "network", 404),
  { ...get(`${group}/resources?%24expand=provisioningState&%24top=10`, "group") },
  remove(group, "group"),
  get(group, "group", 404),
];

interface TerraformRun {
  readonly title: string;
  /** Runs of the program, one after the other, on a cloud of their own. */
  readonly steps: Readonly<Record<string, readonly RecordedRequest[]>>;
}

/** The principal of the managed identity that the second run makes; its requests hold `{principal}`. */
const principalPath = "Microsoft.ManagedIdentity/userAssignedIdentities/";

const day = new URL("testdata/terraform-day.json", import.meta.url);

/** What is sent again, in order, where Terraform itself is not at hand. */
export const terraformRuns: readonly TerraformRun[] = [
  { title: "a network, a cluster and a pool", steps: { apply, plan, destroy } },
  {
    title: "a day: identity, role, security groups, routes, NAT, cluster with upgrades and limits, changes",
    steps: JSON.parse(readFileSync(day, "utf8")) as TerraformRun["steps"],
  },
];

/** Puts into recorded requests what only answers tell. */
export function terraformReplay(): {
  /** The request as it is to be sent. */
  fill(request: RecordedRequest): RecordedRequest;
  /** To be called with each answer. */
  saw(request: RecordedRequest, answer: unknown): void;
} {
  let principal = "";
  return {
    fill({ body, ...request }) {
      if (body === undefined) return request;
      const text = JSON.stringify(body).replaceAll("{principal}", principal);
      return { ...request, body: JSON.parse(text) as JsonObject };
    },
    saw({ path, status }, answer) {
      if (!path.includes(principalPath) || status >= 300) return;
      const { properties } = (answer ?? {}) as { readonly properties?: { readonly principalId?: string } };
      principal = properties?.principalId ?? principal;
    },
  };
}
