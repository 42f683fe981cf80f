import type { RouteFacts, SecurityRuleFacts, SubnetFacts, VnetFacts } from "@byocni/rules/catalog";
import type { FoundResource } from "./evaluate.ts";
import { type KnownValues, knownValues } from "./known-values.ts";

const typeOf = ({ resource }: FoundResource): string => resource.type.toLowerCase();
const network = "microsoft.network";

/** A child that stands in its parent's array, or is a resource of its own. */
interface Child {
  readonly name: string;
  readonly properties: KnownValues;
}

/** The subnets that a template makes, by id in lower case, with all around them that is known. */
export function subnetFacts(found: readonly FoundResource[]): ReadonlyMap<string, SubnetFacts> {
  const vnets = found.filter((one) => typeOf(one) === `${network}/virtualnetworks`);
  const spaces = new Map(vnets.map((vnet) => [vnet.resource.id.toLowerCase(), addressSpace(vnet)]));
  const subnets = new Map<string, SubnetFacts>();
  for (const vnet of vnets) {
    const children = childrenOf(vnet, "subnets", found);
    const facts: VnetFacts = {
      id: vnet.resource.id,
      prefixes: addressSpace(vnet),
      subnets: children.map(({ name, properties }) => ({ name, prefixes: prefixesOf(properties) })),
      peers: childrenOf(vnet, "virtualNetworkPeerings", found).flatMap(({ properties }) => {
        const remote = properties.child("remoteVirtualNetwork").text("id");
        const prefixes = remote === undefined ? undefined : spaces.get(remote.toLowerCase());
        return remote !== undefined && prefixes ? [{ name: remote.split("/").at(-1) ?? remote, prefixes }] : [];
      }),
    };
    for (const { name, properties } of children) {
      const id = `${vnet.resource.id}/subnets/${name}`;
      subnets.set(id.toLowerCase(), subnetOf(id, name, properties, facts, found));
    }
  }
  return subnets;
}

function subnetOf(
  id: string,
  name: string,
  properties: KnownValues,
  vnet: VnetFacts,
  found: readonly FoundResource[],
): SubnetFacts {
  const group = referenced(properties, "networkSecurityGroup", found);
  const table = referenced(properties, "routeTable", found);
  const gateway = properties.child("natGateway").rawText("id");
  return {
    id,
    name,
    prefixes: prefixesOf(properties),
    delegations: properties.children("delegations").flatMap((one) => one.child("properties").text("serviceName") ?? []),
    vnet,
    ...(group
      ? {
          nsg: {
            id: group.resource.id,
            rules: childrenOf(group, "securityRules", found).map((child) => securityRule(child)),
          },
        }
      : {}),
    ...(table
      ? {
          routeTable: {
            id: table.resource.id,
            routes: childrenOf(table, "routes", found).map((child) => route(child)),
          },
        }
      : {}),
    ...(gateway === undefined ? {} : { natGatewayId: gateway }),
  };
}

function referenced(
  properties: KnownValues,
  member: string,
  found: readonly FoundResource[],
): FoundResource | undefined {
  const id = properties.child(member).text("id")?.toLowerCase();
  return id === undefined ? undefined : found.find(({ resource }) => resource.id.toLowerCase() === id);
}

/** Inline children first; a resource of its own takes the place of the inline one of the same name. */
function childrenOf(parent: FoundResource, member: string, found: readonly FoundResource[]): readonly Child[] {
  const inline = knownValues(parent.resource.body["properties"])
    .children(member)
    .flatMap((one): Child[] => {
      const name = one.text("name");
      return name === undefined ? [] : [{ name, properties: one.child("properties") }];
    });
  const below = `${parent.resource.id}/${member}/`.toLowerCase();
  const own = found
    .filter(({ resource }) => resource.id.toLowerCase().startsWith(below))
    .map(({ resource }): Child => ({
      name: resource.name.split("/").at(-1) ?? resource.name,
      properties: knownValues(resource.body["properties"]),
    }));
  const taken = new Set(own.map(({ name }) => name.toLowerCase()));
  return [...inline.filter(({ name }) => !taken.has(name.toLowerCase())), ...own];
}

function addressSpace({ resource }: FoundResource): readonly string[] {
  return knownValues(resource.body["properties"]).child("addressSpace").texts("addressPrefixes");
}

function prefixesOf(properties: KnownValues): readonly string[] {
  const many = properties.texts("addressPrefixes");
  const one = properties.text("addressPrefix");
  return many.length > 0 ? many : one === undefined ? [] : [one];
}

function route({ properties }: Child): RouteFacts {
  return { prefix: properties.text("addressPrefix") ?? "", nextHopType: properties.text("nextHopType") ?? "" };
}

function securityRule({ name, properties }: Child): SecurityRuleFacts {
  const both = (one: string, many: string): readonly string[] => [
    ...(properties.text(one) === undefined ? [] : [properties.text(one) ?? ""]),
    ...properties.texts(many),
  ];
  // Members of application security groups are not known: a word that stands for no address matches nothing.
  const side = (end: "source" | "destination"): readonly string[] => [
    ...both(`${end}AddressPrefix`, `${end}AddressPrefixes`),
    ...(properties.children(`${end}ApplicationSecurityGroups`).length > 0 ? ["ApplicationSecurityGroup"] : []),
  ];
  return {
    name,
    priority: properties.number("priority") ?? 0,
    direction: properties.text("direction")?.toLowerCase() === "outbound" ? "Outbound" : "Inbound",
    access: properties.text("access")?.toLowerCase() === "allow" ? "Allow" : "Deny",
    protocol: properties.text("protocol") ?? "*",
    sources: side("source"),
    sourcePorts: both("sourcePortRange", "sourcePortRanges"),
    destinations: side("destination"),
    destinationPorts: both("destinationPortRange", "destinationPortRanges"),
  };
}
