import { subjects } from "../facts.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  windows: {
    status: 400,
    code: "AzureCNIOnlyForWindows",
    message: "Windows agent pools can only be added to AKS clusters using Azure-CNI.",
    when: "always",
    source: "Azure/AKS#2839, Azure/AKS#3891",
  },
} as const satisfies Record<string, RefusalRow>;

export const windowsPools: Rule = {
  id: "windows-pools",
  title: "Windows pools only with Azure CNI",
  severity: "error",
  why: "AKS sets up the network of Windows nodes itself and can do so with its own plugin only.",
  source: "https://learn.microsoft.com/azure/aks/windows-vs-linux-containers; Azure/AKS#2839",
  fix: "Use Linux pools.",
  about: "pool",
  refusals,
  *check(facts) {
    if (facts.network.plugin === "azure") return;
    for (const pool of subjects(facts)) {
      if (pool.osType !== "Windows") continue;
      yield {
        message: `Pool ${pool.name} is a Windows pool and networkPlugin is ${facts.network.plugin}.`,
        path: `${pool.path}.osType`,
        refusal: refuse(refusals.windows, {}, "agentPoolProfile.osType"),
      };
    }
  },
};
