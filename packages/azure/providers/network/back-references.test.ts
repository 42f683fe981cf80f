import { expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createAksCloud } from "../testing/index.ts";

const base = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg/providers/Microsoft.Network";
const location = "eastus";

it("shows what uses a resource, wherever it is read, until it is gone", async () => {
  const cloud = await createAksCloud();
  const properties = async (path: string): Promise<JsonObject> =>
    (await cloud.send("GET", cloud.network(path))).body["properties"] as JsonObject;
  for (const type of ["networkSecurityGroups", "routeTables"])
    await cloud.make(cloud.network(`${type}/x`), { location });
  for (const name of ["p1", "p2"])
    await cloud.make(cloud.network(`publicIPAddresses/${name}`), {
      location,
      sku: { name: "Standard" },
      properties: { publicIPAllocationMethod: "Static" },
    });
  await cloud.make(cloud.network("natGateways/n"), {
    location,
    sku: { name: "Standard" },
    properties: { publicIpAddresses: [{ id: `${base}/publicIPAddresses/p1` }] },
  });
  expect(await properties("networkSecurityGroups/x")).not.toHaveProperty("subnets");
  await cloud.make(cloud.network("virtualNetworks/v"), {
    location,
    properties: {
      addressSpace: { addressPrefixes: ["10.1.0.0/16"] },
      subnets: [
        {
          name: "s",
          properties: {
            addressPrefix: "10.1.0.0/24",
            networkSecurityGroup: { id: `${base}/networkSecurityGroups/x` },
            routeTable: { id: `${base}/routeTables/x` },
            natGateway: { id: `${base}/natGateways/n` },
          },
        },
      ],
    },
  });
  const subnet = `${base}/virtualNetworks/v/subnets/s`;
  const ip = { id: `${base}/networkInterfaces/i/ipConfigurations/one` };
  await cloud.make(cloud.network("networkInterfaces/i"), {
    location,
    properties: {
      networkSecurityGroup: { id: `${base}/networkSecurityGroups/x` },
      ipConfigurations: [
        {
          name: "one",
          properties: { subnet: { id: subnet }, publicIPAddress: { id: `${base}/publicIPAddresses/p2` } },
        },
      ],
    },
  });
  expect(await properties("networkSecurityGroups/x")).toMatchObject({
    subnets: [{ id: subnet }],
    networkInterfaces: [{ id: `${base}/networkInterfaces/i` }],
  });
  expect(await properties("routeTables/x")).toMatchObject({ subnets: [{ id: subnet }] });
  expect(await properties("natGateways/n")).toMatchObject({ subnets: [{ id: subnet }] });
  expect(await properties("publicIPAddresses/p1")).toMatchObject({ natGateway: { id: `${base}/natGateways/n` } });
  expect(await properties("publicIPAddresses/p2")).toMatchObject({ ipConfiguration: ip });
  expect(await properties("virtualNetworks/v/subnets/s")).toMatchObject({ ipConfigurations: [ip] });
  expect(await properties("virtualNetworks/v")).toMatchObject({
    subnets: [{ properties: { ipConfigurations: [ip] } }],
  });
  const { body } = await cloud.send("GET", cloud.network("virtualNetworks"));
  expect(body).toMatchObject({ value: [{ properties: { subnets: [{ properties: { ipConfigurations: [ip] } }] } }] });
  // What was shown can be sent back: it is read-only and not kept.
  await cloud.make(cloud.network("virtualNetworks/v"), { location, properties: await properties("virtualNetworks/v") });
  await cloud.finish(await cloud.send("DELETE", cloud.network("networkInterfaces/i")));
  expect(await properties("virtualNetworks/v/subnets/s")).not.toHaveProperty("ipConfigurations");
  expect(await properties("publicIPAddresses/p2")).not.toHaveProperty("ipConfiguration");
});
