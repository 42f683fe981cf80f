import { expect, it } from "vitest";
import { nodeImageOf } from "./node-image.ts";

/** Systems by Kubernetes version: AKS release notes of June 2023 (18.04), of 2026 (24.04 from 1.35 on). */
it.each([
  ["1.21.14", "Ubuntu", /^AKSUbuntu-1804gen2containerd-202306\./],
  ["1.24.17", "Ubuntu", /^AKSUbuntu-1804gen2containerd-/],
  ["1.25.16", "Ubuntu", /^AKSUbuntu-2204gen2containerd-/],
  ["1.34.4", "Ubuntu", /^AKSUbuntu-2204gen2containerd-/],
  ["1.35.4", "Ubuntu", /^AKSUbuntu-2404gen2containerd-/],
  ["1.35.4", "Ubuntu2204", /^AKSUbuntu-2204gen2containerd-/],
  ["1.34.4", "Ubuntu2404", /^AKSUbuntu-2404gen2containerd-/],
  ["1.34.4", "AzureLinux", /^AKSAzureLinux-V3gen2-/],
  ["1.34.4", "Windows2022", /^AKSWindows-2022-containerd-/],
])("nodes of %s with %s have %s", (version, sku, image) => {
  expect(nodeImageOf(version, sku)).toMatch(image);
});
