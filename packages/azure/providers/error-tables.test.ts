import { beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "@byocni/azure/arm/testing";
import { computeErrorTable } from "./compute/errors.ts";
import { nodeGroupErrorTable } from "./managed-by-aks.ts";
import { managedIdentityErrorTable } from "./managed-identity/provider.ts";
import { networkErrorTable } from "./network/errors.ts";
import { type AksCloud, azClusterBody, createAksCloud } from "./testing/index.ts";

/** Every row of these tables: what makes it, and what its text says besides the row's own words. */
type Rows<Table> = readonly (readonly [row: keyof Table & string, make: () => Promise<TestAnswer>, text: string])[];

const providers = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg/providers";
const base = `${providers}/Microsoft.Network`;
const location = "eastus";
const tables = {
  network: networkErrorTable,
  compute: computeErrorTable,
  identity: managedIdentityErrorTable,
  nodeGroup: nodeGroupErrorTable,
} as const;

let cloud: AksCloud;

const put = (path: string, properties: unknown, more: object = {}): Promise<TestAnswer> =>
  cloud.send("PUT", cloud.network(path), { location, properties, ...more });
const remove = (path: string): Promise<TestAnswer> => cloud.send("DELETE", cloud.network(path));
const id = (path: string): { readonly id: string } => ({ id: `${base}/${path}` });
const network = (prefix: string, subnets: unknown[] = []) => ({
  addressSpace: { addressPrefixes: [prefix] },
  subnets,
});
const subnet = (prefix: string, more: object = {}) => ({ addressPrefix: prefix, ...more });
const nic = (more: object) => ({
  ipConfigurations: [{ name: "ip", properties: { subnet: id("virtualNetworks/v/subnets/used"), ...more } }],
});
const fixed = (privateIPAddress: string) => nic({ privateIPAllocationMethod: "Static", privateIPAddress });
const rule = (more: object) => ({
  priority: 200,
  direction: "Inbound",
  access: "Deny",
  protocol: "*",
  sourceAddressPrefix: "*",
  sourcePortRange: "*",
  destinationAddressPrefix: "*",
  destinationPortRange: "*",
  ...more,
});
const peer = (name: string, more: object = {}) => ({ remoteVirtualNetwork: id(`virtualNetworks/${name}`), ...more });
const zone = (path: string, properties: unknown = {}): Promise<TestAnswer> =>
  cloud.send("PUT", cloud.network(`privateDnsZones/${path}`, "2020-06-01"), { location: "global", properties });

beforeAll(async () => {
  cloud = await createAksCloud();
  const make = (path: string, properties: unknown, more: object = {}) =>
    cloud.make(cloud.network(path), { location, properties, ...more });
  await make("networkSecurityGroups/g", { securityRules: [{ name: "first", properties: rule({ priority: 100 }) }] });
  await make("routeTables/t", {
    routes: [{ name: "first", properties: { addressPrefix: "10.0.0.0/8", nextHopType: "None" } }],
  });
  const standard = { sku: { name: "Standard" } };
  await make(
    "publicIPAddresses/p",
    { publicIPAllocationMethod: "Static", dnsSettings: { domainNameLabel: "taken" } },
    standard,
  );
  await make("natGateways/n", {}, standard);
  await make(
    "virtualNetworks/v",
    network("10.1.0.0/16", [
      {
        name: "used",
        properties: subnet("10.1.0.0/24", {
          networkSecurityGroup: id("networkSecurityGroups/g"),
          routeTable: id("routeTables/t"),
          natGateway: id("natGateways/n"),
        }),
      },
      { name: "small", properties: subnet("10.1.1.0/29") },
    ]),
  );
  await make("networkInterfaces/i", nic({ publicIPAddress: id("publicIPAddresses/p") }));
  for (const name of ["a", "b", "c"])
    await make(`networkInterfaces/full-${name}`, nic({ subnet: id("virtualNetworks/v/subnets/small") }));
  await make("virtualNetworks/w", network("10.2.0.0/16"));
  await make("virtualNetworks/x", network("10.3.0.0/16"));
  await make("virtualNetworks/v/virtualNetworkPeerings/vw", peer("w"));
  await make("virtualNetworks/x/virtualNetworkPeerings/xw", peer("w"));
  await make("virtualNetworks/w/virtualNetworkPeerings/wx", peer("x"));
  await cloud.finish(await remove("virtualNetworks/w/virtualNetworkPeerings/wx"));
  await cloud.make(cloud.network("privateDnsZones/z.example", "2020-06-01"), { location: "global" });
  await zone("z.example/A/taken", { ttl: 1, aRecords: [] });
  await cloud.make(cloud.network("privateDnsZones/z.example/virtualNetworkLinks/l", "2020-06-01"), {
    location: "global",
    properties: { virtualNetwork: id("virtualNetworks/v"), registrationEnabled: false },
  });
  await make("privateEndpoints/e", {
    customNetworkInterfaceName: "e-nic",
    subnet: id("virtualNetworks/v/subnets/used"),
    privateLinkServiceConnections: [
      { name: "c", properties: { privateLinkServiceId: `${base}/virtualNetworks/v`, groupIds: [] } },
    ],
  });
  await cloud.send("PUT", identity("holder"), { location });
  await cloud.send("PUT", identity("holder/federatedIdentityCredentials/one"), { properties: federated() });
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74"));
});

const networkRows: Rows<typeof networkErrorTable> = [
  ["InvalidResourceName", () => put("virtualNetworks/-", network("10.9.0.0/16")), "Resource name - is invalid"],
  ["InvalidRequestFormat", () => put("virtualNetworks/new", {}), "addressSpace.addressPrefixes"],
  ["InvalidAddressPrefixFormat", () => put("virtualNetworks/new", network("10.9.0.0")), "10.9.0.0 of resource"],
  ["InvalidCIDRNotation", () => put("virtualNetworks/new", network("10.9.1.0/16")), "should be 10.9.0.0/16"],
  [
    "InvalidResourceReference",
    () => put("virtualNetworks/v/subnets/n", subnet("10.1.9.0/24", { routeTable: id("routeTables/no") })),
    "routeTables/no referenced by",
  ],
  [
    "LinkedInvalidPropertyId",
    () =>
      put(
        "virtualNetworks/new",
        network("10.9.0.0/16", [
          { name: "s", properties: subnet("10.9.0.0/24", { networkSecurityGroup: { id: "" } }) },
        ]),
      ),
    "Property id '' at path 'properties.subnets[0].properties.networkSecurityGroup.id' is invalid. Expect fully qualified resource Id that start with '/subscriptions/{subscriptionId}' or '/providers/{resourceProviderNamespace}/'.",
  ],
  ["NetcfgInvalidSubnet", () => put("virtualNetworks/v/subnets/n", subnet("10.1.9.0/30")), "Subnet 'n'"],
  [
    "SubnetDelegationsCannotChangeWhenSubnetUsedByResource",
    () =>
      put(
        "virtualNetworks/v/subnets/small",
        subnet("10.1.1.0/29", {
          delegations: [{ name: "d", properties: { serviceName: "Microsoft.Web/serverFarms" } }],
        }),
      ),
    "from [] to [Microsoft.Web/serverFarms]",
  ],
  [
    "SubnetIsFull",
    () => put("networkInterfaces/new", nic({ subnet: id("virtualNetworks/v/subnets/small") })),
    "Subnet small with address prefix 10.1.1.0/29",
  ],
  ["PrivateIPAddressNotInSubnet", () => put("networkInterfaces/new", fixed("10.9.0.9")), "10.9.0.9 does not belong"],
  ["PrivateIPAddressInReservedRange", () => put("networkInterfaces/new", fixed("10.1.0.1")), "10.1.0.1 falls"],
  ["PrivateIPAddressIsAllocated", () => put("networkInterfaces/new", fixed("10.1.0.4")), "networkInterfaces/i/"],
  [
    "PublicIPAndLBSkuDoNotMatch",
    async () => {
      await put("publicIPAddresses/free", { publicIPAllocationMethod: "Static" }, { sku: { name: "Standard" } });
      const frontend = { name: "f", properties: { publicIPAddress: id("publicIPAddresses/free") } };
      return put("loadBalancers/new", { frontendIPConfigurations: [frontend] }, { sku: { name: "Basic" } });
    },
    "Basic sku load balancer",
  ],
  [
    "InvalidDomainNameLabel",
    () => put("publicIPAddresses/new", { dnsSettings: { domainNameLabel: "UPPER" } }),
    "UPPER is invalid. It must conform to the following regular expression: ^[a-z][a-z0-9-]{1,61}[a-z0-9]$.",
  ],
  [
    "DnsRecordInUse",
    () => put("publicIPAddresses/new", { dnsSettings: { domainNameLabel: "taken" } }),
    "taken.eastus.cloudapp.azure.com",
  ],
  ["RemotePeeringIsDisconnected", () => put("virtualNetworks/w/virtualNetworkPeerings/new", peer("x")), "xw"],
  [
    "AnotherPeeringAlreadyReferencesRemoteVnet",
    () => put("virtualNetworks/v/virtualNetworkPeerings/new", peer("w")),
    "vw",
  ],
  ["ChangingRemoteVirtualNetworkNotAllowed", () => put("virtualNetworks/v/virtualNetworkPeerings/vw", peer("x")), "vw"],
  [
    "RemoteVnetHasNoGateways",
    () => put("virtualNetworks/v/virtualNetworkPeerings/new", peer("x", { useRemoteGateways: true })),
    "UseRemoteGateway flag",
  ],
  ["NicInUseWithPrivateEndpoint", () => remove("networkInterfaces/e-nic"), "privateEndpoints/e"],
  [
    "CannotDeleteResource",
    () => cloud.send("DELETE", cloud.network("privateDnsZones/z.example", "2020-06-01")),
    "nested resources",
  ],
  ["InvalidZoneName", () => zone("single"), "'single'"],
  ["InvalidRecordSetName", () => zone("z.example/CNAME/@", { ttl: 1, cnameRecord: { cname: "x" } }), "'@'"],
  ["RecordSetConflict", () => zone("z.example/CNAME/taken", { ttl: 1, cnameRecord: { cname: "x" } }), "type A"],
  [
    "RecordSetOfZone",
    () => cloud.send("DELETE", cloud.network("privateDnsZones/z.example/SOA/@", "2020-06-01")),
    "type SOA",
  ],
  ["NetcfgSubnetRangeOutsideVnet", () => put("virtualNetworks/v/subnets/n", subnet("10.9.0.0/24")), "Subnet 'n'"],
  ["NetcfgSubnetRangesOverlap", () => put("virtualNetworks/v/subnets/n", subnet("10.1.0.0/25")), "Subnet 'n'"],
  ["InUseSubnetCannotBeDeleted", () => remove("virtualNetworks/v/subnets/used"), "Subnet used is in use by"],
  [
    "InUsePrefixCannotBeDeleted",
    () => put("virtualNetworks/v/subnets/used", subnet("10.1.8.0/24")),
    "IpPrefix 10.1.0.0/24 on Subnet used",
  ],
  ["InUseNetworkSecurityGroupCannotBeDeleted", () => remove("networkSecurityGroups/g"), "subnets/used"],
  ["InUseRouteTableCannotBeDeleted", () => remove("routeTables/t"), "Route table t"],
  ["InUseNatGatewayCannotBeDeleted", () => remove("natGateways/n"), "subnets/used"],
  ["PublicIPAddressCannotBeDeleted", () => remove("publicIPAddresses/p"), "ipConfigurations/ip"],
  [
    "PublicIPAddressInUse",
    () => put("networkInterfaces/new", nic({ publicIPAddress: id("publicIPAddresses/p") })),
    "networkInterfaces/i/ipConfigurations/ip",
  ],
  ["SecurityRuleConflict", () => put("networkSecurityGroups/g/securityRules/two", rule({ priority: 100 })), "first"],
  [
    "SecurityRuleInvalidPriority",
    () => put("networkSecurityGroups/g/securityRules/two", rule({ priority: 1 })),
    ": 1 ",
  ],
  [
    "SecurityRuleInvalidPortRange",
    () => put("networkSecurityGroups/g/securityRules/two", rule({ sourcePortRange: "70000" })),
    "70000",
  ],
  [
    "SecurityRuleInvalidAddressPrefix",
    () => put("networkSecurityGroups/g/securityRules/two", rule({ sourceAddressPrefix: "10.0.0" })),
    "10.0.0",
  ],
  [
    "RouteConflict",
    () => put("routeTables/t/routes/two", { addressPrefix: "10.0.0.0/8", nextHopType: "None" }),
    "two conflicts with Route: first",
  ],
  [
    "VnetAddressSpacesOverlap",
    async () => {
      await cloud.make(cloud.network("virtualNetworks/over"), { location, properties: network("10.1.128.0/17") });
      return put("virtualNetworks/v/virtualNetworkPeerings/over", peer("over"));
    },
    "Overlapping address prefixes: 10.1.0.0/16",
  ],
];

async function runCommand(instance: string, body: unknown): Promise<TestAnswer> {
  const sets = "/subscriptions/{sub}/resourceGroups/MC_rg_c_eastus/providers/Microsoft.Compute/virtualMachineScaleSets";
  const { value } = (await cloud.send("GET", `${sets}?api-version=2024-07-01`)).body as unknown as {
    readonly value: readonly [{ readonly name: string }];
  };
  return cloud.send(
    "POST",
    `${sets}/${value[0].name}/virtualMachines/${instance}/runCommand?api-version=2024-07-01`,
    body,
  );
}

const computeRows: Rows<typeof computeErrorTable> = [
  ["NotImplemented", () => runCommand("0", { commandId: "RunPowerShellScript", script: ["x"] }), "RunPowerShellScript"],
  ["InvalidParameter", () => runCommand("0", { commandId: "RunShellScript" }), "'script'"],
  ["OperationNotAllowed", () => runCommand("99", { commandId: "RunShellScript", script: ["x"] }), "99"],
];

function identity(path: string): string {
  return cloud.resource(`Microsoft.ManagedIdentity/userAssignedIdentities/${path}`, "2023-01-31");
}

function federated(more: object = {}): object {
  return { issuer: "https://i.example/", subject: "s", audiences: ["api://AzureADTokenExchange"], ...more };
}

const credential = (name: string, more: object = {}): Promise<TestAnswer> =>
  cloud.send("PUT", identity(`holder/federatedIdentityCredentials/${name}`), { properties: federated(more) });

const identityRows: Rows<typeof managedIdentityErrorTable> = [
  ["InvalidIdentityName", () => cloud.send("PUT", identity("ab"), { location }), "'ab'"],
  ["EmptyFederatedCredential", () => credential("two", { subject: "" }), "empty properties"],
  ["OneAudience", () => credential("two", { audiences: ["a", "b"] }), "exactly 1 audience"],
  ["InvalidFederatedCredentialName", () => credential("a"), "'a'"],
  ["SameIssuerAndSubject", () => credential("two"), "already exists"],
  [
    "TooManyFederatedCredentials",
    async () => {
      for (let count = 1; count < 20; count++) await credential(`number-${count}`, { subject: `s${count}` });
      return credential("last", { subject: "last" });
    },
    "20",
  ],
];

const nodeGroupRows: Rows<typeof nodeGroupErrorTable> = [
  [
    "DenyAssignmentAuthorizationFailed",
    () =>
      cloud.send(
        "DELETE",
        "/subscriptions/{sub}/resourceGroups/MC_rg_c_eastus/providers/Microsoft.Network/loadBalancers/kubernetes?api-version=2024-05-01",
      ),
    "Deny assignment for cluster",
  ],
];

const all = { network: networkRows, compute: computeRows, identity: identityRows, nodeGroup: nodeGroupRows } as const;

describe.each(Object.keys(all) as (keyof typeof all)[])("refusals of %s", (name) => {
  const rows = all[name] as Rows<Record<string, unknown>>;
  const table = tables[name] as Readonly<
    Record<string, { readonly status: number; readonly code?: string; readonly source: string }>
  >;

  it.each(rows)("%s", async (row, make, text) => {
    const expected = table[row];
    const answer = await make();
    expect(answer).toMatchObject({
      status: expected?.status,
      body: { error: { code: expected?.code ?? row, message: expect.stringContaining(text) } },
    });
  });

  it("are every row of the table, each with its source", () => {
    expect(rows.map(([row]) => row).toSorted()).toEqual(Object.keys(table).toSorted());
    for (const { source } of Object.values(table)) expect(source).not.toBe("");
  });
});
