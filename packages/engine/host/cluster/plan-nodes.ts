import type { ClusterSpec, NodePoolSpec } from "@byocni/azure/providers";
import { createAddressPlan, type GivenAddresses } from "./address-plan.ts";
import { networkMark, podAddressing } from "./aks-network.ts";
import { nodeName } from "./describe-node.ts";
import type { NodeRecord } from "./node-records.ts";

/** What has to happen for the nodes to be as a cluster's description asks. */
export interface NodePlan {
  readonly keep: readonly NodeRecord[];
  readonly add: readonly NodeRecord[];
  readonly remove: readonly NodeRecord[];
}

interface WantedNode extends Partial<GivenAddresses> {
  readonly pool: NodePoolSpec;
  readonly index: number;
}

/**
 * Compares the machines that are there with those that are wanted: pools grow by new indices, shrink from the highest,
 * and a machine of another image is replaced under its own name with an empty disk.
 */
export function planNodes(spec: ClusterSpec, present: readonly NodeRecord[]): NodePlan {
  const keep: NodeRecord[] = [];
  const remove: NodeRecord[] = [];
  const wantedNames: WantedNode[] = [];
  for (const record of present) if (!spec.pools.some(({ name }) => name === record.pool)) remove.push(record);
  for (const pool of spec.pools) {
    const own = present.filter((record) => record.pool === pool.name).sort((a, b) => a.index - b.index);
    const staying = own.slice(0, pool.count);
    remove.push(...own.slice(pool.count));
    for (const record of staying) {
      if (record.image === imageOf(spec, pool)) keep.push(record);
      else {
        remove.push(record);
        // On another network its pods have their addresses from somewhere else.
        const stays = record.image.endsWith(networkMark(spec));
        const { ip, pods } = record;
        wantedNames.push({ pool, index: record.index, ip, ...(stays && pods ? { pods } : {}) });
      }
    }
    const next = (own.at(-1)?.index ?? -1) + 1;
    for (let extra = 0; extra < pool.count - own.length; extra++) wantedNames.push({ pool, index: next + extra });
  }
  const addresses = createAddressPlan([...keep, ...wantedNames]);
  const add = wantedNames.map(({ pool, index, ip, pods }) => ({
    name: nodeName(pool.scaleSetName, index),
    pool: pool.name,
    index,
    ...addresses.give(pool, podAddressing(spec, pool), {
      ...(ip === undefined ? {} : { ip }),
      ...(pods ? { pods } : {}),
    }),
    image: imageOf(spec, pool),
  }));
  return { keep, add, remove };
}

/** What makes a machine another one. */
function imageOf(spec: ClusterSpec, pool: NodePoolSpec): string {
  return `${pool.kubernetesVersion} ${pool.nodeImageVersion} ${pool.vmSize}${networkMark(spec)}`;
}
