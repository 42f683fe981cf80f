import { expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createAksCloud } from "../testing/index.ts";

const base = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg/providers";
const network = `${base}/Microsoft.Network`;
const location = "eastus";

it("a private endpoint has an interface, and the zones of its group know its name", async () => {
  const cloud = await createAksCloud();
  const read = async (path: string): Promise<JsonObject> => (await cloud.send("GET", path)).body;
  await cloud.make(cloud.network("virtualNetworks/v"), {
    location,
    properties: {
      addressSpace: { addressPrefixes: ["10.1.0.0/16"] },
      subnets: [{ name: "s", properties: { addressPrefix: "10.1.0.0/24" } }],
    },
  });
  const service = `${base}/Microsoft.ContainerService/managedClusters/c`;
  const fqdn = "c-1a2b.privatelink.eastus.azmk8s.io";
  await cloud.azure.repository.put(service, { location, properties: { privateFQDN: fqdn } });
  const endpoint = cloud.network("privateEndpoints/e");
  const properties = {
    subnet: { id: `${network}/virtualNetworks/v/subnets/s` },
    privateLinkServiceConnections: [
      { name: "c", properties: { privateLinkServiceId: service, groupIds: ["management"] } },
    ],
  };
  await cloud.make(endpoint, { location, properties });
  const shown = (await read(endpoint))["properties"] as JsonObject;
  expect(shown).toMatchObject({
    privateLinkServiceConnections: [
      {
        id: `${network}/privateEndpoints/e/privateLinkServiceConnections/c`,
        properties: { groupIds: ["management"], privateLinkServiceConnectionState: { status: "Approved" } },
      },
    ],
    networkInterfaces: [{ id: expect.stringMatching(/\/networkInterfaces\/e\.nic\.[0-9a-f-]{36}$/) }],
    customDnsConfigs: [{ fqdn, ipAddresses: ["10.1.0.4"] }],
  });
  const [{ id: nic = "" } = {}] = shown["networkInterfaces"] as unknown as readonly { readonly id?: string }[];
  const nicPath = `${nic}?api-version=2024-05-01`;
  expect(await read(nicPath)).toMatchObject({
    properties: {
      privateEndpoint: { id: `${network}/privateEndpoints/e` },
      ipConfigurations: [{ properties: { privateIPAddress: "10.1.0.4" } }],
    },
  });
  expect((await cloud.send("DELETE", nicPath)).body).toMatchObject({ error: { code: "NicInUseWithPrivateEndpoint" } });
  const subnet = cloud.network("virtualNetworks/v/subnets/s");
  expect(await read(subnet)).toMatchObject({
    properties: { privateEndpoints: [{ id: `${network}/privateEndpoints/e` }] },
  });
  expect((await cloud.send("DELETE", subnet)).body).toMatchObject({ error: { code: "InUseSubnetCannotBeDeleted" } });

  // The same once more changes nothing.
  await cloud.make(endpoint, { location, properties: shown });
  expect(((await read(endpoint))["properties"] as JsonObject)["networkInterfaces"]).toEqual([{ id: nic }]);

  const zone = (path: string): string => cloud.network(`privateDnsZones/${path}`, "2020-06-01");
  const zoneName = "privatelink.eastus.azmk8s.io";
  await cloud.make(zone(zoneName), { location: "global" });
  const group = cloud.network("privateEndpoints/e/privateDnsZoneGroups/default");
  await cloud.make(group, {
    properties: {
      privateDnsZoneConfigs: [
        { name: "aks", properties: { privateDnsZoneId: `${network}/privateDnsZones/${zoneName}` } },
      ],
    },
  });
  expect(await read(group)).toMatchObject({
    properties: { privateDnsZoneConfigs: [{ properties: { recordSets: [{ fqdn, ipAddresses: ["10.1.0.4"] }] } }] },
  });
  expect(await read(zone(`${zoneName}/A/c-1a2b`))).toMatchObject({
    properties: { aRecords: [{ ipv4Address: "10.1.0.4" }] },
  });
  await cloud.finish(await cloud.send("DELETE", endpoint));
  expect((await cloud.send("GET", nicPath)).status).toBe(404);
  expect((await cloud.send("GET", zone(`${zoneName}/A/c-1a2b`))).status).toBe(404);
  expect((await cloud.send("DELETE", subnet)).status).toBe(202);
});

