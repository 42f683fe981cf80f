import { expect, it } from "vitest";
import { testSubscription } from "@byocni/azure/arm/testing";
import { createAksCloud } from "../testing/index.ts";

/** What azurerm sends for a network, a cluster and a pool, and reads back. */
it("takes what Terraform sends, and shows it so that a second plan is empty", async () => {
  const cloud = await createAksCloud();
  await cloud.make(cloud.network("virtualNetworks/vnet", "2025-01-01"), {
    location: "eastus",
    name: "vnet",
    properties: {
      addressSpace: { addressPrefixes: ["10.240.0.0/12"] },
      dhcpOptions: { dnsServers: [] },
      privateEndpointVNetPolicies: "Disabled",
      subnets: [],
    },
    tags: {},
  });
  await cloud.make(cloud.network("virtualNetworks/vnet/subnets/nodes", "2025-01-01"), {
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
  });
  const subnet = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/vnet/subnets/nodes`;
  const pool = {
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
    vnetSubnetID: subnet,
  };
  await cloud.make(cloud.cluster("tfaks"), {
    identity: { type: "SystemAssigned", userAssignedIdentities: null },
    location: "eastus",
    properties: {
      addonProfiles: { azurepolicy: { config: { version: "v2" }, enabled: false } },
      agentPoolProfiles: [{ ...pool, mode: "System", name: "default", nodeLabels: {} }],
      apiServerAccessProfile: { disableRunCommand: false, enablePrivateCluster: false },
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
  });
  await cloud.make(cloud.cluster("tfaks/agentPools/np2"), { name: "np2", properties: { ...pool, mode: "User" } });
  const { body } = await cloud.send("GET", cloud.cluster("tfaks"));
  expect(body).toMatchObject({
    tags: {},
    identity: { type: "SystemAssigned" },
    properties: {
      kubernetesVersion: "1.35",
      nodeResourceGroup: "MC_rg_tfaks_eastus",
      networkProfile: {
        networkPlugin: "none",
        networkDataplane: "azure",
        serviceCidr: "10.0.0.0/16",
        dnsServiceIP: "10.0.0.10",
      },
      oidcIssuerProfile: { enabled: true },
      agentPoolProfiles: [
        { name: "default", mode: "System", vnetSubnetID: subnet, kubeletDiskType: "OS", osDiskSizeGB: 128 },
        { name: "np2", mode: "User" },
      ],
    },
  });
  expect(
    (await cloud.send("GET", cloud.network("virtualNetworks/vnet/subnets/nodes", "2025-01-01"))).body,
  ).toMatchObject({
    properties: { addressPrefixes: ["10.240.0.0/16"], defaultOutboundAccess: true },
  });
  // Destroy, in Terraform's order.
  for (const path of [
    cloud.cluster("tfaks/agentPools/np2"),
    cloud.cluster("tfaks"),
    cloud.network("virtualNetworks/vnet/subnets/nodes"),
    cloud.network("virtualNetworks/vnet"),
  ]) {
    const gone = await cloud.send("DELETE", path);
    expect(gone.status).toBe(202);
    expect((await cloud.finish(gone)).body).toMatchObject({ status: "Succeeded" });
    expect((await cloud.send("GET", path)).status).toBe(404);
  }
});
