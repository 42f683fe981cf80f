import type { Problem, Rule } from "../rule.ts";

export const noneCombinations: Rule = {
  id: "none-combinations",
  title: "Nothing is asked of AKS's network that 'none' leaves to the user",
  severity: "warning",
  why: "Network policy, plugin mode, data plane and pod subnets belong to AKS's own plugins: with 'none' they are rejected or mean nothing.",
  source:
    "Azure/karpenter-provider-azure (options validation), Azure/AKS#3351, AKS release notes of 2026-05-29 (LocalDNS)",
  fix: "Leave them out; the CNI plugin brings its own.",
  about: "cluster",
  *check({ network, pools }): Generator<Problem> {
    if (network.plugin !== "none") return;
    const say = (member: string, value: string): Problem => ({
      message: `${member} ${value} means nothing with networkPlugin 'none'.`,
      path: `properties.networkProfile.${member}`,
    });
    if (network.policy !== undefined && network.policy !== "none") yield say("networkPolicy", network.policy);
    if (network.pluginMode !== undefined) yield say("networkPluginMode", network.pluginMode);
    // Terraform sends the data plane `azure` whatever the plugin is: it is the name of having none.
    if (network.dataplane !== undefined && network.dataplane !== "azure")
      yield say("networkDataplane", network.dataplane);
    for (const pool of pools) {
      if (pool.podSubnetId !== undefined)
        yield {
          message: `podSubnetID of pool ${pool.name} means nothing with networkPlugin 'none': pods get their addresses from the CNI plugin.`,
          path: `${pool.path}.podSubnetID`,
        };
      if (pool.localDns !== undefined && pool.localDns.toLowerCase() !== "disabled")
        yield {
          message: `localDNSProfile ${pool.localDns} of pool ${pool.name}: LocalDNS is not for clusters that bring their CNI plugin.`,
          path: `${pool.path}.localDNSProfile.mode`,
        };
    }
  },
};
