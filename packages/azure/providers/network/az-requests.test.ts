import { beforeEach, describe, expect, it } from "vitest";
import { testSubscription } from "@byocni/azure/arm/testing";
import { type AksCloud, createAksCloud } from "../testing/index.ts";

const base = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network`;

describe.each([
  ["2.45", "2022-01-01", "2022-01-01", "2021-08-01", "2022-05-01", "2022-07-01"],
  ["2.74", "2024-05-01", "2024-01-01", "2021-08-01", "2022-11-01", "2022-01-01"],
])("as az %s asks", (_version, vnetVersion, subnetVersion, routeVersion, addressVersion, gatewayVersion) => {
  let cloud: AksCloud;
  const vnet = (): string => cloud.network("virtualNetworks/vnetA", vnetVersion);
  const subnet = (name: string): string => cloud.network(`virtualNetworks/vnetA/subnets/${name}`, subnetVersion);
  beforeEach(async () => {
    cloud = await createAksCloud();
    await cloud.make(vnet(), {
      location: "eastus",
      properties: {
        addressSpace: { addressPrefixes: ["10.0.0.0/8"] },
        enableDdosProtection: false,
        enableVmProtection: false,
        subnets: [{ name: "sn1", properties: { addressPrefix: "10.240.0.0/16" } }],
      },
    });
  });

  it("makes a virtual network by an operation that shows its status alone", async () => {
    const put = await cloud.send("PUT", cloud.network("virtualNetworks/v2", vnetVersion), {
      location: "eastus",
      properties: { addressSpace: { addressPrefixes: ["10.0.0.0/16"] } },
    });
    expect(put).toMatchObject({ status: 201, body: { properties: { provisioningState: "Creating" } } });
    expect(put.headers["azure-asyncoperation"]).toMatch(
      /\/providers\/Microsoft\.Network\/locations\/eastus\/operations\/[0-9a-f-]{36}\?api-version=2022-07-01$/,
    );
    expect((await cloud.finish(put)).body).toEqual({ status: "Succeeded" });
    expect((await cloud.send("GET", vnet())).body).toMatchObject({
      id: `${base}/virtualNetworks/vnetA`,
      type: "Microsoft.Network/virtualNetworks",
      etag: expect.any(String),
      properties: {
        provisioningState: "Succeeded",
        enableVmProtection: false,
        subnets: [
          {
            id: `${base}/virtualNetworks/vnetA/subnets/sn1`,
            name: "sn1",
            type: "Microsoft.Network/virtualNetworks/subnets",
            properties: { addressPrefix: "10.240.0.0/16", provisioningState: "Succeeded", delegations: [] },
          },
        ],
        virtualNetworkPeerings: [],
      },
    });
  });

  it("adds, changes and deletes a subnet as a child", async () => {
    const put = await cloud.send("PUT", subnet("sn2"), { name: "sn2", properties: { addressPrefix: "10.241.0.0/16" } });
    expect(put).toMatchObject({ status: 201, body: { properties: { provisioningState: "Creating" } } });
    await cloud.finish(put);
    const shown = (await cloud.send("GET", subnet("sn1"))).body;
    const delegations = [{ name: "0", properties: { serviceName: "Microsoft.ContainerService/managedClusters" } }];
    const update = await cloud.send("PUT", subnet("sn1"), {
      ...shown,
      properties: { ...(shown["properties"] as object), delegations },
    });
    expect(update).toMatchObject({ status: 200, body: { properties: { provisioningState: "Updating" } } });
    await cloud.finish(update);
    const shownDelegations = [
      {
        name: "0",
        properties: {
          serviceName: "Microsoft.ContainerService/managedClusters",
          actions: ["Microsoft.Network/virtualNetworks/subnets/join/action"],
        },
      },
    ];
    expect((await cloud.send("GET", vnet())).body["properties"]).toMatchObject({
      subnets: [{ name: "sn1", properties: { delegations: shownDelegations } }, { name: "sn2" }],
    });
    const gone = await cloud.send("DELETE", subnet("sn2"));
    expect(gone).toMatchObject({ status: 202, headers: { location: expect.stringContaining("/operationresults/") } });
    expect((await cloud.finish(gone)).body).toEqual({ status: "Succeeded" });
    expect((await cloud.send("GET", subnet("sn2"))).status).toBe(404);
  });

  it("takes a delegation that is named for its service, as verified modules name it", async () => {
    const serviceName = "Microsoft.ContainerInstance/containerGroups";
    await cloud.make(subnet("sn3"), {
      properties: { addressPrefix: "10.242.0.0/16", delegations: [{ name: serviceName, properties: { serviceName } }] },
    });
    const { properties } = (await cloud.send("GET", subnet("sn3"))).body as { properties: object };
    const actions = ["Microsoft.Network/virtualNetworks/subnets/action"];
    expect(properties).toMatchObject({ delegations: [{ name: serviceName, properties: { serviceName, actions } }] });
  });

  it("ties a subnet to a group, a route table and a NAT gateway, and guards them", async () => {
    await cloud.make(cloud.network("networkSecurityGroups/nsg1", "2022-01-01"), { location: "eastus" });
    await cloud.make(cloud.network("routeTables/rt1", routeVersion), { location: "eastus" });
    await cloud.make(cloud.network("publicIPAddresses/pip1", addressVersion), {
      location: "eastus",
      properties: { idleTimeoutInMinutes: 4, publicIPAllocationMethod: "Static" },
      sku: { name: "Standard" },
    });
    await cloud.make(cloud.network("natGateways/nat1", gatewayVersion), {
      location: "eastus",
      properties: { publicIpAddresses: [{ id: `${base}/publicIPAddresses/pip1` }] },
      sku: { name: "Standard" },
    });
    await cloud.make(subnet("sn1"), {
      name: "sn1",
      properties: {
        addressPrefix: "10.240.0.0/16",
        networkSecurityGroup: { id: `${base}/networkSecurityGroups/nsg1` },
        routeTable: { id: `${base}/routeTables/rt1` },
        natGateway: { id: `${base}/natGateways/nat1` },
      },
    });
    const inUse = async (path: string): Promise<unknown> =>
      (await cloud.send("DELETE", cloud.network(path))).body["error"];
    const user = `${base}/virtualNetworks/vnetA/subnets/sn1`;
    expect(await inUse("networkSecurityGroups/nsg1")).toMatchObject({
      code: "InUseNetworkSecurityGroupCannotBeDeleted",
      message: `Network security group ${base}/networkSecurityGroups/nsg1 cannot be deleted because it is in use by the following resources: ${user}. In order to delete the Network security group, remove the association with the resource(s). To learn how to do this, see aka.ms/deletensg.`,
    });
    expect(await inUse("routeTables/rt1")).toMatchObject({
      code: "InUseRouteTableCannotBeDeleted",
      message: "Route table rt1 is in use and cannot be deleted.",
    });
    expect(await inUse("natGateways/nat1")).toMatchObject({ code: "InUseNatGatewayCannotBeDeleted" });
    expect(await inUse("publicIPAddresses/pip1")).toMatchObject({
      code: "PublicIPAddressCannotBeDeleted",
      message: expect.stringContaining(`still allocated to resource ${base}/natGateways/nat1.`),
    });
    await cloud.finish(await cloud.send("DELETE", vnet()));
    for (const path of [
      "natGateways/nat1",
      "networkSecurityGroups/nsg1",
      "publicIPAddresses/pip1",
      "routeTables/rt1",
    ]) {
      const gone = await cloud.send("DELETE", cloud.network(path));
      expect(gone.status).toBe(202);
      await cloud.finish(gone);
    }
  });

  it("makes security rules and shows the default ones", async () => {
    await cloud.make(cloud.network("networkSecurityGroups/nsg1", "2022-01-01"), { location: "eastus" });
    const rule = cloud.network("networkSecurityGroups/nsg1/securityRules/allow1", "2022-01-01");
    const put = await cloud.send("PUT", rule, {
      name: "allow1",
      properties: {
        access: "Allow",
        destinationAddressPrefix: "*",
        destinationPortRange: "443",
        direction: "Inbound",
        priority: 100,
        protocol: "Tcp",
        sourceAddressPrefix: "*",
        sourcePortRange: "*",
      },
    });
    expect(put.status).toBe(201);
    await cloud.finish(put);
    expect((await cloud.send("GET", cloud.network("networkSecurityGroups/nsg1"))).body["properties"]).toMatchObject({
      securityRules: [{ id: `${base}/networkSecurityGroups/nsg1/securityRules/allow1`, properties: { priority: 100 } }],
      defaultSecurityRules: [
        { name: "AllowVnetInBound", properties: { priority: 65000, direction: "Inbound", access: "Allow" } },
        { name: "AllowAzureLoadBalancerInBound", properties: { priority: 65001 } },
        { name: "DenyAllInBound", properties: { priority: 65500, access: "Deny" } },
        { name: "AllowVnetOutBound", properties: { direction: "Outbound" } },
        { name: "AllowInternetOutBound" },
        { name: "DenyAllOutBound" },
      ],
    });
    const one = cloud.network("networkSecurityGroups/nsg1/defaultSecurityRules/denyallinbound");
    expect((await cloud.send("GET", one)).body).toMatchObject({ name: "DenyAllInBound" });
  });

  it("makes routes", async () => {
    await cloud.make(cloud.network("routeTables/rt1", routeVersion), { location: "eastus" });
    const put = await cloud.send("PUT", cloud.network("routeTables/rt1/routes/r1", routeVersion), {
      name: "r1",
      properties: { addressPrefix: "0.0.0.0/0", nextHopIpAddress: "10.0.0.4", nextHopType: "VirtualAppliance" },
    });
    expect(put.status).toBe(201);
    await cloud.finish(put);
    expect((await cloud.send("GET", cloud.network("routeTables/rt1"))).body["properties"]).toMatchObject({
      routes: [{ name: "r1", properties: { nextHopIpAddress: "10.0.0.4", provisioningState: "Succeeded" } }],
    });
  });
});

it("gives public addresses of ranges for documentation, each once, the same to the same name", async () => {
  const cloud = await createAksCloud();
  const body = { location: "eastus", properties: { publicIPAllocationMethod: "Static" }, sku: { name: "Standard" } };
  const given = new Set<unknown>();
  for (let index = 0; index < 20; index++) {
    await cloud.make(cloud.network(`publicIPAddresses/p${index}`), body);
    const { ipAddress } = (await cloud.send("GET", cloud.network(`publicIPAddresses/p${index}`))).body[
      "properties"
    ] as {
      ipAddress: string;
    };
    expect(ipAddress).toMatch(/^(?:203\.0\.113|198\.51\.100)\.\d+$/);
    given.add(ipAddress);
  }
  expect(given.size).toBe(20);
});

it("peers two virtual networks once both sides ask, and parts them", async () => {
  const cloud = await createAksCloud();
  const space = (prefix: string) => ({
    location: "eastus",
    properties: { addressSpace: { addressPrefixes: [prefix] } },
  });
  await cloud.make(cloud.network("virtualNetworks/a"), space("10.1.0.0/16"));
  await cloud.make(cloud.network("virtualNetworks/b"), space("10.2.0.0/16"));
  const peer = (other: string) => ({
    properties: { remoteVirtualNetwork: { id: `${base}/virtualNetworks/${other}` } },
  });
  const ab = cloud.network("virtualNetworks/a/virtualNetworkPeerings/ab");
  const ba = cloud.network("virtualNetworks/b/virtualNetworkPeerings/ba");
  const state = async (path: string): Promise<unknown> =>
    ((await cloud.send("GET", path)).body["properties"] as { peeringState: string }).peeringState;
  await cloud.make(ab, peer("b"));
  expect(await state(ab)).toBe("Initiated");
  await cloud.make(ba, peer("a"));
  expect([await state(ab), await state(ba)]).toEqual(["Connected", "Connected"]);
  await cloud.finish(await cloud.send("DELETE", ba));
  expect(await state(ab)).toBe("Disconnected");
  expect((await cloud.send("PUT", ba, peer("a"))).body).toMatchObject({
    error: { code: "RemotePeeringIsDisconnected" },
  });
  await cloud.make(ab, peer("b"));
  expect(await state(ab)).toBe("Initiated");
  await cloud.make(ba, peer("a"));
  expect([await state(ab), await state(ba)]).toEqual(["Connected", "Connected"]);
  await cloud.make(cloud.network("virtualNetworks/c"), space("10.1.128.0/17"));
  expect(
    (await cloud.send("PUT", cloud.network("virtualNetworks/a/virtualNetworkPeerings/ac"), peer("c"))).body,
  ).toMatchObject({
    error: {
      code: "VnetAddressSpacesOverlap",
      message: expect.stringMatching(/Overlapping address prefixes: 10\.1\.0\.0\/16$/),
    },
  });
  await cloud.finish(await cloud.send("DELETE", cloud.network("virtualNetworks/b")));
  expect(await state(ab)).toBe("Disconnected");
});

it("gives an interface an address of its subnet, which then cannot go", async () => {
  const cloud = await createAksCloud();
  await cloud.make(cloud.network("virtualNetworks/v"), {
    location: "eastus",
    properties: {
      addressSpace: { addressPrefixes: ["10.1.0.0/16"] },
      subnets: [{ name: "s", properties: { addressPrefix: "10.1.0.0/29" } }],
    },
  });
  const subnet = `${base}/virtualNetworks/v/subnets/s`;
  const nic = {
    location: "eastus",
    properties: { ipConfigurations: [{ name: "ip", properties: { subnet: { id: subnet } } }] },
  };
  const addresses: unknown[] = [];
  for (const name of ["n1", "n2", "n3"]) {
    await cloud.make(cloud.network(`networkInterfaces/${name}`), nic);
    const { properties } = (await cloud.send("GET", cloud.network(`networkInterfaces/${name}`))).body as {
      properties: { ipConfigurations: { properties: { privateIPAddress: string } }[] };
    };
    addresses.push(properties.ipConfigurations[0]?.properties.privateIPAddress);
  }
  expect(addresses).toEqual(["10.1.0.4", "10.1.0.5", "10.1.0.6"]);
  expect((await cloud.send("DELETE", cloud.network("virtualNetworks/v/subnets/s"))).body).toMatchObject({
    error: {
      code: "InUseSubnetCannotBeDeleted",
      message: `Subnet s is in use by ${base}/networkInterfaces/n1/ipConfigurations/ip and cannot be deleted. In order to delete the subnet, delete all the resources within the subnet. See aka.ms/deletesubnet.`,
    },
  });
  expect((await cloud.send("DELETE", cloud.network("virtualNetworks/v"))).status).toBe(400);
  const moved = { properties: { addressPrefix: "10.1.4.0/24" } };
  expect((await cloud.send("PUT", cloud.network("virtualNetworks/v/subnets/s"), moved)).body).toMatchObject({
    error: {
      code: "InUsePrefixCannotBeDeleted",
      message: "IpPrefix 10.1.0.0/29 on Subnet s has active allocations and cannot be deleted.",
    },
  });
  // A template that takes the subnet away passes validation; its deployment fails.
  const deployment = "/subscriptions/{sub}/resourcegroups/rg/providers/Microsoft.Resources/deployments/d";
  const template = {
    $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
    contentVersion: "1.0.0.0",
    resources: [
      {
        type: "Microsoft.Network/virtualNetworks",
        apiVersion: "2024-05-01",
        name: "v",
        location: "eastus",
        properties: { addressSpace: { addressPrefixes: ["10.1.0.0/16"] }, subnets: [] },
      },
    ],
  };
  const put = await cloud.send("PUT", `${deployment}?api-version=2024-11-01`, { properties: { template } });
  expect(put.status).toBe(201);
  expect((await cloud.finish(put)).body).toMatchObject({
    error: {
      code: "DeploymentFailed",
      details: [{ code: "InUseSubnetCannotBeDeleted", message: expect.stringMatching(/^Subnet s is in use by /) }],
    },
  });
});

it("keeps subnets that a virtual network's PUT does not speak of, since 2023-11-01", async () => {
  const cloud = await createAksCloud();
  const body = { location: "eastus", properties: { addressSpace: { addressPrefixes: ["10.1.0.0/16"] } } };
  await cloud.make(cloud.network("virtualNetworks/v", "2024-05-01"), body);
  await cloud.make(cloud.network("virtualNetworks/v/subnets/s"), { properties: { addressPrefix: "10.1.0.0/24" } });
  await cloud.make(cloud.network("virtualNetworks/v", "2024-05-01"), body);
  expect((await cloud.send("GET", cloud.network("virtualNetworks/v/subnets/s"))).status).toBe(200);
  await cloud.make(cloud.network("virtualNetworks/v", "2023-09-01"), body);
  expect((await cloud.send("GET", cloud.network("virtualNetworks/v/subnets/s"))).status).toBe(404);
});

it("gives a NAT gateway a prefix of public addresses", async () => {
  const cloud = await createAksCloud();
  await cloud.make(cloud.network("publicIPPrefixes/p"), {
    location: "eastus",
    sku: { name: "Standard" },
    properties: { prefixLength: 30 },
  });
  const { properties } = (await cloud.send("GET", cloud.network("publicIPPrefixes/p"))).body as {
    properties: { ipPrefix: string };
  };
  expect(properties.ipPrefix).toMatch(/^198\.51\.100\.\d+\/30$/);
  await cloud.make(cloud.network("natGateways/n"), {
    location: "eastus",
    sku: { name: "Standard" },
    properties: { publicIpPrefixes: [{ id: `${base}/publicIPPrefixes/p` }] },
  });
  await cloud.make(cloud.network("applicationSecurityGroups/asg"), { location: "eastus" });
  expect((await cloud.send("GET", cloud.network("applicationSecurityGroups/asg"))).body).toMatchObject({
    properties: { provisioningState: "Succeeded" },
  });
});

it.each([
  ["IPv4", 30, /^198\.51\.100\.\d+\/30$/],
  ["IPv6", 127, /^2001:db8:1::[0-9a-f]*\/127$/],
] as const)("gives a prefix of %s addresses", async (publicIPAddressVersion, prefixLength, expected) => {
  const cloud = await createAksCloud();
  const path = cloud.network("publicIPPrefixes/p");
  await cloud.make(path, {
    location: "eastus",
    sku: { name: "Standard" },
    properties: { publicIPAddressVersion, prefixLength },
  });
  expect((await cloud.send("GET", path)).body).toMatchObject({
    properties: { publicIPAddressVersion, prefixLength, ipPrefix: expect.stringMatching(expected) },
  });
});
