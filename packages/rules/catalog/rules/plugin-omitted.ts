import type { Rule } from "../rule.ts";

export const pluginOmitted: Rule = {
  id: "plugin-omitted",
  title: "networkPlugin is written",
  severity: "info",
  why: "Without networkPlugin AKS brings its own network (kubenet before Kubernetes 1.30, Azure CNI overlay since): tools that lose the value 'none' give such a cluster, silently.",
  source:
    "pulumi/pulumi-azure-native#2598, kubernetes-sigs/cluster-api-provider-azure#4307, Azure/azure-rest-api-specs#30845",
  fix: "Write networkPlugin: 'none'.",
  about: "cluster",
  *check({ network, previous }) {
    if (previous || network.given.has("networkPlugin")) return;
    yield {
      message: `networkPlugin is not written: AKS takes ${network.plugin}${network.pluginMode === undefined ? "" : ` ${network.pluginMode}`}.`,
      path: "properties.networkProfile.networkPlugin",
    };
  },
};
