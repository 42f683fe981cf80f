import { apiVersionAtLeast } from "@byocni/azure/types";
import type { Rule } from "../rule.ts";

export const podCidrHidden: Rule = {
  id: "pod-cidr-hidden",
  title: "The api-version shows podCidr",
  severity: "info",
  why: "Stable versions before 2026-01-01 leave podCidr of a 'none' cluster out of their answers, so that tools see a difference after every deployment and may replace the cluster.",
  source: "AKS release notes of 2026-01-04; hashicorp/terraform-provider-azurerm#30985",
  since: "2026-01-04",
  fix: "Use api-version 2026-01-01 or later.",
  about: "cluster",
  *check({ apiVersion, network }) {
    if (network.plugin !== "none" || apiVersion === undefined || network.podCidrs.length === 0) return;
    const floor = /preview/i.test(apiVersion) ? "2023-06-02-preview" : "2026-01-01";
    if (apiVersionAtLeast(apiVersion, floor)) return;
    yield {
      message: `api-version ${apiVersion} takes podCidr and does not show it again.`,
      path: "properties.networkProfile.podCidr",
    };
  },
};
