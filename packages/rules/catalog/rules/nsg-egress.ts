import { nodeSubnets } from "../facts.ts";
import { deniedTraffic } from "../nsg/evaluate.ts";
import { type Traffic, anyPort, intervalOf } from "../nsg/traffic.ts";
import { rangesOf } from "../ranges.ts";
import type { Rule } from "../rule.ts";
import { spaceOf } from "./nsg-nodes.ts";

/** What nodes need of the Internet: registries and the API server by HTTPS, the time by NTP. */
const needed = [
  ["Tcp", 443n, "HTTPS"],
  ["Udp", 123n, "NTP"],
] as const;

export const nsgEgress: Rule = {
  id: "nsg-egress",
  title: "Security rules let nodes out to the Internet",
  severity: "warning",
  why: "Nodes fetch images from mcr.microsoft.com and the registries of the CNI plugin, and reach the API server, by HTTPS; without it they do not come up.",
  source: "https://learn.microsoft.com/azure/aks/outbound-rules-control-egress",
  fix: "Allow outbound TCP 443 and UDP 123, at least to the addresses that AKS and the CNI plugin need.",
  about: "cluster",
  *check(facts) {
    if (["none", "block"].includes(facts.network.outboundType)) return;
    for (const subnet of nodeSubnets(facts)) {
      if (!subnet.nsg) continue;
      const pool = facts.pools.find(({ subnetId }) => subnetId?.toLowerCase() === subnet.id.toLowerCase());
      for (const [protocol, port, what] of needed) {
        // One public address stands for the Internet: rules with ranges of their own may let some of it through.
        const wanted = rangesOf(subnet.prefixes).map((range): Traffic => ({
          protocol,
          source: intervalOf(range),
          sourcePort: anyPort,
          destination: [0x1414_1414n, 0x1414_1414n],
          destinationPort: [port, port],
        }));
        const [denied] = deniedTraffic(subnet.nsg.rules, "Outbound", wanted, spaceOf(subnet.vnet));
        if (denied)
          yield {
            message: `The security rule ${denied.rule.name} denies ${what} (${protocol.toUpperCase()} ${port}) from the subnet ${subnet.name} to the Internet.`,
            path: `${pool?.path ?? "properties"}.vnetSubnetID`,
          };
      }
    }
  },
};
