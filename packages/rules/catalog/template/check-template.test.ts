import { expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { type TemplateResource, checkTemplate } from "../index.ts";

const group = "/subscriptions/s/resourceGroups/rg/providers";
const resource = (type: string, name: string, body: JsonObject, apiVersion = "2026-01-01"): TemplateResource => {
  const [namespace = "", ...types] = type.split("/");
  const names = name.split("/");
  const id = `${group}/${namespace}/${types.map((segment, index) => `${segment}/${names[index]}`).join("/")}`;
  return { id, type, name, apiVersion, body };
};
const cluster = (network: JsonObject, pool: JsonObject = {}, apiVersion?: string) =>
  resource(
    "Microsoft.ContainerService/managedClusters",
    "c",
    {
      identity: { type: "SystemAssigned" },
      properties: {
        agentPoolProfiles: [{ name: "p", mode: "System", count: 3, vmSize: "Standard_D4s_v5", ...pool }],
        networkProfile: { networkPlugin: "none", podCidr: "192.168.0.0/16", ...network },
      },
    },
    apiVersion,
  );
const vnet = (properties: JsonObject) => resource("Microsoft.Network/virtualNetworks", "v", { properties });
const subnetId = `${group}/Microsoft.Network/virtualNetworks/v/subnets/nodes`;
const found = (...resources: TemplateResource[]) =>
  checkTemplate(resources).map(({ rule, path, resource: { name } }) => `${rule} ${name} ${path}`);

it("finds nothing in a good template", () => {
  expect(found(cluster({}))).toEqual([]);
});

it("evaluates defaults: the article's template as published", () => {
  const article = resource(
    "Microsoft.ContainerService/managedClusters",
    "c",
    {
      properties: {
        kubernetesVersion: "1.22",
        agentPoolProfiles: [{ name: "nodepool1", count: 3, mode: "System", vmSize: "Standard_B2ms" }],
        networkProfile: { networkPlugin: "none" },
      },
    },
    "2022-06-01",
  );
  expect(found(article)).toEqual([
    "kubernetes-version c properties.kubernetesVersion",
    "pod-cidr-missing c properties.networkProfile.podCidr",
    "system-pool-size c properties.agentPoolProfiles[0].vmSize",
  ]);
});

it("sees subnets inline and as resources of their own, with what is tied to them", () => {
  const network = vnet({ addressSpace: { addressPrefixes: ["10.0.0.0/8"] }, subnets: [] });
  const nodes = resource("Microsoft.Network/virtualNetworks/subnets", "v/nodes", {
    properties: {
      addressPrefix: "10.0.239.0/24",
      networkSecurityGroup: { id: `${group}/Microsoft.Network/networkSecurityGroups/g` },
      delegations: [{ name: "d", properties: { serviceName: "Microsoft.Web/serverFarms" } }],
    },
  });
  const rules = resource("Microsoft.Network/networkSecurityGroups", "g", { properties: {} });
  const rule = resource("Microsoft.Network/networkSecurityGroups/securityRules", "g/deny", {
    properties: {
      priority: 100,
      direction: "Inbound",
      access: "Deny",
      protocol: "*",
      sourceAddressPrefix: "*",
      sourcePortRange: "*",
      destinationAddressPrefix: "*",
      destinationPortRange: "*",
    },
  });
  expect(found(network, nodes, rules, rule, cluster({}, { vnetSubnetID: subnetId }))).toEqual([
    "subnet-delegated c properties.agentPoolProfiles[0].vnetSubnetID",
    "service-cidr-overlap c properties.networkProfile.serviceCidr",
    "nsg-nodes c properties.agentPoolProfiles[0].vnetSubnetID",
  ]);
});

it("tells findings of a pool of its own apart from those of the cluster", () => {
  const pool = resource("Microsoft.ContainerService/managedClusters/agentPools", "c/win", {
    properties: { count: 1, mode: "User", osType: "Windows", orchestratorVersion: "1.22" },
  });
  expect(found(cluster({}), pool)).toEqual([
    "kubernetes-version c/win properties.orchestratorVersion",
    "windows-pools c/win properties.osType",
  ]);
});

it.each<[string, JsonObject, JsonObject]>([
  ["a range", { serviceCidr: "[reference('x').cidr]" }, {}],
  ["an address", { serviceCidr: "10.9.0.0/16", dnsServiceIP: "[reference('x').ip]" }, {}],
  ["a subnet", { outboundType: "userDefinedRouting" }, { vnetSubnetID: "[reference('x').subnet]" }],
  ["a pod range", { podCidr: "[reference('x').pods]" }, {}],
])("says nothing of %s that is known only at run time", (_, network, pool) => {
  expect(found(cluster(network, pool))).toEqual([]);
});

it("leaves out rules that the user does not want", () => {
  expect(checkTemplate([cluster({ podCidr: "" })], { except: new Set(["pod-cidr-missing"]) })).toEqual([]);
});
