import { subjects } from "../facts.ts";
import type { Rule } from "../rule.ts";

export const startupTaints: Rule = {
  id: "startup-taints",
  title: "Startup taints of CNI plugins are initialization taints",
  severity: "warning",
  why: "AKS puts taints of nodeTaints back whenever they are taken off: a taint that the CNI plugin removes once it is ready keeps pods away for ever.",
  source: "https://learn.microsoft.com/azure/aks/use-node-taints; cilium/cilium#19788",
  fix: "Write the taint to nodeInitializationTaints.",
  about: "pool",
  *check(facts) {
    for (const { nodeTaints, name, path } of subjects(facts)) {
      for (const taint of nodeTaints) {
        const [key = ""] = taint.split(/[=:]/);
        if (!key.endsWith("agent-not-ready")) continue;
        yield { message: `Pool ${name} has the startup taint ${taint} in nodeTaints.`, path: `${path}.nodeTaints` };
      }
    }
  },
};
