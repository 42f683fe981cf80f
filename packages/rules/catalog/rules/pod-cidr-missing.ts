import type { Rule } from "../rule.ts";

export const podCidrMissing: Rule = {
  id: "pod-cidr-missing",
  title: "A 'none' cluster says its pod CIDR",
  severity: "warning",
  why: "The control plane routes its traffic to pods by this range: without it, logs, exec and webhooks can fail or go astray, and kube-proxy takes a range that is not the CNI's.",
  source: "https://learn.microsoft.com/azure/aks/use-byo-cni (prerequisites); projectcalico/calico#6237",
  since: "2025-12-15",
  fix: "Write podCidr and give the same range to the CNI plugin.",
  about: "cluster",
  *check({ network }) {
    if (network.plugin !== "none" || network.podCidrs.length > 0 || network.given.has("podCidr")) return;
    yield { message: "networkPlugin is 'none' and there is no podCidr.", path: "properties.networkProfile.podCidr" };
  },
};
