import { cidrSize } from "@byocni/base/core";
import { type ClusterFacts, type PoolFacts, type SubnetFacts, nodeSubnet, nodeSubnets, subjects } from "../facts.ts";
import { rangesOf } from "../ranges.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

/** Addresses that Azure keeps in each subnet. */
const keptByAzure = 5;

const refusals = {
  full: {
    status: 400,
    code: "SubnetIsFull",
    message: "Subnet {name} with address prefix {prefix} does not have enough capacity for {count} IP addresses.",
    when: "always",
    source: "Azure/AKS-Construction#403, Microsoft support article on SubnetIsFull",
  },
} as const satisfies Record<string, RefusalRow>;

export const subnetCapacity: Rule = {
  id: "subnet-capacity",
  title: "The node subnet has room for all nodes",
  severity: "warning",
  why: "Every node takes an address, and an upgrade some more; with 'none' pods take none. Azure keeps five addresses of each subnet.",
  source:
    "https://learn.microsoft.com/azure/aks/use-byo-cni (IP address planning), https://learn.microsoft.com/azure/aks/concepts-network-ip-address-planning",
  fix: "Use a larger subnet: it cannot be changed under a node pool.",
  about: "pool",
  refusals,
  *check(facts) {
    const mine = new Set(subjects(facts).map((pool) => nodeSubnet(facts, pool)?.id.toLowerCase()));
    for (const subnet of nodeSubnets(facts)) {
      if (!mine.has(subnet.id.toLowerCase())) continue;
      const pools = facts.pools.filter((pool) => nodeSubnet(facts, pool) === subnet);
      const path = `${(pools.find(({ subject }) => subject) ?? pools[0])?.path ?? "properties"}.vnetSubnetID`;
      const room = roomOf(subnet);
      const now = sum(pools, ({ count }) => count * addressesPerNode(facts, pools));
      const most = sum(pools, (pool) => (pool.maxCount + surgeOf(pool)) * addressesPerNode(facts, pools));
      if (now > room)
        yield {
          severity: "error",
          message: `The subnet ${subnet.name} has room for ${room} addresses; ${now} are needed.`,
          path,
          refusal: refuse(
            refusals.full,
            { name: subnet.name, prefix: subnet.prefixes.join(","), count: now },
            "agentPoolProfile.vnetSubnetID",
          ),
        };
      else if (most > room)
        yield {
          message: `The subnet ${subnet.name} has room for ${room} addresses; with all nodes and those of an upgrade ${most} are needed.`,
          path,
        };
    }
  },
};

function roomOf(subnet: SubnetFacts): number {
  const ranges = rangesOf(subnet.prefixes).filter(({ family }) => family === 4);
  const size = ranges.reduce((total, range) => total + Math.max(0, Number(cidrSize(range)) - keptByAzure), 0);
  return size - (subnet.usedAddresses ?? 0);
}

/** Azure CNI without overlay gives each pod an address of the node subnet, all of them beforehand. */
function addressesPerNode({ network }: ClusterFacts, pools: readonly PoolFacts[]): number {
  const flat = network.plugin === "azure" && network.pluginMode === undefined;
  const [first] = pools;
  return flat && first && first.podSubnetId === undefined ? first.maxPods + 1 : 1;
}

/** Extra nodes of an upgrade: `33%`, `2`; 10% when not given. At least one. */
export function surgeOf({ maxCount, maxSurge = "10%" }: Pick<PoolFacts, "maxCount" | "maxSurge">): number {
  const number = Number.parseInt(maxSurge, 10);
  if (!Number.isFinite(number)) return 1;
  return Math.max(1, maxSurge.endsWith("%") ? Math.ceil((maxCount * number) / 100) : number);
}

function sum(pools: readonly PoolFacts[], of: (pool: PoolFacts) => number): number {
  return pools.reduce((total, pool) => total + of(pool), 0);
}
