import { minorOf } from "@byocni/rules/catalog";

/** Newest node image that is known (AKS release notes of August 2026). */
export const newestImage = "202607.09.0";

/** Last image with Ubuntu 18.04, which AKS gave nodes up to Kubernetes 1.24 (AKS release notes of June 2023). */
const lastBionicImage = "202306.19.0";

/** What runs on a node of this version: Ubuntu 18.04 up to Kubernetes 1.24, 22.04 from 1.25 on, 24.04 from 1.35 on. */
export function nodeImageOf(version: string, osSku: string, image = newestImage): string {
  if (osSku === "AzureLinux" || osSku === "AzureLinux3" || osSku === "CBLMariner")
    return `AKSAzureLinux-V3gen2-${image}`;
  if (osSku.startsWith("Windows")) return `AKSWindows-${osSku.slice("Windows".length)}-containerd-${image}`;
  if (osSku === "Flatcar") return `AKSFlatcar-flatcargen2-${image}`;
  if (osSku === "Ubuntu" && minorOf(version) <= 24) return `AKSUbuntu-1804gen2containerd-${lastBionicImage}`;
  const is2404 = osSku === "Ubuntu2404" || (osSku === "Ubuntu" && minorOf(version) >= 35);
  return `AKSUbuntu-${is2404 ? "2404" : "2204"}gen2containerd-${image}`;
}
