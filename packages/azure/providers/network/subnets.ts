import { type Cidr, type JsonObject, assert, cidrsOverlap, isSuperset } from "@byocni/base/core";
import type { ProviderContext, StoredType } from "@byocni/azure/arm";
import { type ResourceId, childResource } from "@byocni/azure/types";
import { addressPrefix, addressSpaceOf, prefixesOf } from "./address-prefixes.ts";
import { subnetUsers } from "./back-references.ts";
import { networkFaults } from "./errors.ts";
import {
  type Reference,
  bareElements,
  elementsIn,
  kept,
  linkedOf,
  networkType,
  readNetworkBody,
  referenceIn,
  requireReferences,
  written,
} from "./network-type.ts";
import { usersOf } from "./users.ts";

const readOnly: ReadonlySet<string> = new Set([
  "interfaceEndpoints",
  "ipConfigurations",
  "ipConfigurationProfiles",
  "privateEndpoints",
  "purpose",
  "resourceNavigationLinks",
  "serviceAssociationLinks",
]);

const joins: Readonly<Record<string, string>> = {
  networkSecurityGroup: "Microsoft.Network/networkSecurityGroups/join/action",
  routeTable: "Microsoft.Network/routeTables/join/action",
  natGateway: "Microsoft.Network/natGateways/join/action",
};

/** What a subnet is bound to. */
export function subnetReferences(properties: JsonObject): readonly Reference[] {
  return Object.entries(joins).flatMap(([name, action]) => {
    const id = referenceIn(properties, name);
    return id === undefined ? [] : [{ id, action }];
  });
}

/** Fills the defaults of a subnet. @throws ArmError for a range that is none */
export function fillSubnet(sent: JsonObject, id: string): JsonObject {
  const reader = readNetworkBody(sent, "properties");
  const prefixes = prefixesOf(sent);
  if (prefixes.length === 0)
    throw networkFaults.InvalidRequestFormat({ path: `${id}.addressPrefix`, reason: "It is missing." });
  for (const prefix of prefixes) addressPrefix(prefix, id);
  const properties = kept(sent, readOnly);
  // Clients may send both forms; the one that is shown is the one that was asked for.
  const { addressPrefix: one, addressPrefixes: many, ...rest } = properties;
  return {
    ...(Array.isArray(many) && many.length > 0 ? { addressPrefixes: many } : { addressPrefix: one ?? "" }),
    ...rest,
    delegations: bareDelegations(reader.objects("delegations") ?? [], id),
    privateEndpointNetworkPolicies:
      reader.oneOf("privateEndpointNetworkPolicies", [
        "Disabled",
        "Enabled",
        "NetworkSecurityGroupEnabled",
        "RouteTableEnabled",
      ]) ?? "Disabled",
    privateLinkServiceNetworkPolicies:
      reader.oneOf("privateLinkServiceNetworkPolicies", ["Disabled", "Enabled"]) ?? "Enabled",
    ...(Array.isArray(sent["serviceEndpoints"])
      ? { serviceEndpoints: serviceEndpoints(reader.objects("serviceEndpoints") ?? []) }
      : {}),
  };
}

function bareDelegations(delegations: readonly JsonObject[], id: string): readonly JsonObject[] {
  // Delegations are no resources: their names are often the service's (`Microsoft.ContainerInstance/containerGroups`).
  return bareElements(delegations, `${id}.delegations`, undefined, (name) => name !== "").map(
    ({ name, properties }) => {
      const { serviceName } = properties;
      if (typeof serviceName !== "string")
        throw networkFaults.InvalidRequestFormat({
          path: `${id}.delegations.${name}.serviceName`,
          reason: "It is missing.",
        });
      return { name, properties: { serviceName, actions: actionsOfDelegation(serviceName) } };
    },
  );
}

const subnetActions = "Microsoft.Network/virtualNetworks/subnets";
const joinOnly = [`${subnetActions}/join/action`];
const withPolicies = [
  ...joinOnly,
  `${subnetActions}/prepareNetworkPolicies/action`,
  `${subnetActions}/unprepareNetworkPolicies/action`,
];

/** Services that may do something else on their subnet than join it. Source: azurerm_subnet, `service_delegation`. */
const actionsOfServices: ReadonlyMap<string, readonly string[]> = new Map([
  ["microsoft.containerinstance/containergroups", [`${subnetActions}/action`]],
  ["microsoft.databricks/workspaces", withPolicies],
  ["microsoft.netapp/volumes", ["Microsoft.Network/networkinterfaces/*", ...joinOnly]],
  ["microsoft.sql/managedinstances", withPolicies],
  ["microsoft.web/serverfarms", [`${subnetActions}/action`]],
]);

/** Services that subnets are given to most (Azure, subnet delegation). */
export const delegatedServices: readonly string[] = [
  "Microsoft.ApiManagement/service",
  "Microsoft.App/environments",
  "Microsoft.BareMetal/AzureVMware",
  "Microsoft.ContainerInstance/containerGroups",
  "Microsoft.ContainerService/managedClusters",
  "Microsoft.DBforMySQL/flexibleServers",
  "Microsoft.DBforPostgreSQL/flexibleServers",
  "Microsoft.Databricks/workspaces",
  "Microsoft.DevCenter/networkConnection",
  "Microsoft.HardwareSecurityModules/dedicatedHSMs",
  "Microsoft.NetApp/volumes",
  "Microsoft.Network/dnsResolvers",
  "Microsoft.Sql/managedInstances",
  "Microsoft.Web/serverFarms",
];

