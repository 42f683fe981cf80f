import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { ProviderContext, Resource } from "@byocni/azure/arm";
import { parentResource, parseResourceId } from "@byocni/azure/types";
import type { RouteFacts, SecurityRuleFacts, SubnetFacts, VnetFacts } from "@byocni/rules/catalog";
import { addressSpaceOf, prefixesOf } from "../network/address-prefixes.ts";
import { elementsIn, referenceIn } from "../network/network-type.ts";
import { addressesUsed } from "../network/users.ts";

export type SubnetReader = (id: string) => Promise<SubnetFacts | undefined>;

const permissions = {
  join: "Microsoft.Network/virtualNetworks/subnets/join/action",
  read: "Microsoft.Network/virtualNetworks/subnets/read",
} as const;

/**
 * Reads subnets with all that rules look at.
 * @param principal object id whose permissions are asked for; `new`: it cannot have any yet; undefined: not asked
 * @param ownGroup node resource group of the cluster, whose machines do not count as others
 */
export function createSubnetReader(
  context: ProviderContext,
  principal: string | undefined,
  ownGroup: string,
): SubnetReader {
  const { resources } = context;

  async function referenced(subnet: Resource, name: string): Promise<Resource | undefined> {
    const id = referenceIn(subnet.properties, name);
    return id === undefined ? undefined : resources.get(id);
  }

  async function vnetFacts(vnet: Resource): Promise<VnetFacts> {
    const peers: { name: string; prefixes: readonly string[] }[] = [];
    for (const { properties } of elementsIn(vnet.properties, "virtualNetworkPeerings")) {
      const remote = referenceIn(properties, "remoteVirtualNetwork");
      const far = remote === undefined ? undefined : await resources.get(remote);
      if (far) peers.push({ name: far.name, prefixes: addressSpaceOf(far.properties) });
    }
    return {
      id: vnet.id.text,
      prefixes: addressSpaceOf(vnet.properties),
      subnets: elementsIn(vnet.properties, "subnets").map(({ name, properties }) => ({
        name,
        prefixes: prefixesOf(properties),
      })),
      peers,
    };
  }

  return async (text) => {
    const id = parseResourceId(text);
    const vnetId = id && parentResource(id);
    const subnet = id && (await resources.get(id));
    const vnet = vnetId && (await resources.get(vnetId));
    if (!subnet || !vnet) return undefined;
    const group = await referenced(subnet, "networkSecurityGroup");
    const table = await referenced(subnet, "routeTable");
    const gateway = referenceIn(subnet.properties, "natGateway");
    return {
      id: text,
      name: subnet.name,
      prefixes: prefixesOf(subnet.properties),
      delegations: elementsIn(subnet.properties, "delegations").map(({ properties }) =>
        String(properties["serviceName"]),
      ),
      vnet: await vnetFacts(vnet),
      ...(group
        ? { nsg: { id: group.id.text, rules: elementsIn(group.properties, "securityRules").map(ruleFacts) } }
        : {}),
      ...(table
        ? { routeTable: { id: table.id.text, routes: elementsIn(table.properties, "routes").map(routeFacts) } }
        : {}),
      ...(gateway === undefined ? {} : { natGatewayId: gateway }),
      usedAddresses: await addressesUsed(subnet.id, ownGroup, context),
      ...(principal === undefined
        ? {}
        : {
            permissions: {
              join: principal !== "new" && (await context.hasPermission(principal, permissions.join, text)),
              read: principal !== "new" && (await context.hasPermission(principal, permissions.read, text)),
            },
          }),
    };
  };
}

function routeFacts({ properties }: { readonly properties: JsonObject }): RouteFacts {
  return { prefix: String(properties["addressPrefix"]), nextHopType: String(properties["nextHopType"]) };
}

/** A stored rule, its singular and plural members joined. */
function ruleFacts({
  name,
  properties,
}: {
  readonly name: string;
  readonly properties: JsonObject;
}): SecurityRuleFacts {
  const both = (one: string, many: string): readonly string[] => {
    const list = properties[many];
    const single = properties[one];
    return [
      ...(typeof single === "string" && single !== "" ? [single] : []),
      ...(Array.isArray(list) ? list.map(String) : []),
    ];
  };
  // Members of application security groups are not known here: a word that stands for no address matches nothing.
  const side = (end: "source" | "destination"): readonly string[] => {
    const groups = properties[`${end}ApplicationSecurityGroups`];
    const prefixes = both(`${end}AddressPrefix`, `${end}AddressPrefixes`);
    return Array.isArray(groups) && groups.some(isJsonObject) ? [...prefixes, "ApplicationSecurityGroup"] : prefixes;
  };
  return {
    name,
    priority: Number(properties["priority"]),
    direction: properties["direction"] === "Outbound" ? "Outbound" : "Inbound",
    access: properties["access"] === "Allow" ? "Allow" : "Deny",
    protocol: String(properties["protocol"]),
    sources: side("source"),
    sourcePorts: both("sourcePortRange", "sourcePortRanges"),
    destinations: side("destination"),
    destinationPorts: both("destinationPortRange", "destinationPortRanges"),
  };
}
