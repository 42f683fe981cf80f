import { beforeAll, describe, expect, it } from "vitest";
import { type AksCloud, createAksCloud } from "../testing/index.ts";

const at = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg/providers/Microsoft.Network";
const vnet = (...subnets: [string, string][]) => ({
  location: "eastus",
  properties: {
    addressSpace: { addressPrefixes: ["10.1.0.0/16"] },
    subnets: subnets.map(([name, addressPrefix]) => ({ name, properties: { addressPrefix } })),
  },
});
const rule = (changes: Record<string, unknown> = {}) => ({
  properties: {
    priority: 200,
    direction: "Inbound",
    access: "Deny",
    protocol: "*",
    sourceAddressPrefix: "*",
    sourcePortRange: "*",
    destinationAddressPrefix: "*",
    destinationPortRange: "*",
    ...changes,
  },
});
const route = (properties: Record<string, unknown>) => ({ properties: { addressPrefix: "10.0.0.0/8", ...properties } });

describe("Microsoft.Network refuses", () => {
  let cloud: AksCloud;
  beforeAll(async () => {
    cloud = await createAksCloud();
    await cloud.make(cloud.network("virtualNetworks/v"), vnet(["s1", "10.1.0.0/24"]));
    await cloud.make(cloud.network("networkSecurityGroups/g"), {
      location: "eastus",
      properties: { securityRules: [{ name: "first", ...rule({ priority: 100 }) }] },
    });
    await cloud.make(cloud.network("routeTables/t"), {
      location: "eastus",
      properties: { routes: [{ name: "first", ...route({ nextHopType: "None" }) }] },
    });
  });

  it.each(["networkSecurityGroups/g/securityRules/second", "networkSecurityGroups/new"])(
    "a rule of %s for an application security group that is not there",
    async (path) => {
      const groups = { sourceApplicationSecurityGroups: [{ id: `${at}/applicationSecurityGroups/absent` }] };
      const one = rule({ sourceAddressPrefix: undefined, ...groups });
      const group = { location: "eastus", properties: { securityRules: [{ name: "one", ...one }] } };
      const { status, body } = await cloud.send(
        "PUT",
        cloud.network(path),
        path.includes("/securityRules/") ? one : group,
      );
      expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: "InvalidResourceReference" } } });
      expect(JSON.stringify(body)).toContain(
        `Resource ${at}/applicationSecurityGroups/absent referenced by resource ${at}/networkSecurityGroups/`,
      );
    },
  );

  it.each([
    [
      "a range without a length",
      "virtualNetworks/x",
      { location: "eastus", properties: { addressSpace: { addressPrefixes: ["10.0.0.0"] } } },
      "InvalidAddressPrefixFormat",
      `Address prefix 10.0.0.0 of resource ${at}/virtualNetworks/x is not formatted correctly. It should follow CIDR notation, for example 10.0.0.0/24.`,
    ],
    [
      "bits behind the prefix",
      "virtualNetworks/v/subnets/s2",
      { properties: { addressPrefix: "10.1.52.0/21" } },
      "InvalidCIDRNotation",
      `The address prefix 10.1.52.0/21 in resource ${at}/virtualNetworks/v/subnets/s2 has an invalid CIDR notation. For the given prefix length, the address prefix should be 10.1.48.0/21.`,
    ],
    [
      "a subnet outside",
      "virtualNetworks/x",
      vnet(["a", "10.2.0.0/24"]),
      "NetcfgSubnetRangeOutsideVnet",
      "Subnet 'a' is not valid because its IP address range is outside the IP address range of virtual network 'x'.",
    ],
    [
      "a subnet larger than the network",
      "virtualNetworks/x",
      vnet(["a", "10.0.0.0/8"]),
      "NetcfgSubnetRangeOutsideVnet",
      undefined,
    ],
    [
      "inline subnets that overlap",
      "virtualNetworks/x",
      vnet(["a", "10.1.0.0/24"], ["b", "10.1.0.128/25"]),
      "NetcfgSubnetRangesOverlap",
      "Subnet 'b' is not valid because its IP address range overlaps with that of an existing subnet in virtual network 'x'.",
    ],
    [
      "a child subnet that overlaps",
      "virtualNetworks/v/subnets/s2",
      { properties: { addressPrefix: "10.1.0.0/20" } },
      "NetcfgSubnetRangesOverlap",
      "Subnet 's2' is not valid because its IP address range overlaps with that of an existing subnet in virtual network 'v'.",
    ],
    ["a subnet without range", "virtualNetworks/v/subnets/s2", { properties: {} }, "InvalidRequestFormat", undefined],
    [
      "two subnets of one name",
      "virtualNetworks/x",
      vnet(["a", "10.1.0.0/24"], ["A", "10.1.1.0/24"]),
      "InvalidRequestFormat",
      undefined,
    ],
    [
      "no address space",
      "virtualNetworks/x",
      { location: "eastus", properties: {} },
      "InvalidRequestFormat",
      undefined,
    ],
    [
      "a group that is not there",
      "virtualNetworks/v/subnets/s2",
      { properties: { addressPrefix: "10.1.2.0/24", networkSecurityGroup: { id: `${at}/networkSecurityGroups/no` } } },
      "InvalidResourceReference",
      `Resource ${at}/networkSecurityGroups/no referenced by resource ${at}/virtualNetworks/v/subnets/s2 was not found. Please make sure that the referenced resource exists, and that both resources are in the same region.`,
    ],
    [
      "a rule with a taken priority",
      "networkSecurityGroups/g/securityRules/second",
      rule({ priority: 100 }),
      "SecurityRuleConflict",
      "Security rule first conflicts with rule second. Rules cannot have the same Priority and Direction. To learn more, see aka.ms/nsgrules.",
    ],
    [
      "a priority of 99",
      "networkSecurityGroups/g/securityRules/second",
      rule({ priority: 99 }),
      "SecurityRuleInvalidPriority",
      "Security rule has invalid Priority. Value provided: 99 Allowed range 100-4096.",
    ],
    [
      "a priority of 4097",
      "networkSecurityGroups/g/securityRules/second",
      rule({ priority: 4097 }),
      "SecurityRuleInvalidPriority",
      undefined,
    ],
    [
      "a list of ports in one text",
      "networkSecurityGroups/g/securityRules/second",
      rule({ destinationPortRange: "80,443" }),
      "SecurityRuleInvalidPortRange",
      "Security rule has invalid Port range. Value provided: 80,443. Value should be an integer OR integer range with '-' delimiter. Valid range 0-65535.",
    ],
    [
      "a port range backwards",
      "networkSecurityGroups/g/securityRules/second",
      rule({ destinationPortRanges: ["20-10"] }),
      "SecurityRuleInvalidPortRange",
      undefined,
    ],
    [
      "a prefix with bits behind it",
      "networkSecurityGroups/g/securityRules/second",
      rule({ sourceAddressPrefix: "50.206.209.68/27" }),
      "SecurityRuleInvalidAddressPrefix",
      `Security rule ${at}/networkSecurityGroups/g/securityRules/second has invalid Address prefix. Value provided: 50.206.209.68/27`,
    ],
    [
      "a direction that is none",
      "networkSecurityGroups/g/securityRules/second",
      rule({ direction: "Sideways" }),
      "InvalidRequestFormat",
      undefined,
    ],
    [
      "two routes for one range",
      "routeTables/t/routes/second",
      route({ nextHopType: "Internet" }),
      "RouteConflict",
      "Route: second conflicts with Route: first. Routes cannot have the same AddressPrefix.",
    ],
    [
      "an appliance without address",
      "routeTables/t/routes/second",
      route({ addressPrefix: "0.0.0.0/0", nextHopType: "VirtualAppliance" }),
      "InvalidRequestFormat",
      undefined,
    ],
    ["a name with a slash at its end", "virtualNetworks/x-", vnet(), "InvalidResourceName", undefined],
    [
      "a Standard address that is dynamic",
      "publicIPAddresses/p",
      { location: "eastus", sku: { name: "Standard" }, properties: { publicIPAllocationMethod: "Dynamic" } },
      "InvalidRequestFormat",
      undefined,
    ],
    [
      "a gateway with an address that is not there",
      "natGateways/n",
      { location: "eastus", properties: { publicIpAddresses: [{ id: `${at}/publicIPAddresses/no` }] } },
      "InvalidResourceReference",
      undefined,
    ],
  ])("%s", async (_, path, body, code, message) => {
    const answer = await cloud.send("PUT", cloud.network(path), body);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code, ...(message === undefined ? {} : { message }) } },
    });
    expect((await cloud.send("GET", cloud.network(path))).status).toBe(404);
  });

  it.each(["applicationGateways/g", "bastionHosts/b", "virtualNetworkGateways/g"])("%s by name", async (path) => {
    expect(await cloud.send("PUT", cloud.network(path), { location: "eastus" })).toMatchObject({
      body: { error: { code: "NotImplemented" } },
    });
  });
});
