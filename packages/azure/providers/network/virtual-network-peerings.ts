import { type JsonObject, assert, cidrsOverlap } from "@byocni/base/core";
import type { ProviderContext, Resource, StoredType } from "@byocni/azure/arm";
import { type ResourceId, childResource, parentResource } from "@byocni/azure/types";
import { addressPrefix, addressSpaceOf } from "./address-prefixes.ts";
import { networkFaults } from "./errors.ts";
import {
  type NetworkElement,
  elementsIn,
  kept,
  linkedOf,
  networkType,
  readNetworkBody,
  referenceIn,
  requireReferences,
  written,
} from "./network-type.ts";

const readOnly: ReadonlySet<string> = new Set([
  "peeringState",
  "peeringSyncLevel",
  "remoteBgpCommunities",
  "remoteVirtualNetworkEncryption",
]);

interface Near {
  readonly vnet: ResourceId;
  readonly prefixes: readonly string[];
  readonly name: string;
  /** All peerings of the near side, this one among them. */
  readonly others: readonly NetworkElement[];
}

/** One side of a peering with its state. @throws ArmError when the other side is missing or overlaps */
export async function fillPeering(
  sent: JsonObject,
  near: Near,
  existing: JsonObject | undefined,
  context: ProviderContext,
): Promise<{ readonly properties: JsonObject; readonly remote: string }> {
  const reader = readNetworkBody(sent, "properties");
  const id = childResource(near.vnet, "virtualNetworkPeerings", near.name).text;
  const remote = referenceIn(sent, "remoteVirtualNetwork");
  if (remote === undefined)
    throw networkFaults.InvalidRequestFormat({ path: "properties.remoteVirtualNetwork.id", reason: "It is missing." });
  await requireReferences(id, [{ id: remote, action: "" }], context);
  const far = await context.resources.get(remote);
  const farPrefixes = addressSpaceOf(far?.properties ?? {});
  checkOverlap(near, id, remote, farPrefixes);
  checkPeering({ id, remote, near, far, existing }, sent);
  const properties = {
    allowVirtualNetworkAccess: reader.flag("allowVirtualNetworkAccess") ?? true,
    allowForwardedTraffic: reader.flag("allowForwardedTraffic") ?? false,
    allowGatewayTransit: reader.flag("allowGatewayTransit") ?? false,
    useRemoteGateways: reader.flag("useRemoteGateways") ?? false,
    ...kept(sent, readOnly),
    remoteVirtualNetwork: { id: remote },
    remoteAddressSpace: { addressPrefixes: farPrefixes },
    remoteVirtualNetworkAddressSpace: { addressPrefixes: farPrefixes },
    peeringState: far && peersWith(far, near.vnet) ? "Connected" : "Initiated",
    peeringSyncLevel: far && peersWith(far, near.vnet) ? "FullyInSync" : "RemoteNotInSync",
  };
  return { properties, remote };
}

interface WantedPeering {
  readonly id: string;
  readonly remote: string;
  readonly near: Near;
  readonly far: Resource | undefined;
  readonly existing: JsonObject | undefined;
}

/** @throws ArmError for what Azure does not let a peering be */
function checkPeering({ id, remote, near, far, existing }: WantedPeering, sent: JsonObject): void {
  const before = existing && referenceIn(existing, "remoteVirtualNetwork");
  if (before !== undefined && before.toLowerCase() !== remote.toLowerCase())
    throw networkFaults.ChangingRemoteVirtualNetworkNotAllowed({ peering: id, before, after: remote });
  const other = near.others.find(
    ({ name, properties }) =>
      name.toLowerCase() !== near.name.toLowerCase() &&
      referenceIn(properties, "remoteVirtualNetwork")?.toLowerCase() === remote.toLowerCase(),
  );
  if (other)
    throw networkFaults.AnotherPeeringAlreadyReferencesRemoteVnet({
      other: childResource(near.vnet, "virtualNetworkPeerings", other.name).text,
      remote,
      peering: id,
    });
  const back = far && elementsIn(far.properties, "virtualNetworkPeerings").find(refersTo(near.vnet));
  // The far side has to be parted from what is gone before a new one can be joined to it.
  if (far && back?.properties["peeringState"] === "Disconnected" && !existing)
    throw networkFaults.RemotePeeringIsDisconnected({
      peering: id,
      remotePeering: childResource(far.id, "virtualNetworkPeerings", back.name).text,
      vnet: near.vnet.text,
    });
  // Gateways are not to be had here: no network has one.
  if (sent["useRemoteGateways"] === true) throw networkFaults.RemoteVnetHasNoGateways({ peering: id, remote });
}

