import { beforeEach, describe, expect, it } from "vitest";
import { testSubscription } from "@byocni/azure/arm/testing";
import { type AksCloud, createAksCloud } from "../testing/index.ts";

const version = "2024-05-01";
const id = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network/loadBalancers/lb1`;

describe("load balancers", () => {
  let cloud: AksCloud;
  const balancer = (): string => cloud.network("loadBalancers/lb1", version);
  const pool = (name: string): string => cloud.network(`loadBalancers/lb1/backendAddressPools/${name}`, version);
  const ruleTo = (poolName: string): object => ({
    name: "web",
    properties: {
      frontendIPConfiguration: { id: `${id}/frontendIPConfigurations/front` },
      backendAddressPool: { id: `${id}/backendAddressPools/${poolName}` },
      protocol: "Tcp",
      frontendPort: 80,
      backendPort: 8080,
    },
  });
  const body = (rules: readonly object[]): object => ({
    location: "eastus",
    sku: { name: "Standard" },
    properties: {
      frontendIPConfigurations: [{ name: "front", properties: { publicIPAddress: { id: pip } } }],
      backendAddressPools: [{ name: "nodes" }],
      loadBalancingRules: rules,
    },
  });
  const pip = id.replace("loadBalancers/lb1", "publicIPAddresses/pip1");
  beforeEach(async () => {
    cloud = await createAksCloud();
    await cloud.make(cloud.network("publicIPAddresses/pip1", version), {
      location: "eastus",
      sku: { name: "Standard" },
      properties: { publicIPAllocationMethod: "Static" },
    });
  });

  it("shows a pool by itself and in the load balancer, as azurerm_lb_backend_address_pool asks", async () => {
    await cloud.make(balancer(), body([]));
    await cloud.make(pool("more"), { properties: {} });
    expect((await cloud.send("GET", pool("more"))).body).toMatchObject({
      id: `${id}/backendAddressPools/more`,
      name: "more",
      properties: { provisioningState: "Succeeded" },
    });
    const { properties } = (await cloud.send("GET", balancer())).body as { properties: object };
    expect(properties).toMatchObject({ backendAddressPools: [{ name: "nodes" }, { name: "more" }] });
    await cloud.finish(await cloud.send("DELETE", pool("more")));
    expect((await cloud.send("GET", pool("more"))).status).toBe(404);
  });

  it("refuses a rule to a pool that is not there, and keeps a pool that a rule uses", async () => {
    expect(await cloud.send("PUT", balancer(), body([ruleTo("other")]))).toMatchObject({
      status: 400,
      body: {
        error: { code: "InvalidResourceReference", message: expect.stringContaining("backendAddressPools/other") },
      },
    });
    await cloud.make(balancer(), body([ruleTo("nodes")]));
    expect(await cloud.send("DELETE", pool("nodes"))).toMatchObject({
      status: 400,
      body: { error: { code: "InvalidResourceReference", message: expect.stringContaining("loadBalancingRules/web") } },
    });
    expect((await cloud.send("GET", pool("nodes"))).status).toBe(200);
  });
});
