import type { ProviderContext } from "@byocni/azure/arm";
import { ArmError, armErrorFromBody } from "@byocni/azure/types";
import { type ClusterFacts, type Finding, type Rule, checkCluster } from "@byocni/rules/catalog";

/**
 * Refuses what AKS refuses, warns of the rest. Under `article` what only today's AKS refuses is a warning too: the
 * published article's own samples do it.
 * @throws ArmError with the code of the first rule that AKS enforces
 */
export function enforceRules(
  facts: ClusterFacts,
  context: Pick<ProviderContext, "strictness" | "warn">,
  about?: Rule["about"],
): void {
  const findings = checkCluster(facts, about === undefined ? {} : { about });
  const refused = findings.find(({ refusal }) => refusal && isEnforced(refusal.when, context.strictness));
  if (refused?.refusal) {
    const { status, code, message, target } = refused.refusal;
    throw armErrorFromBody(status, { code, message, target });
  }
  for (const finding of findings) if (finding.severity !== "info") context.warn(...warningOf(finding));
}

function isEnforced(when: "always" | "current", strictness: ProviderContext["strictness"]): boolean {
  return when === "always" || strictness === "current";
}

function warningOf({ rule, message, refusal }: Finding): [code: string, message: string] {
  return refusal ? [refusal.code, `${message} AKS would refuse it today: ${refusal.message}`] : [rule, message];
}

/**
 * At preflight AKS wraps its refusal: the code stays, the text names the cluster (Azure/AKS#4383, Azure/AKS#4563).
 */
export function asPreflight(
  error: unknown,
  cluster: { readonly name: string; readonly resourceGroup: string },
): unknown {
  if (!(error instanceof ArmError)) return error;
  const text = error.message.replace(/\.$/, "");
  const message = `Preflight validation check for resource(s) for container service ${cluster.name} in resource group ${cluster.resourceGroup} failed. Message: ${text}. Details: `;
  return armErrorFromBody(error.status, { ...error.body(), message });
}
