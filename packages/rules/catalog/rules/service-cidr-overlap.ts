import { cidrsOverlap } from "@byocni/base/core";
import { nodeVnets } from "../facts.ts";
import { overlapping, rangeOf, relation, serviceRanges } from "../ranges.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  subnet: {
    status: 400,
    code: "ServiceCidrOverlapExistingSubnetsCidr",
    message: "The specified service CIDR {serviceCidr} is conflicted with an existing subnet CIDR {subnetCidr}",
    when: "always",
    source: "Azure/AKS#1117, Azure/AKS#3551, Azure/azure-cli#20810",
  },
} as const satisfies Record<string, RefusalRow>;

export const serviceCidrOverlap: Rule = {
  id: "service-cidr-overlap",
  title: "The service CIDR overlaps no network that the nodes can reach",
  severity: "error",
  why: "Traffic to an address that is both a service and a host goes to the service: the host is gone for the cluster.",
  source: "https://learn.microsoft.com/azure/aks/use-byo-cni (IP address planning); Azure/AKS#1117",
  fix: "Give serviceCidr (and a dnsServiceIP within it) outside of the virtual network and all that is connected to it. Without them AKS takes 10.0.0.0/16.",
  about: "cluster",
  refusals,
  *check(facts) {
    const [first] = facts.network.serviceCidrs;
    for (const vnet of nodeVnets(facts)) {
      for (const { text, cidr, path } of serviceRanges(facts)) {
        const subnet = vnet.subnets
          .flatMap(({ prefixes }) => prefixes)
          .find((prefix) => {
            const other = rangeOf(prefix);
            return other !== undefined && cidrsOverlap(cidr, other);
          });
        const name = vnet.subnets.find(({ prefixes }) => subnet !== undefined && prefixes.includes(subnet))?.name ?? "";
        if (subnet !== undefined) {
          yield {
            message: `The service CIDR ${text} overlaps ${subnet}, the range of subnet ${name}.`,
            path,
            refusal: refuse(
              refusals.subnet,
              { serviceCidr: first ?? text, subnetCidr: subnet },
              "networkProfile.serviceCIDR",
            ),
          };
          continue;
        }
        const space = overlapping(cidr, vnet.prefixes);
        const other = space === undefined ? undefined : rangeOf(space);
        if (other)
          yield {
            severity: "warning",
            message: `The service CIDR ${text} ${relation(cidr, other)} ${space}, address space of the virtual network: a subnet that is made there later stops updates and upgrades of the cluster.`,
            path,
          };
        for (const peer of vnet.peers) {
          const hit = overlapping(cidr, peer.prefixes);
          if (hit !== undefined)
            yield {
              severity: "warning",
              message: `The service CIDR ${text} overlaps ${hit} of the peered virtual network ${peer.name}.`,
              path,
            };
        }
      }
    }
  },
};
