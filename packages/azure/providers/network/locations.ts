import { type JsonObject, assert, cidrSize } from "@byocni/base/core";
import type { ComputedType } from "@byocni/azure/arm";
import { childResource } from "@byocni/azure/types";
import { addressPrefix, prefixesOf } from "./address-prefixes.ts";
import { networkVersions } from "./api-versions.ts";
import { subnetUsage } from "./back-references.ts";
import { networkFaults } from "./errors.ts";
import { availabilityOf } from "./ip-configurations.ts";
import { elementsIn } from "./network-type.ts";
import { actionsOfDelegation, delegatedServices } from "./subnets.ts";

/** Addresses of each subnet that Azure keeps for itself. */
const keptByAzure = 5;

/** `virtualNetworks/usages`: how full its subnets are. */
const usages: ComputedType = {
  kind: "computed",
  name: "virtualNetworks/usages",
  apiVersions: networkVersions,
  async list({ parent }, context) {
    if (!parent) return undefined;
    const value: JsonObject[] = [];
    for (const { name, properties } of elementsIn(parent.properties, "subnets")) {
      const id = childResource(parent.id, "subnets", name);
      const ranges = prefixesOf(properties).map((prefix) => addressPrefix(prefix, id.text));
      const size = ranges.filter(({ family }) => family === 4).reduce((sum, range) => sum + Number(cidrSize(range)), 0);
      value.push(await subnetUsage(id, Math.max(0, size - keptByAzure), context));
    }
    return { value };
  },
};

/** `virtualNetworks/CheckIPAddressAvailability?ipAddress=…`. */
const checkAddress: ComputedType = {
  kind: "computed",
  name: "virtualNetworks/CheckIPAddressAvailability",
  apiVersions: networkVersions,
  async list({ parent, query }, context) {
    const address = query.get("ipAddress");
    if (address === null) throw networkFaults.InvalidRequestFormat({ path: "ipAddress", reason: "It is missing." });
    return parent && availabilityOf(address, parent, context);
  },
};

/** Services that can be reached from subnets by their service endpoints (Azure, virtual network service endpoints). */
const endpointServices = [
  "Microsoft.AzureActiveDirectory",
  "Microsoft.AzureCosmosDB",
  "Microsoft.CognitiveServices",
  "Microsoft.ContainerRegistry",
  "Microsoft.EventHub",
  "Microsoft.KeyVault",
  "Microsoft.ServiceBus",
  "Microsoft.Sql",
  "Microsoft.Storage",
  "Microsoft.Storage.Global",
  "Microsoft.Web",
];

/** What counts against the limits of a region, and the limits (Azure subscription limits, networking). */
const counted: readonly (readonly [name: string, text: string, limit: number, type: string])[] = [
  ["VirtualNetworks", "Virtual Networks", 1000, "virtualNetworks"],
  ["StaticPublicIPAddresses", "Static Public IP Addresses", 1000, "publicIPAddresses"],
  ["NetworkSecurityGroups", "Network Security Groups", 5000, "networkSecurityGroups"],
  ["PublicIPAddresses", "Public IP Addresses", 1000, "publicIPAddresses"],
  ["NetworkInterfaces", "Network Interfaces", 65_536, "networkInterfaces"],
  ["PrivateEndpoints", "Private Endpoints", 65_536, "privateEndpoints"],
  ["LoadBalancers", "Load Balancers", 1000, "loadBalancers"],
  ["RouteTables", "Route Tables", 600, "routeTables"],
  ["NatGateways", "Nat Gateways", 1000, "natGateways"],
];

function inLocation(name: string, list: ComputedType["list"]): ComputedType {
  assert(list, "a question about a region has an answer");
  return { kind: "computed", name: `locations/${name}`, apiVersions: networkVersions, scopes: ["subscription"], list };
}

/** Questions about networks and regions. */
export const networkQuestions: readonly ComputedType[] = [
  usages,
  checkAddress,
  inLocation("usages", async ({ scope, names }, { resources }) => {
    const within = `/subscriptions/${scope.kind === "tenant" ? "" : scope.text.split("/")[2]}`;
    const value: JsonObject[] = [];
    for (const [name, localizedValue, limit, type] of counted) {
      const all = await resources.list({ within, type: `Microsoft.Network/${type}` });
      const here = all.filter(({ location }) => location === names[0]?.toLowerCase());
      value.push({
        currentValue: here.length,
        id: `${within}/providers/Microsoft.Network/locations/${names[0] ?? ""}/usages/${name}`,
        limit,
        name: { localizedValue, value: name },
        unit: "Count",
      });
    }
    return { value };
  }),
  inLocation("CheckDnsNameAvailability", async ({ query, names }, { resources }) => {
    const label = query.get("domainNameLabel") ?? "";
    const fqdn = `${label}.${names[0] ?? ""}.cloudapp.azure.com`.toLowerCase();
    const all = await resources.list({ type: "Microsoft.Network/publicIPAddresses" });
    const isTaken = all.some(
      ({ properties }) => (properties["dnsSettings"] as { fqdn?: string } | undefined)?.fqdn?.toLowerCase() === fqdn,
    );
    return { available: !isTaken };
  }),
  inLocation("availableDelegations", ({ scope }) => ({
    value: delegatedServices.map((serviceName) => ({
      name: serviceName.replaceAll("/", "."),
      id: `/subscriptions/${scope.text.split("/")[2] ?? ""}/providers/Microsoft.Network/availableDelegations/${serviceName.replaceAll("/", ".")}`,
      type: "Microsoft.Network/availableDelegations",
      serviceName,
      actions: actionsOfDelegation(serviceName),
    })),
  })),
  inLocation("virtualNetworkAvailableEndpointServices", ({ scope }) => ({
    value: endpointServices.map((name) => ({
      name,
      id: `/subscriptions/${scope.text.split("/")[2] ?? ""}/providers/Microsoft.Network/virtualNetworkEndpointServices/${name}`,
      type: "Microsoft.Network/virtualNetworkEndpointServices",
    })),
  })),
];
