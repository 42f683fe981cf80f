import { expect, it } from "vitest";
import { testSubscription } from "@byocni/azure/arm/testing";
import { azClusterBody, createAksCloud } from "./testing/index.ts";

const subscription = `/subscriptions/${testSubscription}`;
const groupPath = (name: string): string => `${subscription}/resourcegroups/${name}?api-version=2021-04-01`;

async function cloudWithCluster() {
  const cloud = await createAksCloud();
  await cloud.make(cloud.network("networkSecurityGroups/g"), { location: "eastus" });
  await cloud.make(cloud.network("virtualNetworks/v"), {
    location: "eastus",
    properties: {
      addressSpace: { addressPrefixes: ["10.240.0.0/16"] },
      subnets: [
        {
          name: "s",
          properties: {
            addressPrefix: "10.240.0.0/24",
            networkSecurityGroup: {
              id: `${subscription}/resourceGroups/rg/providers/Microsoft.Network/networkSecurityGroups/g`,
            },
          },
        },
      ],
    },
  });
  const vnetSubnetID = `${subscription}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/s`;
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { pool: { vnetSubnetID } }));
  return cloud;
}

it("deletes a group with a cluster, its network and its node resource group", async () => {
  const cloud = await cloudWithCluster();
  const gone = await cloud.send("DELETE", groupPath("rg"));
  expect(gone.status).toBe(202);
  await cloud.azure.idle();
  for (const name of ["rg", "MC_rg_c_eastus"]) expect((await cloud.send("GET", groupPath(name))).status).toBe(404);
  expect(cloud.host.clusters.size).toBe(0);
  expect(await cloud.azure.repository.list({ within: "/" })).toEqual([]);
});

it("does not delete the node resource group under a living cluster", async () => {
  const cloud = await cloudWithCluster();
  await cloud.send("DELETE", groupPath("MC_rg_c_eastus"));
  await cloud.azure.idle();
  expect((await cloud.send("GET", groupPath("MC_rg_c_eastus"))).status).toBe(200);
  expect((await cloud.send("GET", cloud.cluster("c"))).status).toBe(200);
  await cloud.finish(await cloud.send("DELETE", cloud.cluster("c")));
  expect((await cloud.send("GET", groupPath("MC_rg_c_eastus"))).status).toBe(404);
});
