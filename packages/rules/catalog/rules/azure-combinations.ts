import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  cilium: {
    status: 400,
    code: "CiliumDataplaneRequiresNetworkPolicyCilium",
    message: "Cilium dataplane requires network policy cilium.",
    when: "always",
    source: "Azure/AKS-Construction#535, Azure/azure-container-networking#4417",
  },
  kubenetPolicy: {
    status: 400,
    code: "NetworkPolicyAzureNotSupportedForKubenet",
    message: "NetworkPolicy azure is not supported for network plugin kubenet",
    when: "always",
    source: "coder/docs#1091",
  },
  policy: {
    status: 400,
    code: "NetworkPolicyNotSupported",
    message: "Network Policy cilium requires NetworkDataplane cilium",
    when: "always",
    source: "AdminTurnedDevOps/DevOps-The-Hard-Way-Azure#1 (recorded answer)",
  },
  mode: {
    status: 400,
    code: "UnsupportedNetworkPluginModeWithNetworkPlugin",
    message: "NetworkPluginMode overlay is not supported with NetworkPlugin kubenet.",
    when: "always",
    source: "Azure/AKS#5662",
  },
  ciliumKubenet: {
    status: 400,
    code: "ByocniCiliumDataplaneNeedsAzure",
    message: "Cilium dataplane is not supported for network plugin kubenet",
    when: "always",
    source: "https://learn.microsoft.com/azure/aks/azure-cni-powered-by-cilium; code and text are ours",
  },
  podSubnet: {
    status: 400,
    code: "InvalidParameter",
    message: "Can only specify a pod subnet when using network plugin Azure or None",
    when: "always",
    source: "Azure/AKS#3351",
  },
} as const satisfies Record<string, RefusalRow>;

export const azureCombinations: Rule = {
  id: "azure-combinations",
  title: "AKS's own plugins are combined as AKS can",
  severity: "error",
  why: "Not every policy engine, data plane and way of giving addresses goes with every plugin.",
  source: "https://learn.microsoft.com/azure/aks/concepts-network-cni-overview",
  fix: "See the table of the AKS documentation.",
  about: "cluster",
  refusals,
  *check({ network, pools }) {
    const { plugin, pluginMode, policy, dataplane } = network;
    if (plugin === "kubenet" && pluginMode === "overlay")
      yield {
        message: "networkPluginMode overlay does not go with networkPlugin kubenet.",
        path: "properties.networkProfile.networkPluginMode",
        refusal: refuse(refusals.mode, {}, "networkProfile.networkPluginMode"),
      };
    if (plugin === "kubenet" && dataplane === "cilium")
      yield {
        message: "networkDataplane cilium does not go with networkPlugin kubenet.",
        path: "properties.networkProfile.networkDataplane",
        refusal: refuse(refusals.ciliumKubenet, {}, "networkProfile.networkDataplane"),
      };
    if (plugin !== "none" && policy === "cilium" && dataplane !== "cilium")
      yield {
        message: "networkPolicy cilium needs networkDataplane cilium.",
        path: "properties.networkProfile.networkPolicy",
        refusal: refuse(refusals.policy, {}, "networkProfile.networkPolicy"),
      };
    if (plugin === "azure" && dataplane === "cilium" && policy !== undefined && policy !== "cilium")
      yield {
        message: `networkDataplane cilium does not go with networkPolicy ${policy}.`,
        path: "properties.networkProfile.networkPolicy",
        refusal: refuse(refusals.cilium, {}, "networkProfile.networkPolicy"),
      };
    if (plugin === "kubenet" && policy === "azure")
      yield {
        message: "networkPolicy azure does not go with networkPlugin kubenet.",
        path: "properties.networkProfile.networkPolicy",
        refusal: refuse(refusals.kubenetPolicy, {}, "networkProfile.networkPolicy"),
      };
    for (const pool of pools) {
      if (plugin === "kubenet" && pool.podSubnetId !== undefined)
        yield {
          message: `Pool ${pool.name} has a pod subnet, which kubenet does not use.`,
          path: `${pool.path}.podSubnetID`,
          refusal: refuse(refusals.podSubnet, {}, "agentPoolProfile.podSubnetID"),
        };
    }
  },
};
