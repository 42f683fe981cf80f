import { type SubnetFacts, type VnetFacts, nodeSubnets } from "../facts.ts";
import { type Denied, deniedTraffic, describeTraffic } from "../nsg/evaluate.ts";
import { type Interval, type Traffic, anyPort, intervalOf } from "../nsg/traffic.ts";
import { rangesOf } from "../ranges.ts";
import type { Problem, Rule } from "../rule.ts";

export const nsgNodes: Rule = {
  id: "nsg-nodes",
  title: "Security rules let nodes talk to each other",
  severity: "error",
  why: "AKS neither adds nor changes security rules: what the subnet's network security group denies between nodes is cut, encapsulated pod traffic included.",
  source:
    "https://learn.microsoft.com/azure/aks/use-byo-cni (prerequisites), https://learn.microsoft.com/azure/aks/concepts-network",
  fix: "Allow all protocols and ports from the node subnets to the node subnets, with a priority before the rule that denies.",
  about: "cluster",
  *check(facts) {
    const subnets = nodeSubnets(facts);
    for (const from of subnets) {
      for (const to of subnets) {
        const traffic = between(from, to);
        yield* problems(facts, from, to, "Outbound", traffic);
        yield* problems(facts, to, from, "Inbound", traffic);
      }
    }
  },
};

/** What nodes of one subnet may send to those of another: everything. */
function between(from: SubnetFacts, to: SubnetFacts): readonly Traffic[] {
  const of = (subnet: SubnetFacts): readonly Interval[] =>
    rangesOf(subnet.prefixes)
      .filter(({ family }) => family === 4)
      .map(intervalOf);
  return ["Tcp", "Udp", "Icmp"].flatMap((protocol) =>
    of(from).flatMap((source) =>
      of(to).map((destination) => ({ protocol, source, sourcePort: anyPort, destination, destinationPort: anyPort })),
    ),
  );
}

function* problems(
  facts: Parameters<Rule["check"]>[0],
  guarded: SubnetFacts,
  other: SubnetFacts,
  direction: "Inbound" | "Outbound",
  traffic: readonly Traffic[],
): Generator<Problem> {
  if (!guarded.nsg) return;
  const pool = facts.pools.find(({ subnetId }) => subnetId?.toLowerCase() === guarded.id.toLowerCase());
  for (const [rule, denied] of byRule(deniedTraffic(guarded.nsg.rules, direction, traffic, spaceOf(guarded.vnet)))) {
    const what = [...new Set(denied.map((one) => describeTraffic(one.traffic)))].join(", ");
    const way =
      guarded === other
        ? `between nodes of the subnet ${guarded.name} (${direction.toLowerCase()})`
        : direction === "Inbound"
          ? `from nodes of the subnet ${other.name} to those of ${guarded.name}`
          : `from nodes of the subnet ${guarded.name} to those of ${other.name}`;
    yield {
      message: `The security rule ${rule} denies ${what} ${way}.`,
      path: `${pool?.path ?? "properties"}.vnetSubnetID`,
    };
  }
}

function byRule(denied: readonly Denied[]): ReadonlyMap<string, readonly Denied[]> {
  const found = new Map<string, Denied[]>();
  for (const one of denied) found.set(one.rule.name, [...(found.get(one.rule.name) ?? []), one]);
  return found;
}

/** What the service tag `VirtualNetwork` stands for. */
export function spaceOf(vnet: VnetFacts): readonly string[] {
  return [...vnet.prefixes, ...vnet.peers.flatMap(({ prefixes }) => prefixes)];
}
