import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { testSubscription } from "@byocni/azure/arm/testing";
import { type AksCloud, azClusterBody, createAksCloud } from "../testing/index.ts";

const subnet = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/s`;
const network = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network`;
const current = { headers: { "x-byocni-strictness": "current" } };

interface Case {
  readonly network?: JsonObject;
  readonly pool?: JsonObject;
  readonly properties?: JsonObject;
}

describe("a cluster on a subnet", () => {
  let cloud: AksCloud;
  beforeEach(async () => {
    cloud = await createAksCloud();
    await cloud.make(cloud.network("virtualNetworks/v"), {
      location: "eastus",
      properties: {
        addressSpace: { addressPrefixes: ["10.240.0.0/12"] },
        subnets: [{ name: "s", properties: { addressPrefix: "10.240.0.0/24" } }],
      },
    });
  });

  const put = (change: Case, options?: object) =>
    cloud.send(
      "PUT",
      // Previews alone know kubeProxyConfig.
      cloud.cluster("c", "2025-10-02-preview"),
      azClusterBody("2.74", { ...change, pool: { vnetSubnetID: subnet, ...change.pool } }),
      options,
    );

  it.each<[string, Case, string, string]>([
    [
      "services over the subnet",
      { network: { serviceCidr: "10.240.0.0/16", dnsServiceIP: "10.240.0.10" } },
      "ServiceCidrOverlapExistingSubnetsCidr",
      "The specified service CIDR 10.240.0.0/16 is conflicted with an existing subnet CIDR 10.240.0.0/24",
    ],
    [
      "pods over the VNet",
      { network: { podCidr: "10.244.0.0/16" } },
      "NetworkProfileCIDROverlapVNET",
      "NetworkProfile CIDR 10.244.0.0/16 overlaps with reserved VNET CIDR 10.240.0.0/12",
    ],
    [
      "DNS outside",
      { network: { serviceCidr: "10.200.0.0/16" } },
      "DnsServiceIpOutOfServiceCidr",
      "The DNS service IP 10.0.0.10 is out of the range defined by service CIDR 10.200.0.0/16.",
    ],
    [
      "a range that is none",
      { network: { serviceCidr: "10.0.0.0" } },
      "CidrStringParseError",
      "Cidr is invalid (networkProfile.serviceCIDR)",
    ],
    [
      "Windows",
      { pool: { osType: "Windows" } },
      "AzureCNIOnlyForWindows",
      "Windows agent pools can only be added to AKS clusters using Azure-CNI.",
    ],
    [
      "kube-proxy off with azure",
      { network: { networkPlugin: "azure", kubeProxyConfig: { enabled: false } } },
      "KubeProxyConfigDisabledBYOCNIOnly",
      "Disabling kube-proxy is only allowed for bring your own (BYO) CNI clusters. For more information, please check https://aka.ms/byo-cni.",
    ],
    [
      "a NAT gateway of AKS's in this VNet",
      { network: { outboundType: "managedNATGateway" } },
      "InvalidParameter",
      "Outbound type is managedNATGateway but agent pool 'nodepool1' is using custom VNet, which is not allowed.",
    ],
    [
      "one vCPU",
      { pool: { vmSize: "Standard_DS1_v2" } },
      "SystemPoolSkuTooLow",
      "System node pool must use VM sku with more than 2 cores and 4GB memory. Nodepool name: nodepool1.",
    ],
    [
      "more nodes than addresses",
      { pool: { count: 300 } },
      "SubnetIsFull",
      "Subnet s with address prefix 10.240.0.0/24 does not have enough capacity for 300 IP addresses.",
    ],
  ])("is refused for %s, with AKS's code", async (_, change, code, message) => {
    expect(await put(change)).toMatchObject({ status: 400, body: { error: { code, message } } });
    expect(cloud.host.calls).toEqual([]);
  });

  it.each<[string, Case, string]>([
    ["an old Kubernetes", { properties: { kubernetesVersion: "1.22" } }, "AgentPoolK8sVersionNotSupported"],
    ["a small B series machine", { pool: { vmSize: "Standard_B2ms" } }, "SystemPoolSkuTooLow"],
    [
      "reserved services",
      { network: { serviceCidr: "172.30.0.0/16", dnsServiceIP: "172.30.0.10" } },
      "ByocniReservedRange",
    ],
    ["routes that are not there", { network: { outboundType: "userDefinedRouting" } }, "ByocniOutboundRouteMissing"],
    [
      "services that are too many",
      { network: { serviceCidr: "10.0.0.0/12", dnsServiceIP: "10.0.0.10" } },
      "ByocniServiceCidrTooLarge",
    ],
  ])("with %s is made under article, with a warning, and refused under current", async (_, change, code) => {
    const refused = await put(change, current);
    expect(refused).toMatchObject({ status: 400, body: { error: { code } } });
    const made = await put(change);
    expect(made.status).toBe(201);
    expect(JSON.stringify([made.headers, made.body])).toContain(code);
    expect((await cloud.finish(made)).body).toMatchObject({ status: "Succeeded" });
  });

  it("is refused on a delegated subnet", async () => {
    await cloud.make(cloud.network("virtualNetworks/v/subnets/s"), {
      properties: {
        addressPrefix: "10.240.0.0/24",
        delegations: [{ name: "0", properties: { serviceName: "Microsoft.ContainerService/managedClusters" } }],
      },
    });
    expect((await put({})).body).toMatchObject({
      error: {
        code: "SubnetIsDelegated",
        message: `AgentPoolProfile subnet with id ${subnet} cannot be used as it's a delegated subnet. Please check https://aka.ms/adv-network-prerequest for more details.`,
      },
    });
  });

  it("warns of security rules that cut nodes off, and of a route to the Internet", async () => {
    await cloud.make(cloud.network("networkSecurityGroups/g"), {
      location: "eastus",
      properties: {
        securityRules: [
          {
            name: "deny-all",
            properties: {
              priority: 4096,
              direction: "Inbound",
              access: "Deny",
              protocol: "*",
              sourceAddressPrefix: "*",
              sourcePortRange: "*",
              destinationAddressPrefix: "*",
              destinationPortRange: "*",
            },
          },
        ],
      },
    });
    await cloud.make(cloud.network("routeTables/t"), {
      location: "eastus",
      properties: { routes: [{ name: "out", properties: { addressPrefix: "0.0.0.0/0", nextHopType: "Internet" } }] },
    });
    await cloud.make(cloud.network("virtualNetworks/v/subnets/s"), {
      properties: {
        addressPrefix: "10.240.0.0/24",
        networkSecurityGroup: { id: `${network}/networkSecurityGroups/g` },
        routeTable: { id: `${network}/routeTables/t` },
      },
    });
    expect((await put({ network: { outboundType: "userDefinedRouting" } })).body).toMatchObject({
      error: { code: "RouteTableInvalidNextHop", message: expect.stringContaining("a next hop of Internet but only") },
    });
    const made = await put({});
    expect(JSON.stringify([made.headers, made.body])).toContain("deny-all");
  });
});