function refersTo(vnet: ResourceId) {
  return ({ properties }: NetworkElement): boolean =>
    referenceIn(properties, "remoteVirtualNetwork")?.toLowerCase() === vnet.key;
}

function checkOverlap(near: Near, peering: string, remote: string, farPrefixes: readonly string[]): void {
  const far = farPrefixes.map((prefix) => addressPrefix(prefix, remote));
  const overlapping = near.prefixes.filter((prefix) => {
    const range = addressPrefix(prefix, near.vnet.text);
    return far.some((other) => cidrsOverlap(range, other));
  });
  if (overlapping.length > 0)
    throw networkFaults.VnetAddressSpacesOverlap({
      peering,
      vnet: near.vnet.text,
      remote,
      prefixes: overlapping.join(", "),
    });
}

function peersWith(vnet: Resource, other: ResourceId): boolean {
  return elementsIn(vnet.properties, "virtualNetworkPeerings").some(refersTo(other));
}

/** `Microsoft.Network/virtualNetworks/virtualNetworkPeerings`: connected once both sides have one. */
export const virtualNetworkPeerings: StoredType = networkType({
  name: "virtualNetworks/virtualNetworkPeerings",
  embedded: { property: "virtualNetworkPeerings", shape: "resource" },
  patch: "none",
  async prepare({ id, body, existing, parent }, context) {
    assert(parent, "a peering has a virtual network");
    const others = elementsIn(parent.properties, "virtualNetworkPeerings");
    const near: Near = { vnet: parent.id, prefixes: addressSpaceOf(parent.properties), name: id.name, others };
    const { properties, remote } = await fillPeering(body.properties ?? {}, near, existing?.properties, context);
    return written(existing, {
      state: { properties },
      linked: linkedOf([{ id: remote, action: "Microsoft.Network/virtualNetworks/peer/action" }]),
    });
  },
  committed: (resource, _previous, context) => tellOtherSideOf(resource, "Connected", context),
  removed: (resource, context) => tellOtherSideOf(resource, "Disconnected", context),
});

/** What the far sides of a network's peerings show once it is gone. */
export async function disconnectPeers(vnet: Resource, context: ProviderContext): Promise<void> {
  for (const { properties } of elementsIn(vnet.properties, "virtualNetworkPeerings"))
    await tellOtherSide(vnet.id, properties, "Disconnected", context);
}

async function tellOtherSideOf(
  peering: Resource,
  state: "Connected" | "Disconnected",
  context: ProviderContext,
): Promise<void> {
  const vnet = parentResource(peering.id);
  if (vnet) await tellOtherSide(vnet, peering.properties, state, context);
}

/** The other side shows what became of the peering. */
async function tellOtherSide(
  vnet: ResourceId,
  peering: JsonObject,
  state: "Connected" | "Disconnected",
  context: ProviderContext,
): Promise<void> {
  const remote = referenceIn(peering, "remoteVirtualNetwork");
  if (remote === undefined) return;
  await context.resources.update(remote, (current) => {
    const peerings = elementsIn(current.properties, "virtualNetworkPeerings");
    const next = peerings.map((peering) =>
      referenceIn(peering.properties, "remoteVirtualNetwork")?.toLowerCase() === vnet.key
        ? {
            ...peering,
            properties: {
              ...peering.properties,
              peeringState: state,
              peeringSyncLevel: state === "Connected" ? "FullyInSync" : "RemoteNotInSync",
            },
          }
        : peering,
    );
    return { ...current, properties: { ...current.properties, virtualNetworkPeerings: next } };
  });
}