/** What Azure shows in `actions`, whatever a client sends there. */
export function actionsOfDelegation(serviceName: string): readonly string[] {
  return actionsOfServices.get(serviceName.toLowerCase()) ?? joinOnly;
}

function serviceEndpoints(endpoints: readonly JsonObject[]): readonly JsonObject[] {
  return endpoints.map(({ service, locations }) => ({ service: service ?? "", locations: locations ?? ["*"] }));
}

/** Longest prefixes: Azure keeps five addresses of each subnet; in IPv6 every subnet is a /64. */
const smallest = 29;
const onlyIPv6 = 64;

function isAllowedSize({ family, prefixLength }: Cidr): boolean {
  return family === 6 ? prefixLength === onlyIPv6 : prefixLength <= smallest;
}

/** @throws ArmError when a subnet lies outside of the virtual network or over another subnet */
export function checkRanges(
  subnets: readonly { readonly name: string; readonly properties: JsonObject }[],
  vnet: { readonly id: ResourceId; readonly prefixes: readonly string[] },
): void {
  const { name: vnetName, text } = vnet.id;
  const spaces = vnet.prefixes.map((prefix) => addressPrefix(prefix, text));
  const taken: Cidr[] = [];
  for (const { name, properties } of subnets) {
    for (const prefix of prefixesOf(properties)) {
      const range = addressPrefix(prefix, `${text}/subnets/${name}`);
      if (!isAllowedSize(range)) throw networkFaults.NetcfgInvalidSubnet({ subnet: name, vnet: vnetName });
      if (!spaces.some((space) => isSuperset(space, range)))
        throw networkFaults.NetcfgSubnetRangeOutsideVnet({ subnet: name, vnet: vnetName });
      if (taken.some((other) => cidrsOverlap(other, range)))
        throw networkFaults.NetcfgSubnetRangesOverlap({ subnet: name, vnet: vnetName });
      taken.push(range);
    }
  }
}

/** @throws ArmError when range or delegations of a subnet change while addresses of it are given out */
export function checkSubnetChange(name: string, before: JsonObject, after: JsonObject, users: readonly string[]): void {
  const [user] = users;
  if (user === undefined) return;
  const gone = prefixesOf(before).find((prefix) => !prefixesOf(after).includes(prefix));
  if (gone !== undefined) throw networkFaults.InUsePrefixCannotBeDeleted({ prefix: gone, subnet: name });
  const [from, to] = [delegatedTo(before), delegatedTo(after)];
  if (from.toLowerCase() !== to.toLowerCase())
    throw networkFaults.SubnetDelegationsCannotChangeWhenSubnetUsedByResource({
      subnet: name,
      before: from,
      after: to,
      user,
    });
}

/** The services that a subnet is given to. */
function delegatedTo(properties: JsonObject): string {
  return elementsIn(properties, "delegations")
    .map((delegation) => String(delegation.properties["serviceName"]))
    .join(", ");
}

/** `Microsoft.Network/virtualNetworks/subnets`: another view of the virtual network's `subnets`. */
export const subnets: StoredType = networkType({
  name: "virtualNetworks/subnets",
  embedded: { property: "subnets", shape: "resource" },
  patch: "none",
  notImplementedActions: ["PrepareNetworkPolicies", "UnprepareNetworkPolicies"],
  related: (resource, _shown, context) => subnetUsers(resource, context),
  async prepare({ id, body, existing, parent, purpose }, context) {
    assert(parent, "a subnet has a virtual network");
    const properties = fillSubnet(body.properties ?? {}, id.text);
    const siblings = elementsIn(parent.properties, "subnets").filter(
      ({ name }) => name.toLowerCase() !== id.name.toLowerCase(),
    );
    // Checked last: the new one is the one to blame.
    checkRanges([...siblings, { name: id.name, properties }], {
      id: parent.id,
      prefixes: addressSpaceOf(parent.properties),
    });
    if (existing && purpose === "apply")
      checkSubnetChange(id.name, existing.properties, properties, await usersOf(existing.id, context));
    const references = subnetReferences(properties);
    await requireReferences(id.text, references, context);
    return written(existing, { state: { properties }, linked: linkedOf(references) });
  },
  async beforeDelete(resource, context) {
    if (context.cascade) return;
    await requireUnused(resource.id, context);
  },
});

/** @throws ArmError InUseSubnetCannotBeDeleted */
export async function requireUnused(subnet: ResourceId, context: Pick<ProviderContext, "resources">): Promise<void> {
  const [user] = await usersOf(subnet, context);
  if (user !== undefined) throw networkFaults.InUseSubnetCannotBeDeleted({ subnet: subnet.name, user });
}

/** The id of a subnet by the virtual network's. */
export function subnetId(vnet: ResourceId, name: string): ResourceId {
  return childResource(vnet, "subnets", name);
}
