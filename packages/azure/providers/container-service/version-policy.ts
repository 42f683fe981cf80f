import type { ProviderContext } from "@byocni/azure/arm";
import { aksFaults } from "./errors.ts";
import type { ManagedClusterProperties } from "./properties.ts";
import { resolveVersion } from "./versions.ts";

/**
 * Refuses a Kubernetes version that AKS no longer takes, or only warns when byocni is as lenient as the published
 * article's samples need. A version that the cluster already has is never refused.
 */
export function checkVersions(
  wanted: ManagedClusterProperties,
  existing: ManagedClusterProperties | undefined,
  context: Pick<ProviderContext, "strictness" | "warn">,
): void {
  const version = wanted.currentKubernetesVersion;
  if (version === existing?.currentKubernetesVersion) return;
  const support = resolveVersion(version)?.info.support;
  if (support === "retired") {
    if (context.strictness === "current")
      throw aksFaults.AgentPoolK8sVersionNotSupported(
        { version: wanted.kubernetesVersion },
        { target: "kubernetesVersion" },
      );
    context.warn(
      "AgentPoolK8sVersionNotSupported",
      `Kubernetes ${wanted.kubernetesVersion} is retired: AKS would refuse it today. It is taken here as ${version}.`,
    );
  }
}
