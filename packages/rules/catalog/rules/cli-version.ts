import type { Rule } from "../rule.ts";

const oldest = [2, 39, 0] as const;

export const cliVersion: Rule = {
  id: "cli-version",
  title: "az is version 2.39.0 or later",
  severity: "warning",
  why: "Older releases of the Azure CLI do not offer --network-plugin none.",
  source: "https://learn.microsoft.com/azure/aks/use-byo-cni (prerequisites)",
  since: "2022-08-02",
  fix: "Upgrade the Azure CLI.",
  about: "cluster",
  *check({ azVersion, network }) {
    if (network.plugin !== "none" || azVersion === undefined || !isOlder(azVersion)) return;
    yield { message: `az ${azVersion} is older than 2.39.0.`, path: "properties.networkProfile.networkPlugin" };
  },
};

function isOlder(version: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [index, wanted] of oldest.entries()) {
    const part = parts[index] ?? 0;
    if (part !== wanted) return part < wanted;
  }
  return false;
}
