import { minorOf } from "@byocni/rules/catalog";

/** Newest node image that is known (AKS release notes of August 2026). */
export const newestImage = "202607.09.0";

/** What runs on a node of this version: node images are Ubuntu 24.04 from Kubernetes 1.35 on. */
export function nodeImageOf(version: string, osSku: string, image = newestImage): string {
  if (osSku === "AzureLinux" || osSku === "AzureLinux3" || osSku === "CBLMariner")
    return `AKSAzureLinux-V3gen2-${image}`;
  if (osSku.startsWith("Windows")) return `AKSWindows-${osSku.slice("Windows".length)}-containerd-${image}`;
  if (osSku === "Flatcar") return `AKSFlatcar-flatcargen2-${image}`;
  const is2404 = osSku === "Ubuntu2404" || (osSku === "Ubuntu" && minorOf(version) >= 35);
  return `AKSUbuntu-${is2404 ? "2404" : "2204"}gen2containerd-${image}`;
}
