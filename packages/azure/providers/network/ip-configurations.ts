import {
  type Cidr,
  type JsonObject,
  cidrContains,
  formatAddress,
  lastAddress,
  nthAddress,
  parseAddress,
} from "@byocni/base/core";
import type { ProviderContext, Resource } from "@byocni/azure/arm";
import { type ResourceId, childResource } from "@byocni/azure/types";
import { addressPrefix, prefixesOf } from "./address-prefixes.ts";
import { networkFaults } from "./errors.ts";
import {
  type NetworkElement,
  type Reference,
  bareElements,
  elementsIn,
  kept,
  readNetworkBody,
  referenceIn,
  requireReferences,
} from "./network-type.ts";
import { usersOf } from "./users.ts";

/** Addresses that Azure keeps at the start of each subnet: network, gateway, two for DNS. */
const firstUsable = 4;

/**
 * Fills the IP configurations of an interface or the frontends of a load balancer: their references, and an address of
 * the subnet. @throws ArmError
 */
export async function fillIpConfigurations(
  sent: readonly JsonObject[],
  owner: { readonly id: string; readonly path: string; readonly existing: readonly NetworkElement[] },
  context: ProviderContext,
): Promise<{ readonly configurations: readonly NetworkElement[]; readonly references: readonly Reference[] }> {
  const configurations: NetworkElement[] = [];
  const references: Reference[] = [];
  for (const { name, properties } of bareElements(sent, owner.path)) {
    const mine = referencesOf(properties);
    await requireReferences(owner.id, mine, context);
    await requireFreePublicIp(properties, `${owner.id}/${owner.path}/${name}`, context);
    references.push(...mine);
    const before = owner.existing.find((one) => one.name === name)?.properties;
    const user = `${owner.id}/${owner.path}/${name}`;
    const address = await privateAddress({ properties, before, user, siblings: configurations }, context);
    const { privateIPAddress: _address, ...rest } = kept(properties);
    configurations.push({
      name,
      properties: {
        ...rest,
        ...(address === undefined ? {} : { privateIPAddress: address }),
        privateIPAllocationMethod:
          readNetworkBody(properties, owner.path).oneOf("privateIPAllocationMethod", ["Dynamic", "Static"]) ??
          "Dynamic",
      },
    });
  }
  return { configurations, references };
}

function referencesOf(properties: JsonObject): readonly Reference[] {
  const subnet = referenceIn(properties, "subnet");
  const address = referenceIn(properties, "publicIPAddress");
  return [
    ...(subnet === undefined ? [] : [{ id: subnet, action: "Microsoft.Network/virtualNetworks/subnets/join/action" }]),
    ...(address === undefined ? [] : [{ id: address, action: "Microsoft.Network/publicIPAddresses/join/action" }]),
  ];
}

async function requireFreePublicIp(properties: JsonObject, user: string, context: ProviderContext): Promise<void> {
  const reference = referenceIn(properties, "publicIPAddress");
  const resource = reference === undefined ? undefined : await context.resources.get(reference);
  if (!resource) return;
  const other = (await usersOf(resource.id, context)).find((one) => !one.toLowerCase().startsWith(user.toLowerCase()));
  if (other !== undefined) throw networkFaults.PublicIPAddressInUse({ user, id: resource.id.text, other });
}

interface WantedAddress {
  readonly properties: JsonObject;
  readonly before: JsonObject | undefined;
  /** The IP configuration that asks, as Azure names it. */
  readonly user: string;
  readonly siblings: readonly NetworkElement[];
}

async function privateAddress(
  { properties, before, user, siblings }: WantedAddress,
  context: ProviderContext,
): Promise<string | undefined> {
  const subnet = referenceIn(properties, "subnet");
  if (subnet === undefined) return undefined;
  const asked = properties["privateIPAddress"];
  const isStatic = String(properties["privateIPAllocationMethod"]).toLowerCase() === "static";
  const isSame = before !== undefined && referenceIn(before, "subnet")?.toLowerCase() === subnet.toLowerCase();
  const kept = isSame ? before["privateIPAddress"] : undefined;
  const wanted = isStatic && typeof asked === "string" && asked !== "" ? asked : undefined;
  if (kept !== undefined && (wanted === undefined || wanted === kept)) return String(kept);
  const resource = await context.resources.get(subnet);
  if (!resource) return wanted;
  const taken = await addressesIn(resource.id, context);
  for (const { name, properties: other } of siblings)
    taken.set(String(other["privateIPAddress"]), `${user.slice(0, user.lastIndexOf("/"))}/${name}`);
  const isIPv6 = String(properties["privateIPAddressVersion"]).toLowerCase() === "ipv6";
  const prefixes = prefixesOf(resource.properties).filter((prefix) => prefix.includes(":") === isIPv6);
  if (wanted !== undefined) {
    checkStatic(wanted, { prefixes, taken, user });
    return wanted;
  }
  for (const prefix of prefixes) {
    const free = freeAddressIn(addressPrefix(prefix, subnet), taken);
    if (free !== undefined) return free;
  }
  throw networkFaults.SubnetIsFull({ subnet: resource.name, prefix: prefixes.join(", ") });
}

