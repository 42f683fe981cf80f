import { subjects } from "../facts.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";
import { vmSize } from "../vm-sizes.ts";

const message = "System node pool must use VM sku with more than 2 cores and 4GB memory. Nodepool name: {pool}.";
const refusals = {
  tooLow: {
    status: 400,
    code: "SystemPoolSkuTooLow",
    message,
    when: "always",
    source: "MicrosoftDocs/azure-dev-docs#216: one vCPU is refused, two are taken",
  },
  burstable: {
    status: 400,
    code: "SystemPoolSkuTooLow",
    message,
    when: "current",
    source:
      "https://learn.microsoft.com/azure/aks/use-system-pools: no B series; the article's samples use Standard_B2ms",
  },
} as const satisfies Record<string, RefusalRow>;

export const systemPoolSize: Rule = {
  id: "system-pool-size",
  title: "Nodes of system pools are large enough",
  severity: "warning",
  why: "AKS's own pods run there: it refuses machines below 2 vCPUs and 4 GB, documents 4 vCPUs as the least, and does not support the B series.",
  source: "https://learn.microsoft.com/azure/aks/use-system-pools",
  fix: "Use a size with 4 vCPUs or more that is not of the B series, for example Standard_D4ds_v5.",
  about: "pool",
  refusals,
  *check(facts) {
    for (const { mode, vmSize: name, name: pool, path } of subjects(facts)) {
      const size = mode === "System" ? vmSize(name) : undefined;
      if (!size) continue;
      const at = { path: `${path}.vmSize` };
      const small = size.vcpus < 2 || size.memoryGB < 4;
      const row = small ? refusals.tooLow : size.family === "B" && size.vcpus <= 2 ? refusals.burstable : undefined;
      const refusal = row && refuse(row, { pool }, "agentPoolProfile.vmSize");
      if (small)
        yield {
          ...at,
          severity: "error",
          message: `${name} of the system pool ${pool} has ${size.vcpus} vCPU and ${size.memoryGB} GB.`,
          ...(refusal ? { refusal } : {}),
        };
      else if (size.family === "B")
        yield {
          ...at,
          message: `${name} of the system pool ${pool} is of the B series, which AKS does not support there.`,
          ...(refusal ? { refusal } : {}),
        };
      else if (size.vcpus < 4)
        yield { ...at, severity: "info", message: `${name} of the system pool ${pool} has fewer than 4 vCPUs.` };
    }
  },
};
