import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  change: {
    status: 400,
    code: "PropertyChangeNotAllowed",
    message: "Changing property '{property}' is not allowed.",
    when: "always",
    source: "Azure/AKS#409, kubernetes/autoscaler#1051, Azure/azure-cli#6336",
  },
} as const satisfies Record<string, RefusalRow>;

export const pluginChange: Rule = {
  id: "plugin-change",
  title: "The network plugin stays what it was",
  severity: "error",
  why: "AKS changes no cluster to or from 'none': a tool that wants to can only replace the cluster.",
  source: "https://learn.microsoft.com/azure/aks/update-azure-cni; Azure/AKS#4045, Azure/AKS#4164",
  fix: "Make a new cluster and move the workloads.",
  about: "cluster",
  refusals,
  *check({ network, previous }) {
    if (!previous || previous.plugin === network.plugin) return;
    const isByo = network.plugin === "none" || previous.plugin === "none";
    // kubenet can become azure overlay: the one transition that AKS has.
    if (!isByo && previous.plugin === "kubenet" && network.plugin === "azure" && network.pluginMode === "overlay")
      return;
    yield {
      message: `networkPlugin changes from ${previous.plugin} to ${network.plugin}.`,
      path: "properties.networkProfile.networkPlugin",
      refusal: refuse(refusals.change, { property: "networkProfile.networkPlugin" }, "networkProfile.networkPlugin"),
    };
  },
};
