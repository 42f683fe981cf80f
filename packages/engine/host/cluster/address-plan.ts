import { type Cidr, formatAddress, formatCidr, nthAddress, nthSubnet, parseCidr } from "@byocni/base/core";
import type { NodePoolSpec } from "@byocni/azure/providers";
import type { PodAddresses } from "@byocni/node/simulated";
import type { PodAddressing } from "./aks-network.ts";

/** Azure keeps the first four addresses of a subnet (and the last one). */
const firstUsable = 4;

/** What a machine is given when it is made. */
export interface GivenAddresses {
  readonly ip: string;
  readonly pods?: PodAddresses;
}

/** Gives free addresses of subnets in ascending order, so that the same description gives the same ones. */
export interface AddressPlan {
  /** @param before what the machine of this name had and is to keep @throws when there is no free one left */
  give(pool: NodePoolSpec, from: PodAddressing | undefined, before: Partial<GivenAddresses>): GivenAddresses;
}

/** @param present machines whose addresses are taken */
export function createAddressPlan(present: readonly Partial<GivenAddresses>[]): AddressPlan {
  const taken = new Set<string>();
  const ranges = new Set<string>();
  for (const { ip, pods } of present) {
    if (ip !== undefined) taken.add(ip);
    if (!pods) continue;
    if (pods.first === undefined) ranges.add(pods.subnet);
    else for (const address of between(pods)) taken.add(address);
  }
  const positions = new Map<string, { readonly cidr: Cidr; at: number }>();

  function positionIn(subnet: string, what: string): { readonly cidr: Cidr; at: number } {
    let position = positions.get(subnet);
    if (!position) {
      const parsed = parseCidr(subnet);
      if (!parsed.ok) throw new Error(`the ${what} ${subnet} is no address range: ${parsed.reason}`);
      position = { cidr: parsed.value.cidr, at: firstUsable };
      positions.set(subnet, position);
    }
    return position;
  }

  /** So many addresses in a row. */
  function row(subnet: string, length: number, what = "node subnet"): readonly string[] {
    const position = positionIn(subnet, what);
    let found: string[] = [];
    while (found.length < length) {
      const address = nthAddress(position.cidr, position.at++);
      // The resource provider checks capacity; a subnet that is full all the same must not go unnoticed.
      if (!address) throw new Error(`the ${what} ${subnet} has no free address left`);
      const text = formatAddress(address);
      if (taken.has(text)) found = [];
      else found.push(text);
    }
    for (const text of found) taken.add(text);
    return found;
  }

  /** The next free /24 of the cluster's pod range; AKS gives no node less (concepts-network-azure-cni-overlay). */
  function nodeRange(podCidr: string): PodAddresses {
    const { cidr } = positionIn(podCidr, "pod range");
    const length = Math.max(24, cidr.prefixLength);
    for (let index = 0; ; index++) {
      const block = nthSubnet(cidr, length, index);
      if (!block) throw new Error(`the pod range ${podCidr} has no room for another node`);
      const subnet = formatCidr(block);
      if (ranges.has(subnet)) continue;
      ranges.add(subnet);
      return { subnet };
    }
  }

  function podsIn(subnet: string, addresses: readonly string[]): { readonly pods?: PodAddresses } {
    const [first] = addresses;
    const last = addresses.at(-1);
    return first === undefined || last === undefined ? {} : { pods: { subnet, first, last } };
  }

  return {
    give(pool, from, { ip, pods }) {
      if (ip !== undefined && (pods || !from)) return { ip, ...(pods ? { pods } : {}) };
      if (from?.kind === "nodeSubnet") {
        const [own = "", ...rest] = row(pool.subnetCidr, 1 + pool.maxPods);
        return { ip: own, ...podsIn(pool.subnetCidr, rest) };
      }
      const own = ip ?? row(pool.subnetCidr, 1)[0] ?? "";
      if (from?.kind === "nodeRange") return { ip: own, pods: nodeRange(from.cidr) };
      return from ? { ip: own, ...podsIn(from.cidr, row(from.cidr, pool.maxPods, "pod subnet")) } : { ip: own };
    },
  };
}

/** The addresses from the first to the last one. */
function* between({ subnet, first, last }: PodAddresses): Generator<string> {
  const parsed = parseCidr(subnet);
  if (!parsed.ok) return;
  let isWithin = false;
  for (let at = firstUsable; ; at++) {
    const address = nthAddress(parsed.value.cidr, at);
    if (!address) return;
    const text = formatAddress(address);
    isWithin ||= text === first;
    if (isWithin) yield text;
    if (text === last) return;
  }
}
