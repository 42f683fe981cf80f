import type { Rule } from "../rule.ts";

export const pluginOmitted: Rule = {
  id: "plugin-omitted",
  title: "networkPlugin is written",
  severity: "info",
  why: "Without networkPlugin AKS makes a kubenet cluster: tools that lose the value 'none' give a cluster with another network, silently.",
  source: "pulumi/pulumi-azure-native#2598, kubernetes-sigs/cluster-api-provider-azure#4307",
  fix: "Write networkPlugin: 'none'.",
  about: "cluster",
  *check({ network, previous }) {
    if (previous || network.given.has("networkPlugin")) return;
    yield {
      message: `networkPlugin is not written: AKS takes ${network.plugin}.`,
      path: "properties.networkProfile.networkPlugin",
    };
  },
};
