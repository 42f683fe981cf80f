import { type Cidr, formatAddress, nthAddress, parseCidr } from "@byocni/base/core";
import type { ClusterSpec, NodePoolSpec } from "@byocni/azure/providers";
import { nodeName } from "./describe-node.ts";
import type { NodeRecord } from "./node-records.ts";

/** What has to happen for the nodes to be as a cluster's description asks. */
export interface NodePlan {
  readonly keep: readonly NodeRecord[];
  readonly add: readonly NodeRecord[];
  readonly remove: readonly NodeRecord[];
}

/** Azure keeps the first four addresses of a subnet (and the last one). */
const firstUsable = 4;

/**
 * Compares the machines that are there with those that are wanted: pools grow by new indices, shrink from the highest,
 * and a machine of another image is replaced under its own name with an empty disk.
 */
export function planNodes(spec: ClusterSpec, present: readonly NodeRecord[]): NodePlan {
  const keep: NodeRecord[] = [];
  const remove: NodeRecord[] = [];
  const wantedNames: { readonly pool: NodePoolSpec; readonly index: number; readonly ip?: string }[] = [];
  for (const record of present) if (!spec.pools.some(({ name }) => name === record.pool)) remove.push(record);
  for (const pool of spec.pools) {
    const own = present.filter((record) => record.pool === pool.name).sort((a, b) => a.index - b.index);
    const staying = own.slice(0, pool.count);
    remove.push(...own.slice(pool.count));
    for (const record of staying) {
      if (record.image === imageOf(pool)) keep.push(record);
      else {
        remove.push(record);
        wantedNames.push({ pool, index: record.index, ip: record.ip });
      }
    }
    const next = (own.at(-1)?.index ?? -1) + 1;
    for (let extra = 0; extra < pool.count - own.length; extra++) wantedNames.push({ pool, index: next + extra });
  }
  const taken = new Set([...keep, ...wantedNames].flatMap(({ ip }) => (ip === undefined ? [] : [ip])));
  const next = addresses(taken);
  const add = wantedNames.map(({ pool, index, ip }) => ({
    name: nodeName(pool.scaleSetName, index),
    pool: pool.name,
    index,
    ip: ip ?? next(pool.subnetCidr),
    image: imageOf(pool),
  }));
  return { keep, add, remove };
}

/** What makes a machine another one. */
function imageOf(pool: NodePoolSpec): string {
  return `${pool.kubernetesVersion} ${pool.nodeImageVersion} ${pool.vmSize}`;
}

/** Gives free addresses of subnets in ascending order. */
function addresses(taken: Set<string>): (subnet: string) => string {
  const positions = new Map<string, { readonly cidr: Cidr; at: number }>();
  return (subnet) => {
    let position = positions.get(subnet);
    if (!position) {
      const parsed = parseCidr(subnet);
      if (!parsed.ok) throw new Error(`the node subnet ${subnet} is no address range: ${parsed.reason}`);
      position = { cidr: parsed.value.cidr, at: firstUsable };
      positions.set(subnet, position);
    }
    for (;;) {
      const address = nthAddress(position.cidr, position.at++);
      // The resource provider checks capacity; a subnet that is full all the same must not go unnoticed.
      if (!address) throw new Error(`the node subnet ${subnet} has no free address left`);
      const text = formatAddress(address);
      if (taken.has(text)) continue;
      taken.add(text);
      return text;
    }
  };
}
