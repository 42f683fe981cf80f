import type { Rule } from "../rule.ts";

export const nodeProvisioning: Rule = {
  id: "node-provisioning",
  title: "Node auto-provisioning with 'none' is the user's to make work",
  severity: "info",
  why: "Nodes that AKS makes as pods need them are Ready only once the CNI plugin has configured them: without startup taints pods are bound before, and AKS supports no plugin there.",
  source:
    "https://learn.microsoft.com/azure/aks/node-auto-provisioning-networking; Azure/karpenter-provider-azure#1639",
  fix: "Give the NodePools startupTaints that the CNI plugin takes away, and its DaemonSet a toleration for everything.",
  about: "cluster",
  *check({ network, nodeProvisioning: mode }) {
    if (network.plugin !== "none" || mode?.toLowerCase() !== "auto") return;
    yield {
      message: "Node auto-provisioning is on and networkPlugin is 'none'.",
      path: "properties.nodeProvisioningProfile.mode",
    };
  },
};
