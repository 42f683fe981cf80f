import { cidrsOverlap } from "@byocni/base/core";
import { type ClusterFacts, nodeVnets } from "../facts.ts";
import { type NamedRange, podRanges, rangeOf, relation, serviceRanges } from "../ranges.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

/** Ranges that AKS uses itself. */
const reserved = ["169.254.0.0/16", "172.30.0.0/16", "172.31.0.0/16", "192.0.2.0/24"] as const;

const refusals = {
  reserved: {
    status: 400,
    code: "ByocniReservedRange",
    message: "The {what} {cidr} overlaps {reserved}, which AKS reserves.",
    when: "current",
    source:
      "AKS article on bring-your-own CNI, prerequisites; refused by AKS according to Azure/AKS#2234 and MicrosoftDocs/azure-aks-docs#447, its code is not public",
  },
} as const satisfies Record<string, RefusalRow>;

export const reservedRanges: Rule = {
  id: "reserved-ranges",
  title: "No range overlaps what AKS reserves",
  severity: "error",
  why: "169.254.0.0/16, 172.30.0.0/16, 172.31.0.0/16 and 192.0.2.0/24 are used by AKS: services, pods and the virtual network may not touch them, not even as part of a larger range.",
  source:
    "https://learn.microsoft.com/azure/aks/use-byo-cni (prerequisites), https://learn.microsoft.com/azure/aks/concepts-network-cni-overview",
  fix: "Take a range that holds none of the four: 172.16.0.0/12 holds two of them, 172.16.0.0/13 none.",
  about: "cluster",
  refusals,
  *check(facts) {
    for (const range of [...serviceRanges(facts), ...podRanges(facts), ...vnetRanges(facts)]) {
      for (const text of reserved) {
        const other = rangeOf(text);
        if (!other || !cidrsOverlap(range.cidr, other)) continue;
        // AKS looks at services and the VNet, and at pods only when it hands out their addresses itself.
        const isPods = range.what === "pod CIDR";
        const refusal = refuse(
          refusals.reserved,
          { what: range.what, cidr: range.text, reserved: text },
          isPods ? "networkProfile.podCIDR" : "networkProfile.serviceCIDR",
        );
        yield {
          message: `The ${range.what} ${range.text} ${relation(range.cidr, other)} ${text}, which AKS reserves.`,
          path: range.path,
          ...(range.what === "virtual network" || (isPods && facts.network.plugin === "none") ? {} : { refusal }),
        };
      }
    }
  },
};

function vnetRanges(facts: ClusterFacts): readonly NamedRange[] {
  const pool = facts.pools.find(({ subnetId }) => subnetId !== undefined);
  const path = pool ? `${pool.path}.vnetSubnetID` : "properties.networkProfile";
  return nodeVnets(facts).flatMap(({ prefixes }) =>
    prefixes.flatMap((text) => {
      const cidr = rangeOf(text);
      return cidr ? [{ text, cidr, what: "virtual network", path }] : [];
    }),
  );
}
