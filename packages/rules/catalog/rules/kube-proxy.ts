import { minorOf } from "../kubernetes-versions.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  disabled: {
    status: 400,
    code: "KubeProxyConfigDisabledBYOCNIOnly",
    message:
      "Disabling kube-proxy is only allowed for bring your own (BYO) CNI clusters. For more information, please check https://aka.ms/byo-cni.",
    when: "always",
    source: "Azure/AKS#4563",
  },
} as const satisfies Record<string, RefusalRow>;

export const kubeProxy: Rule = {
  id: "kube-proxy",
  title: "kube-proxy is configured as AKS allows",
  severity: "error",
  why: "Services do not work without kube-proxy or a replacement, which only a CNI plugin of the user's can bring; the nftables mode needs Kubernetes 1.33.",
  source: "https://learn.microsoft.com/azure/aks/configure-kube-proxy; Azure/AKS#4563",
  fix: "Leave kubeProxyConfig out, or use networkPlugin 'none' and a CNI plugin that replaces kube-proxy.",
  about: "cluster",
  refusals,
  *check({ network, kubernetesVersion }) {
    const { kubeProxy: config, plugin } = network;
    if (config?.enabled === false && plugin !== "none")
      yield {
        message: `kube-proxy is switched off and networkPlugin is ${plugin}.`,
        path: "properties.networkProfile.kubeProxyConfig.enabled",
        refusal: refuse(refusals.disabled, {}, "networkProfile.kubeProxyConfig.enabled"),
      };
    if (config?.mode?.toUpperCase() === "NFTABLES" && minorOf(kubernetesVersion) < 33)
      yield {
        message: `kube-proxy's mode NFTABLES needs Kubernetes 1.33; the cluster has ${kubernetesVersion}.`,
        path: "properties.networkProfile.kubeProxyConfig.mode",
        severity: "warning",
      };
  },
};
