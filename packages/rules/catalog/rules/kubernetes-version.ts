import { subjects } from "../facts.ts";
import { resolveVersion } from "../kubernetes-versions.ts";
import { type Problem, type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  retired: {
    status: 400,
    code: "AgentPoolK8sVersionNotSupported",
    message:
      "Version {version} is not supported in this region. Please use [az aks get-versions] command to get the supported version list in this region. For more information, please check https://aka.ms/supported-version-list",
    when: "current",
    source: "many public issues",
  },
} as const satisfies Record<string, RefusalRow>;

export const kubernetesVersion: Rule = {
  id: "kubernetes-version",
  title: "AKS still offers the Kubernetes version",
  severity: "error",
  why: "AKS makes clusters of the three newest minor versions, and of older ones under long-term support; samples and templates keep naming versions that are gone.",
  source: "https://aka.ms/supported-version-list",
  fix: "Leave kubernetesVersion out or name a version that `az aks get-versions` lists.",
  about: "pool",
  refusals,
  *check(facts) {
    const { previous } = facts;
    if (facts.kubernetesVersion !== previous?.kubernetesVersion)
      yield* supportOf(facts.kubernetesVersion, "properties.kubernetesVersion", "kubernetesVersion");
    for (const pool of subjects(facts)) {
      const { kubernetesVersion: version, name, path } = pool;
      if (version === facts.kubernetesVersion || version === previous?.poolVersions[name]) continue;
      yield* supportOf(version, `${path}.orchestratorVersion`, "agentPoolProfile.orchestratorVersion");
    }
  },
};

function* supportOf(version: string, path: string, target: string): Generator<Problem> {
  const support = resolveVersion(version)?.info.support;
  if (support === "supported") return;
  if (support === "preview" || support === "longTermSupport") {
    const how = support === "preview" ? "in preview" : "offered under long-term support only";
    yield { severity: "info", message: `Kubernetes ${version} is ${how}.`, path };
    return;
  }
  yield {
    message: `AKS offers Kubernetes ${version} no longer.`,
    path,
    refusal: refuse(refusals.retired, { version }, target),
  };
}