it.each(["2.45", "2.74"] as const)("takes what az %s sends by default under current too", async (version) => {
  const cloud = await createAksCloud({ settings: { strictness: "current" } });
  expect((await cloud.send("PUT", cloud.cluster("c"), azClusterBody(version))).status).toBe(201);
});

it.each([
  ["2022-04-01", 400],
  ["2022-06-01", 201],
])("under current, api-version %s answers %s to networkPlugin none", async (version, status) => {
  const cloud = await createAksCloud({ settings: { strictness: "current" } });
  expect((await cloud.send("PUT", cloud.cluster("c", version), azClusterBody("2.45"))).status).toBe(status);
});

it("warns of an old az by its User-Agent", async () => {
  const cloud = await createAksCloud();
  const answer = await cloud.send("PUT", cloud.cluster("c"), azClusterBody("2.45"), {
    headers: { "user-agent": "AZURECLI/2.38.0 (PIP) azsdk-python-azure-mgmt-containerservice" },
  });
  expect(JSON.stringify([answer.headers, answer.body])).toContain("az 2.38.0 is older than 2.39.0");
});

it.each<[string, Case, string]>([
  ["vmSize", { pool: { vmSize: "Standard_D8ds_v5" } }, "agentPoolProfile.vmSize"],
  [
    "service range",
    { network: { serviceCidr: "10.9.0.0/16", dnsServiceIP: "10.9.0.10" } },
    "networkProfile.serviceCIDR",
  ],
  ["DNS address", { network: { dnsServiceIP: "10.0.0.11" } }, "networkProfile.dnsServiceIP"],
])("does not change the %s", async (_, change, property) => {
  const cloud = await createAksCloud();
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74"));
  expect((await cloud.send("PUT", cloud.cluster("c"), azClusterBody("2.74", change))).body).toMatchObject({
    error: { code: "PropertyChangeNotAllowed", message: `Changing property '${property}' is not allowed.` },
  });
});

it("keeps the pod range of a none cluster that a PUT leaves out, and changes it when asked", async () => {
  const cloud = await createAksCloud();
  const shown = async (): Promise<unknown> =>
    ((await cloud.send("GET", cloud.cluster("c", "2026-01-01"))).body["properties"] as { networkProfile: object })
      .networkProfile;
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { network: { podCidr: "10.244.0.0/16" } }));
  expect(await shown()).toMatchObject({ podCidr: "10.244.0.0/16", podCidrs: ["10.244.0.0/16"] });
  expect((await cloud.send("GET", cloud.cluster("c", "2025-10-01"))).body["properties"]).not.toHaveProperty(
    "networkProfile.podCidr",
  );
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74"));
  expect(await shown()).toMatchObject({ podCidr: "10.244.0.0/16" });
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { network: { podCidr: "10.99.0.0/16" } }));
  expect(await shown()).toMatchObject({ podCidr: "10.99.0.0/16", podCidrs: ["10.99.0.0/16"] });
  expect(cloud.host.only().network.podCidrs).toEqual(["10.99.0.0/16"]);
  // As `az aks update --pod-cidr` sends it: the list is still that of the answer.
  const network = { podCidr: "10.98.0.0/16", podCidrs: ["10.99.0.0/16"] };
  await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { network }));
  expect(await shown()).toMatchObject({ podCidr: "10.98.0.0/16", podCidrs: ["10.98.0.0/16"] });
});
