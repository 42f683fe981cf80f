import type { Rule } from "../rule.ts";

export const outboundIsolated: Rule = {
  id: "outbound-isolated",
  title: "The virtual network lets nodes out",
  severity: "warning",
  why: "The images of the CNI plugin come from the Internet: with outboundType none or block they have to come from a registry inside.",
  source:
    "https://learn.microsoft.com/azure/aks/use-byo-cni (prerequisites), https://learn.microsoft.com/azure/aks/concepts-network-cni-overview",
  fix: "Use another outboundType, or mirror the images of the CNI plugin to a registry that the nodes reach.",
  about: "cluster",
  *check({ network }) {
    if (network.plugin !== "none" || !["none", "block"].includes(network.outboundType)) return;
    yield {
      message: `outboundType ${network.outboundType} lets no node reach the registries of a CNI plugin.`,
      path: "properties.networkProfile.outboundType",
    };
  },
};
