import { type Cidr, type JsonObject, assert, cidrsOverlap, parseCidr } from "@byocni/base/core";
import type { PrepareRequest, ProviderContext, StoredType } from "@byocni/azure/arm";
import { apiVersionAtLeast } from "@byocni/azure/types";
import { addressPrefix, addressSpaceOf } from "./address-prefixes.ts";
import { subnetsUsers } from "./back-references.ts";
import { networkFaults } from "./errors.ts";
import {
  type NetworkElement,
  bareElements,
  elementsIn,
  kept,
  linkedOf,
  networkType,
  readNetworkBody,
  requireReferences,
  written,
} from "./network-type.ts";
import { checkSubnetChange, checkRanges, fillSubnet, subnetId, subnetReferences } from "./subnets.ts";
import { disconnectPeers, fillPeering } from "./virtual-network-peerings.ts";
import { subnetUsersIn } from "./users.ts";

/** Since this version an absent `subnets` leaves the subnets alone; before, it means none. */
const absentSubnetsKept = "2023-11-01";

/** `Microsoft.Network/virtualNetworks`. */
export const virtualNetworks: StoredType = networkType({
  name: "virtualNetworks",
  tags: true,
  patch: "tags",
  notImplementedActions: ["ddosProtectionStatus"],
  async prepare(request, context) {
    const { id, body, existing } = request;
    const sent = body.properties ?? {};
    const prefixes = addressSpaceOf(sent);
    if (prefixes.length === 0)
      throw networkFaults.InvalidRequestFormat({
        path: "properties.addressSpace.addressPrefixes",
        reason: "It is missing.",
      });
    for (const prefix of prefixes) requireAllowed(prefix, addressPrefix(prefix, id.text));
    const subnets = subnetsOf(request);
    checkRanges(subnets, { id, prefixes });
    if (existing) await checkUse(request, subnets, context);
    const references = subnets.flatMap(({ properties }) => subnetReferences(properties));
    await requireReferences(id.text, references, context);
    const { subnets: _subnets, virtualNetworkPeerings, ...rest } = kept(sent);
    const properties: JsonObject = {
      ...rest,
      resourceGuid: existing?.properties["resourceGuid"] ?? context.random.uuid(),
      subnets,
      virtualNetworkPeerings: Array.isArray(virtualNetworkPeerings)
        ? await peeringsOf(request, context)
        : elementsIn(existing?.properties, "virtualNetworkPeerings"),
      enableDdosProtection: rest["enableDdosProtection"] ?? false,
    };
    return written(existing, { state: { properties }, linked: linkedOf(references) });
  },
  async beforeDelete(resource, context) {
    if (context.cascade) return;
    const users = await subnetUsersIn(resource.id, context);
    for (const { name } of elementsIn(resource.properties, "subnets")) {
      const [user] = users.get(subnetId(resource.id, name).key) ?? [];
      if (user !== undefined) throw networkFaults.InUseSubnetCannotBeDeleted({ subnet: name, user });
    }
  },
  removed: disconnectPeers,
  related: subnetsUsers,
});

/** Ranges that no virtual network can have (Azure Virtual Network FAQ: multicast, broadcast, loopback, link-local, DNS). */
const barred = ["224.0.0.0/4", "255.255.255.255/32", "127.0.0.0/8", "169.254.0.0/16", "168.63.129.16/32"].map(
  (text) => {
    const parsed = parseCidr(text);
    assert(parsed.ok, "a constant range is one");
    return { text, range: parsed.value.cidr };
  },
);

function requireAllowed(prefix: string, range: Cidr): void {
  const bad = barred.find((one) => cidrsOverlap(one.range, range));
  if (bad)
    throw networkFaults.InvalidRequestFormat({
      path: "properties.addressSpace.addressPrefixes",
      reason: `${prefix} overlaps ${bad.text}, which Azure allows in no virtual network.`,
    });
}

function subnetsOf({ id, apiVersion, body, existing }: PrepareRequest): readonly NetworkElement[] {
  const sent = readNetworkBody(body.properties, "properties").objects("subnets");
  const before = elementsIn(existing?.properties, "subnets");
  if (sent === undefined) return apiVersionAtLeast(apiVersion, absentSubnetsKept) ? before : [];
  return bareElements(sent, "properties.subnets").map(({ name, properties }) => ({
    name: before.find((subnet) => subnet.name.toLowerCase() === name.toLowerCase())?.name ?? name,
    properties: fillSubnet(properties, subnetId(id, name).text),
  }));
}

/**
 * Judged by the write alone: Azure accepts such a template, and its deployment fails (Azure/bicep#13267).
 * @throws ArmError when a subnet that goes, or whose range changes, is in use
 */
async function checkUse(
  { id, existing, purpose }: PrepareRequest,
  after: readonly NetworkElement[],
  context: ProviderContext,
): Promise<void> {
  if (purpose !== "apply") return;
  const before = elementsIn(existing?.properties, "subnets");
  const changed = before.filter(
    (subnet) => JSON.stringify(subnet) !== JSON.stringify(after.find(({ name }) => name === subnet.name)),
  );
  if (changed.length === 0) return;
  const users = await subnetUsersIn(id, context);
  for (const subnet of changed) {
    const using = users.get(subnetId(id, subnet.name).key) ?? [];
    const [user] = using;
    const next = after.find(({ name }) => name === subnet.name);
    if (next) checkSubnetChange(subnet.name, subnet.properties, next.properties, using);
    else if (user !== undefined) throw networkFaults.InUseSubnetCannotBeDeleted({ subnet: subnet.name, user });
  }
}

async function peeringsOf(
  { id, body, existing }: PrepareRequest,
  context: ProviderContext,
): Promise<readonly NetworkElement[]> {
  const sent = readNetworkBody(body.properties, "properties").objects("virtualNetworkPeerings") ?? [];
  const before = elementsIn(existing?.properties, "virtualNetworkPeerings");
  const filled: NetworkElement[] = [];
  const others = bareElements(sent, "properties.virtualNetworkPeerings");
  for (const { name, properties } of others) {
    const known = before.find((peering) => peering.name.toLowerCase() === name.toLowerCase());
    const prefixes = addressSpaceOf(body.properties ?? {});
    filled.push({
      name,
      properties: (await fillPeering(properties, { vnet: id, prefixes, name, others }, known?.properties, context))
        .properties,
    });
  }
  return filled;
}
