import { cidrsOverlap } from "@byocni/base/core";
import { nodeVnets } from "../facts.ts";
import { overlapping, podRanges, serviceRanges } from "../ranges.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  vnet: {
    status: 400,
    code: "NetworkProfileCIDROverlapVNET",
    message: "NetworkProfile CIDR {cidr} overlaps with reserved VNET CIDR {vnetCidr}",
    when: "always",
    source: "Azure-Samples/graphrag-accelerator#211, Azure/AKS-Construction#403",
  },
} as const satisfies Record<string, RefusalRow>;

export const podCidrOverlap: Rule = {
  id: "pod-cidr-overlap",
  title: "The pod CIDR overlaps neither the virtual network nor the service CIDR",
  severity: "error",
  why: "An address that is both a pod and a host (or a service) reaches only one of them.",
  source: "https://learn.microsoft.com/azure/aks/use-byo-cni (prerequisites); Azure/AKS-Construction#403",
  fix: "Take a pod CIDR outside of the virtual network, what is peered with it, and the service CIDR.",
  about: "cluster",
  refusals,
  *check(facts) {
    const services = serviceRanges(facts);
    for (const { text, cidr, path } of podRanges(facts)) {
      for (const vnet of nodeVnets(facts)) {
        const space = overlapping(cidr, vnet.prefixes);
        if (space !== undefined)
          yield {
            message: `The pod CIDR ${text} overlaps ${space}, address space of the virtual network.`,
            path,
            refusal: refuse(refusals.vnet, { cidr: text, vnetCidr: space }, "networkProfile.podCIDR"),
          };
        for (const peer of vnet.peers) {
          const hit = overlapping(cidr, peer.prefixes);
          if (hit !== undefined)
            yield {
              severity: "warning",
              message: `The pod CIDR ${text} overlaps ${hit} of the peered virtual network ${peer.name}.`,
              path,
            };
        }
      }
      const service = services.find((range) => cidrsOverlap(range.cidr, cidr));
      if (service)
        yield {
          message: `The pod CIDR ${text} overlaps the service CIDR ${service.text}: a pod can get the address of the cluster's DNS.`,
          path,
        };
    }
  },
};
