import { beforeAll, describe, expect, it } from "vitest";
import { type Json, type JsonObject, isJsonObject } from "@byocni/base/core";
import { testSubscription } from "@byocni/azure/arm/testing";
import { type AksCloud, azClusterBody, azPoolBody, createAksCloud } from "./testing/index.ts";

const network = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network`;
const wrong: readonly Json[] = [null, 7, "x", true, [], [7], [{}], {}, { id: 7 }];

/** Every body that differs from a good one in one place. */
function* mutations(value: Json, set: (changed: Json) => Json): Generator<Json> {
  for (const replacement of wrong) yield set(replacement);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* mutations(item as Json, (changed) => set(value.with(index, changed)));
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) yield* mutations(item, (changed) => set({ ...value, [key]: changed }));
  }
}

const rule = {
  priority: 100,
  direction: "Inbound",
  access: "Allow",
  protocol: "Tcp",
  sourceAddressPrefix: "*",
  sourcePortRange: "*",
  destinationAddressPrefixes: ["10.0.0.0/8"],
  destinationPortRanges: ["443"],
};
const subnet = {
  addressPrefix: "10.1.0.0/24",
  delegations: [{ name: "d", properties: { serviceName: "Microsoft.Web/serverFarms" } }],
  serviceEndpoints: [{ service: "Microsoft.Storage", locations: ["*"] }],
  networkSecurityGroup: { id: `${network}/networkSecurityGroups/known` },
};
const ipConfigurations = [{ name: "ip", properties: { subnet: { id: `${network}/virtualNetworks/known/subnets/s` } } }];

const bodies: readonly (readonly [string, JsonObject])[] = [
  [
    "Microsoft.ContainerService/managedClusters/c",
    azClusterBody("2.74", {
      network: {
        podCidr: "192.168.0.0/16",
        kubeProxyConfig: { enabled: true },
        loadBalancerProfile: { managedOutboundIPs: { count: 1 }, outboundIPs: null },
      },
      pool: { nodeLabels: { a: "b" }, availabilityZones: ["1"], upgradeSettings: { maxSurge: "10%" } },
      properties: { aadProfile: { managed: true }, windowsProfile: { adminUsername: "a" }, identityProfile: {} },
    }),
  ],
  ["Microsoft.ContainerService/managedClusters/known/agentPools/np", azPoolBody("2.74")],
  [
    "Microsoft.ContainerService/managedClusters/known/maintenanceConfigurations/default",
    { properties: { timeInWeek: [{ day: "Monday", hourSlots: [1] }] } },
  ],
  [
    "Microsoft.ContainerService/managedClusters/known/maintenanceConfigurations/aksManagedAutoUpgradeSchedule",
    {
      properties: {
        maintenanceWindow: { schedule: { daily: { intervalDays: 1 } }, durationHours: 4, startTime: "01:00" },
      },
    },
  ],
  [
    "Microsoft.ManagedIdentity/userAssignedIdentities/id1",
    { location: "eastus", tags: {}, properties: { isolationScope: "None" } },
  ],
  [
    "Microsoft.Network/virtualNetworks/v",
    {
      location: "eastus",
      properties: {
        addressSpace: { addressPrefixes: ["10.1.0.0/16"] },
        subnets: [{ name: "s", properties: subnet }],
        virtualNetworkPeerings: [],
      },
    },
  ],
  ["Microsoft.Network/virtualNetworks/known/subnets/t", { properties: { ...subnet, addressPrefix: "10.1.9.0/24" } }],
  [
    "Microsoft.Network/virtualNetworks/known/virtualNetworkPeerings/p",
    { properties: { remoteVirtualNetwork: { id: `${network}/virtualNetworks/other` }, allowForwardedTraffic: true } },
  ],
  [
    "Microsoft.Network/networkSecurityGroups/g",
    { location: "eastus", properties: { securityRules: [{ name: "r", properties: rule }] } },
  ],
  ["Microsoft.Network/networkSecurityGroups/known/securityRules/r", { properties: rule }],
  [
    "Microsoft.Network/routeTables/t",
    {
      location: "eastus",
      properties: {
        routes: [
          {
            name: "r",
            properties: { addressPrefix: "0.0.0.0/0", nextHopType: "VirtualAppliance", nextHopIpAddress: "10.0.0.4" },
          },
        ],
      },
    },
  ],
  [
    "Microsoft.Network/natGateways/n",
    {
      location: "eastus",
      sku: { name: "Standard" },
      zones: ["1"],
      properties: { publicIpAddresses: [{ id: `${network}/publicIPAddresses/known` }] },
    },
  ],
  [
    "Microsoft.Network/publicIPAddresses/p",
    {
      location: "eastus",
      sku: { name: "Standard" },
      zones: ["1"],
      properties: { publicIPAllocationMethod: "Static", dnsSettings: { domainNameLabel: "x" } },
    },
  ],
  [
    "Microsoft.Network/networkInterfaces/n",
    { location: "eastus", properties: { ipConfigurations, dnsSettings: { dnsServers: [] } } },
  ],
  [
    "Microsoft.Network/loadBalancers/l",
    {
      location: "eastus",
      sku: { name: "Standard" },
      properties: { frontendIPConfigurations: ipConfigurations, probes: [{ name: "p", properties: { port: 80 } }] },
    },
  ],
];

describe("a value of the wrong type in any place of a body is answered, never a crash", () => {
  let cloud: AksCloud;
  beforeAll(async () => {
    cloud = await createAksCloud();
    await cloud.make(cloud.network("networkSecurityGroups/known"), { location: "eastus" });
    await cloud.make(cloud.network("publicIPAddresses/known"), {
      location: "eastus",
      properties: { publicIPAllocationMethod: "Static" },
    });
    for (const [name, prefix] of [
      ["known", "10.1.0.0/16"],
      ["other", "10.9.0.0/16"],
    ] as const)
      await cloud.make(cloud.network(`virtualNetworks/${name}`), {
        location: "eastus",
        properties: {
          addressSpace: { addressPrefixes: [prefix] },
          subnets: [{ name: "s", properties: { addressPrefix: prefix.replace("/16", "/24") } }],
        },
      });
    await cloud.make(cloud.cluster("known"), azClusterBody("2.74"));
  });

  it.each(bodies)("PUT %s", async (path, body) => {
    const version = path.startsWith("Microsoft.ManagedIdentity")
      ? "2023-01-31"
      : path.startsWith("Microsoft.Network")
        ? "2024-05-01"
        : "2025-10-01";
    const crashed: string[] = [];
    let taken = 0;
    for (const changed of mutations(body, (whole) => whole)) {
      const answer = await cloud.send("PUT", cloud.resource(path, version), changed);
      if (answer.status >= 500 && answer.status !== 501)
        crashed.push(`${answer.status} ${JSON.stringify(changed).slice(0, 300)}`);
      if (answer.status < 300) {
        taken++;
        await cloud.azure.idle();
        const shown = await cloud.send("GET", cloud.resource(path, version));
        const { provisioningState } = (shown.body["properties"] ?? {}) as { provisioningState?: string };
        if (shown.status !== 200 || provisioningState === "Failed")
          crashed.push(`GET ${shown.status} ${provisioningState} ${JSON.stringify(changed).slice(0, 300)}`);
      }
    }
    expect(crashed).toEqual([]);
    expect(taken).toBeGreaterThan(0);
  });
});
