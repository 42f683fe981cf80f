import { type JsonObject, isJsonObject } from "@byocni/base/core";
import type { ProviderContext, Resource } from "@byocni/azure/arm";
import type { ResourceId } from "@byocni/azure/types";

/** How one resource uses another. */
interface Use {
  /** What uses it, as Azure names it in refusals. */
  readonly user: string;
  /** Id of what is used. */
  readonly used: string;
}

const resourceTypesThatUse: readonly (readonly [type: string, uses: (resource: Resource) => Iterable<Use>])[] = [
  ["Microsoft.Network/virtualNetworks", subnetUses],
  ["Microsoft.Network/networkInterfaces", interfaceUses],
  ["Microsoft.Network/loadBalancers", frontendUses],
  ["Microsoft.Network/natGateways", gatewayUses],
  ["Microsoft.Network/privateEndpoints", endpointUses],
  ["Microsoft.Compute/virtualMachineScaleSets", scaleSetUses],
];

/**
 * What uses a resource, found by looking at everything in the subscription that could: nothing is kept twice, so
 * nothing can disagree after a crash.
 */
export async function usersOf(id: ResourceId, context: Pick<ProviderContext, "resources">): Promise<readonly string[]> {
  return (await allUsers(id.subscriptionId ?? "", context)).get(id.key) ?? [];
}

/** What uses what in a subscription: users by the id of what they use, in lower case. */
export type Users = ReadonlyMap<string, readonly string[]>;

export async function allUsers(subscriptionId: string, context: Pick<ProviderContext, "resources">): Promise<Users> {
  const within = `/subscriptions/${subscriptionId}`;
  const found = new Map<string, string[]>();
  for (const [type, uses] of resourceTypesThatUse) {
    for (const resource of await context.resources.list({ within, type })) {
      for (const { user, used } of uses(resource)) {
        const users = found.get(used.toLowerCase());
        if (users) users.push(user);
        else found.set(used.toLowerCase(), [user]);
      }
    }
  }
  return found;
}

/** What uses any subnet of a virtual network, by subnet id in lower case. */
export async function subnetUsersIn(
  vnet: ResourceId,
  context: Pick<ProviderContext, "resources">,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const users = await allUsers(vnet.subscriptionId ?? "", context);
  return new Map([...users].filter(([used]) => used.startsWith(`${vnet.key}/subnets/`)));
}

function* subnetUses({ id, properties }: Resource): Generator<Use> {
  for (const subnet of objects(properties["subnets"])) {
    const user = `${id.text}/subnets/${String(subnet["name"])}`;
    const members = object(subnet["properties"]);
    for (const name of ["networkSecurityGroup", "routeTable", "natGateway"]) {
      const used = idOf(members[name]);
      if (used !== undefined) yield { user, used };
    }
  }
}

function* interfaceUses({ id, properties }: Resource): Generator<Use> {
  const group = idOf(properties["networkSecurityGroup"]);
  if (group !== undefined) yield { user: id.text, used: group };
  for (const configuration of objects(properties["ipConfigurations"]))
    yield* configurationUses(`${id.text}/ipConfigurations/${String(configuration["name"])}`, configuration);
}

function* frontendUses({ id, properties }: Resource): Generator<Use> {
  for (const frontend of objects(properties["frontendIPConfigurations"]))
    yield* configurationUses(`${id.text}/frontendIPConfigurations/${String(frontend["name"])}`, frontend);
}

function* gatewayUses({ id, properties }: Resource): Generator<Use> {
  for (const member of ["publicIpAddresses", "publicIpPrefixes"]) {
    for (const address of objects(properties[member])) {
      const used = idOf(address);
      if (used !== undefined) yield { user: id.text, used };
    }
  }
}

function* configurationUses(user: string, configuration: JsonObject): Generator<Use> {
  const members = object(configuration["properties"]);
  for (const name of ["subnet", "publicIPAddress"]) {
    const used = idOf(members[name]);
    if (used !== undefined) yield { user, used };
  }
}

function* endpointUses({ id, properties }: Resource): Generator<Use> {
  const used = idOf(properties["subnet"]);
  if (used !== undefined) yield { user: id.text, used };
}

/** Machines of a scale set have no interface resources of their own: Azure names them below the machine. */
function* scaleSetUses({ id, name, sku, properties }: Resource): Generator<Use> {
  if (Number(sku?.["capacity"] ?? 0) === 0) return;
  const network = object(object(properties["virtualMachineProfile"])["networkProfile"]);
  for (const configuration of objects(network["networkInterfaceConfigurations"])) {
    for (const address of objects(object(configuration["properties"])["ipConfigurations"])) {
      const used = idOf(object(address["properties"])["subnet"]);
      const user = `${id.text}/virtualMachines/0/networkInterfaces/${String(configuration["name"] ?? name)}/ipConfigurations/${String(address["name"])}`;
      if (used !== undefined) yield { user, used };
    }
  }
}

function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function object(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function idOf(value: unknown): string | undefined {
  const { id } = object(value);
  return typeof id === "string" && id !== "" ? id : undefined;
}

/**
 * How many addresses of a subnet are taken: by interfaces, and by machines of scale sets outside of one group.
 */
export async function addressesUsed(
  subnet: ResourceId,
  exceptGroup: string,
  context: Pick<ProviderContext, "resources">,
): Promise<number> {
  const within = `/subscriptions/${subnet.subscriptionId}`;
  let used = 0;
  for (const resource of await context.resources.list({ within, type: "Microsoft.Network/networkInterfaces" }))
    for (const use of interfaceUses(resource)) if (use.used.toLowerCase() === subnet.key) used++;
  for (const resource of await context.resources.list({ within, type: "Microsoft.Compute/virtualMachineScaleSets" })) {
    if (resource.id.resourceGroup?.toLowerCase() === exceptGroup.toLowerCase()) continue;
    for (const use of scaleSetUses(resource))
      if (use.used.toLowerCase() === subnet.key) used += Number(resource.sku?.["capacity"] ?? 0);
  }
  return used;
}
