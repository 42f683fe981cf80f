import type { JsonObject } from "@byocni/base/core";
import type { SubnetFacts, VnetFacts } from "../facts.ts";
import type { SecurityRuleFacts } from "../nsg/security-rule.ts";
import {
  type TemplateResource,
  childrenOf,
  lastName,
  objectIn,
  objectsIn,
  ofType,
  textIn,
  textsIn,
} from "./template-resource.ts";

interface Part {
  readonly name: string;
  readonly properties: JsonObject;
}

/** Parts that stand inline in an array, and those that are resources of their own. */
function partsOf(resources: readonly TemplateResource[], parent: TemplateResource, member: string): readonly Part[] {
  const inline = objectsIn(objectIn(parent.body, "properties"), member).map((part) => ({
    name: textIn(part, "name") ?? "",
    properties: objectIn(part, "properties"),
  }));
  const own = childrenOf(resources, parent, `${parent.type}/${member}`).map((child) => ({
    name: lastName(child),
    properties: objectIn(child.body, "properties"),
  }));
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  return [...inline.filter(({ name }) => !names.has(name.toLowerCase())), ...own];
}

const prefixesOf = (properties: JsonObject): readonly string[] => {
  const many = textsIn(properties, "addressPrefixes");
  const one = textIn(properties, "addressPrefix");
  return many.length > 0 ? many : one === undefined ? [] : [one];
};

const spaceOf = (vnet: TemplateResource): readonly string[] =>
  textsIn(objectIn(objectIn(vnet.body, "properties"), "addressSpace"), "addressPrefixes");

/** The subnets that a template makes, by id in lower case. */
export function subnetsInTemplate(resources: readonly TemplateResource[]): ReadonlyMap<string, SubnetFacts> {
  const found = new Map<string, SubnetFacts>();
  for (const vnet of ofType(resources, "Microsoft.Network/virtualNetworks")) {
    const parts = partsOf(resources, vnet, "subnets");
    const facts: VnetFacts = {
      id: vnet.id,
      prefixes: spaceOf(vnet),
      subnets: parts.map(({ name, properties }) => ({ name, prefixes: prefixesOf(properties) })),
      peers: peersOf(resources, vnet),
    };
    for (const { name, properties } of parts) {
      const id = `${vnet.id}/subnets/${name}`;
      found.set(id.toLowerCase(), subnetFacts(resources, { id, name, properties, vnet: facts }));
    }
  }
  return found;
}

function peersOf(resources: readonly TemplateResource[], vnet: TemplateResource): VnetFacts["peers"] {
  return partsOf(resources, vnet, "virtualNetworkPeerings").flatMap(({ properties }) => {
    const remote = find(resources, properties, "remoteVirtualNetwork");
    return remote ? [{ name: lastName(remote), prefixes: spaceOf(remote) }] : [];
  });
}

function find(resources: readonly TemplateResource[], properties: JsonObject, member: string) {
  const id = textIn(objectIn(properties, member), "id")?.toLowerCase();
  return id === undefined ? undefined : resources.find((resource) => resource.id.toLowerCase() === id);
}

function subnetFacts(
  resources: readonly TemplateResource[],
  { id, name, properties, vnet }: Part & { readonly id: string; readonly vnet: VnetFacts },
): SubnetFacts {
  const group = find(resources, properties, "networkSecurityGroup");
  const table = find(resources, properties, "routeTable");
  // A table that lies elsewhere may have any routes: it is left out, and so is what rules would say of it.
  const elsewhere = objectIn(properties, "routeTable")["id"] !== undefined && !table;
  const gateway = objectIn(properties, "natGateway")["id"];
  return {
    id,
    name,
    prefixes: prefixesOf(properties),
    delegations: objectsIn(properties, "delegations").flatMap(
      (delegation) => textIn(objectIn(delegation, "properties"), "serviceName") ?? [],
    ),
    vnet,
    ...(group ? { nsg: { id: group.id, rules: partsOf(resources, group, "securityRules").flatMap(ruleFacts) } } : {}),
    ...(table ? { routeTable: { id: table.id, routes: routesOf(partsOf(resources, table, "routes")) } } : {}),
    ...(elsewhere
      ? { routeTable: { id: "", routes: [{ prefix: "0.0.0.0/0", nextHopType: "VirtualAppliance" }] } }
      : {}),
    ...(gateway === undefined ? {} : { natGatewayId: String(gateway) }),
  };
}

function routesOf(parts: readonly Part[]) {
  return parts.map(({ properties }) => ({
    prefix: textIn(properties, "addressPrefix") ?? "",
    nextHopType: textIn(properties, "nextHopType") ?? "",
  }));
}

/** A rule, when all that decides is known. */
function ruleFacts({ name, properties }: Part): readonly SecurityRuleFacts[] {
  const both = (one: string, many: string): readonly string[] => {
    const single = textIn(properties, one);
    return [...(single === undefined ? [] : [single]), ...textsIn(properties, many)];
  };
  const priority = properties["priority"];
  if (typeof priority !== "number") return [];
  return [
    {
      name,
      priority,
      direction: textIn(properties, "direction")?.toLowerCase() === "outbound" ? "Outbound" : "Inbound",
      access: textIn(properties, "access")?.toLowerCase() === "allow" ? "Allow" : "Deny",
      protocol: textIn(properties, "protocol") ?? "*",
      sources: both("sourceAddressPrefix", "sourceAddressPrefixes"),
      sourcePorts: both("sourcePortRange", "sourcePortRanges"),
      destinations: both("destinationAddressPrefix", "destinationAddressPrefixes"),
      destinationPorts: both("destinationPortRange", "destinationPortRanges"),
    },
  ];
}