function freeAddressIn(range: Cidr, taken: ReadonlyMap<string, string>): string | undefined {
  for (let position = firstUsable; ; position++) {
    const address = nthAddress(range, position);
    // The last one of a range is its broadcast address.
    if (!address || !nthAddress(range, position + 1)) return undefined;
    const text = formatAddress(address);
    if (!taken.has(text)) return text;
  }
}

/** @throws ArmError when the address is not one that the subnet can give */
function checkStatic(
  address: string,
  subnet: { readonly prefixes: readonly string[]; readonly taken: ReadonlyMap<string, string>; readonly user: string },
): void {
  const { prefixes, taken, user } = subnet;
  const parsed = parseAddress(address);
  const prefix = prefixes.find((text) => parsed.ok && cidrContains(addressPrefix(text, user), parsed.value));
  if (prefix === undefined || !parsed.ok)
    throw networkFaults.PrivateIPAddressNotInSubnet({ address, prefix: prefixes.join(", ") });
  const range = addressPrefix(prefix, user);
  const first = Array.from({ length: firstUsable }, (_, position) => nthAddress(range, position));
  const reserved = [...first, ...(range.family === 4 ? [lastAddress(range)] : [])];
  if (reserved.some((one) => one && formatAddress(one) === formatAddress(parsed.value)))
    throw networkFaults.PrivateIPAddressInReservedRange({ address, prefix });
  const other = taken.get(formatAddress(parsed.value));
  if (other !== undefined && other.toLowerCase() !== user.toLowerCase())
    throw networkFaults.PrivateIPAddressIsAllocated({ id: user, address, other });
}

/** Types whose parts take addresses of subnets, and where these parts are. */
const takers = [
  ["Microsoft.Network/networkInterfaces", "ipConfigurations"],
  ["Microsoft.Network/loadBalancers", "frontendIPConfigurations"],
] as const;

/** Addresses of a subnet that are given out, with who has them. */
async function addressesIn(
  subnet: ResourceId,
  context: Pick<ProviderContext, "resources">,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [type, part] of takers) {
    for (const { id, properties } of await context.resources.list({ type })) {
      for (const one of elementsIn(properties, part)) {
        const address = one.properties["privateIPAddress"];
        if (typeof address === "string" && referenceIn(one.properties, "subnet")?.toLowerCase() === subnet.key)
          found.set(address, `${id.text}/${part}/${one.name}`);
      }
    }
  }
  return found;
}

/** What a network can say about one address of it (`CheckIPAddressAvailability`). */
export async function availabilityOf(
  address: string,
  vnet: Resource,
  context: Pick<ProviderContext, "resources">,
): Promise<JsonObject> {
  const parsed = parseAddress(address);
  for (const subnet of elementsIn(vnet.properties, "subnets")) {
    const id = childResource(vnet.id, "subnets", subnet.name);
    const prefix = prefixesOf(subnet.properties).find(
      (text) => parsed.ok && cidrContains(addressPrefix(text, id.text), parsed.value),
    );
    if (prefix === undefined || !parsed.ok) continue;
    const taken = await addressesIn(id, context);
    const range = addressPrefix(prefix, id.text);
    const reserved = Array.from({ length: firstUsable }, (_, position) => nthAddress(range, position));
    const isPlatformReserved = [...reserved, lastAddress(range)].some(
      (one) => one && formatAddress(one) === formatAddress(parsed.value),
    );
    if (!isPlatformReserved && !taken.has(formatAddress(parsed.value))) return { available: true };
    const others: string[] = [];
    for (let count = 0; count < suggestions; count++) {
      const free = freeAddressIn(range, taken);
      if (free === undefined) break;
      others.push(free);
      taken.set(free, "");
    }
    return { available: false, availableIPAddresses: others, isPlatformReserved };
  }
  return { available: false, isPlatformReserved: false };
}

/** How many other addresses are named when one is taken. */
const suggestions = 5;
