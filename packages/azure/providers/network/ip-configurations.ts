import { type JsonObject, formatAddress, nthAddress } from "@byocni/base/core";
import type { ProviderContext } from "@byocni/azure/arm";
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
    const address = await privateAddress(properties, before, context, configurations);
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

async function privateAddress(
  properties: JsonObject,
  before: JsonObject | undefined,
  context: ProviderContext,
  siblings: readonly NetworkElement[],
): Promise<string | undefined> {
  const subnet = referenceIn(properties, "subnet");
  if (subnet === undefined) return undefined;
  const asked = properties["privateIPAddress"];
  if (properties["privateIPAllocationMethod"] === "Static" && typeof asked === "string") return asked;
  if (before && referenceIn(before, "subnet")?.toLowerCase() === subnet.toLowerCase())
    return before["privateIPAddress"] as string | undefined;
  const resource = await context.resources.get(subnet);
  const [prefix] = resource ? prefixesOf(resource.properties) : [];
  if (prefix === undefined) return undefined;
  const taken = new Set([
    ...(await addressesIn(subnet, context)),
    ...siblings.map((one) => one.properties["privateIPAddress"]),
  ]);
  const range = addressPrefix(prefix, subnet);
  for (let position = firstUsable; ; position++) {
    const address = nthAddress(range, position);
    // The last one of a range is its broadcast address.
    if (!address || !nthAddress(range, position + 1)) return undefined;
    const text = formatAddress(address);
    if (!taken.has(text)) return text;
  }
}

async function addressesIn(subnet: string, context: ProviderContext): Promise<readonly unknown[]> {
  const interfaces = await context.resources.list({ type: "Microsoft.Network/networkInterfaces" });
  return interfaces.flatMap(({ properties }) =>
    elementsIn(properties, "ipConfigurations")
      .filter((one) => referenceIn(one.properties, "subnet")?.toLowerCase() === subnet.toLowerCase())
      .map((one) => one.properties["privateIPAddress"]),
  );
}
