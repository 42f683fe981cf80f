import { serviceRanges } from "../ranges.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  tooLarge: {
    status: 400,
    code: "ByocniServiceCidrTooLarge",
    message: "The service CIDR {cidr} must be smaller than /12.",
    when: "current",
    source: "AKS article on bring-your-own CNI, IP planning; AKS's own code is not public",
  },
} as const satisfies Record<string, RefusalRow>;

export const serviceCidrSize: Rule = {
  id: "service-cidr-size",
  title: "The service CIDR is smaller than /12",
  severity: "error",
  why: "Kubernetes keeps a bitmap of service addresses; AKS takes ranges smaller than /12 only.",
  source: "https://learn.microsoft.com/azure/aks/use-byo-cni (IP address planning)",
  fix: "Take a /16; services rarely need more.",
  about: "cluster",
  refusals,
  *check(facts) {
    for (const { text, cidr, path } of serviceRanges(facts)) {
      if (cidr.family !== 4 || cidr.prefixLength > 12) continue;
      yield {
        message: `The service CIDR ${text} is not smaller than /12.`,
        path,
        refusal: refuse(refusals.tooLarge, { cidr: text }, "networkProfile.serviceCIDR"),
      };
    }
  },
};