it.each([
  ["no subnet", { subnet: undefined }, "InvalidRequestFormat"],
  [
    "a subnet that is not there",
    { subnet: { id: `${network}/virtualNetworks/v/subnets/no` } },
    "InvalidResourceReference",
  ],
  ["no connection", { privateLinkServiceConnections: [] }, "InvalidRequestFormat"],
  ["a service without id", { privateLinkServiceConnections: [{ name: "c", properties: {} }] }, "InvalidRequestFormat"],
  [
    "an id that is none",
    { privateLinkServiceConnections: [{ name: "c", properties: { privateLinkServiceId: "c" } }] },
    "LinkedInvalidPropertyId",
  ],
  [
    "a service that is not there",
    {
      privateLinkServiceConnections: [
        { name: "c", properties: { privateLinkServiceId: `${network}/loadBalancers/no` } },
      ],
    },
    "InvalidResourceReference",
  ],
])("a private endpoint with %s is refused", async (_, changes, code) => {
  const cloud = await createAksCloud();
  await cloud.make(cloud.network("virtualNetworks/v"), {
    location,
    properties: {
      addressSpace: { addressPrefixes: ["10.1.0.0/16"] },
      subnets: [{ name: "s", properties: { addressPrefix: "10.1.0.0/24" } }],
    },
  });
  const properties = {
    subnet: { id: `${network}/virtualNetworks/v/subnets/s` },
    privateLinkServiceConnections: [
      { name: "c", properties: { privateLinkServiceId: `${network}/virtualNetworks/v` } },
    ],
    ...changes,
  };
  const answer = await cloud.send("PUT", cloud.network("privateEndpoints/e"), { location, properties });
  expect([answer.status, (answer.body["error"] as { code?: string } | undefined)?.code]).toEqual([400, code]);
});

it("questions about networks and regions are answered", async () => {
  const cloud = await createAksCloud();
  const read = async (path: string): Promise<JsonObject> => (await cloud.send("GET", path)).body;
  await cloud.make(cloud.network("virtualNetworks/v"), {
    location,
    properties: {
      addressSpace: { addressPrefixes: ["10.1.0.0/16"] },
      subnets: [{ name: "s", properties: { addressPrefix: "10.1.0.0/24" } }],
    },
  });
  await cloud.make(cloud.network("networkInterfaces/i"), {
    location,
    properties: {
      ipConfigurations: [{ name: "ip", properties: { subnet: { id: `${network}/virtualNetworks/v/subnets/s` } } }],
    },
  });
  expect(await read(cloud.network("virtualNetworks/v/usages"))).toMatchObject({
    value: [{ currentValue: 1, limit: 251, unit: "Count" }],
  });
  const available = (address: string) =>
    read(`${cloud.network("virtualNetworks/v/CheckIPAddressAvailability")}&ipAddress=${address}`);
  expect(await available("10.1.0.9")).toEqual({ available: true });
  expect(await available("10.1.0.4")).toEqual({
    available: false,
    availableIPAddresses: ["10.1.0.5", "10.1.0.6", "10.1.0.7", "10.1.0.8", "10.1.0.9"],
    isPlatformReserved: false,
  });
  expect(await available("10.1.0.1")).toMatchObject({ available: false, isPlatformReserved: true });
  expect(await available("10.2.0.1")).toMatchObject({ available: false });
  const region = (name: string) => read(`/subscriptions/{sub}/providers/Microsoft.Network/locations/eastus/${name}`);
  expect(await region("CheckDnsNameAvailability?domainNameLabel=x&api-version=2024-05-01")).toEqual({
    available: true,
  });
  for (const list of ["usages", "availableDelegations", "virtualNetworkAvailableEndpointServices"]) {
    const { value } = (await region(`${list}?api-version=2024-05-01`)) as { value: readonly JsonObject[] };
    expect(value.length).toBeGreaterThan(5);
  }
  const { value } = (await region("usages?api-version=2024-05-01")) as { value: readonly JsonObject[] };
  expect(value.find(({ name }) => (name as JsonObject)["value"] === "VirtualNetworks")).toMatchObject({
    currentValue: 1,
  });
});
