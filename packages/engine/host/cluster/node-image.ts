/** What runs on a node image of AKS (AgentBaker release notes of July 2026). */
export interface NodeImage {
  readonly osImage: string;
  readonly kernelVersion: string;
  /** Chooses how CNI configuration is read. */
  readonly containerdVersion: string;
}

const images: readonly (readonly [RegExp, NodeImage])[] = [
  [/2404/, { osImage: "Ubuntu 24.04.4 LTS", kernelVersion: "6.8.0-1052-azure", containerdVersion: "2.3.2-2" }],
  // The images of June 2023, the last ones of this system.
  [/1804/, { osImage: "Ubuntu 18.04.6 LTS", kernelVersion: "5.4.0-1109-azure", containerdVersion: "1.6.18+azure-1" }],
  [/2204/, { osImage: "Ubuntu 22.04.5 LTS", kernelVersion: "5.15.0-1110-azure", containerdVersion: "1.7.33-1" }],
  [
    /AzureLinux/,
    { osImage: "Microsoft Azure Linux 3.0", kernelVersion: "6.6.126.1-1.azl3", containerdVersion: "2.0.0" },
  ],
  [
    /Windows-2019/,
    { osImage: "Windows Server 2019 Datacenter", kernelVersion: "10.0.17763.7558", containerdVersion: "1.7.20+azure" },
  ],
  [
    /Windows-2022/,
    { osImage: "Windows Server 2022 Datacenter", kernelVersion: "10.0.20348.3932", containerdVersion: "1.7.20+azure" },
  ],
  [
    /Windows-2025/,
    { osImage: "Windows Server 2025 Datacenter", kernelVersion: "10.0.26100.4652", containerdVersion: "1.7.20+azure" },
  ],
];

/** @param version for example `AKSUbuntu-2404gen2containerd-202607.09.0` */
export function nodeImage(version: string): NodeImage {
  const found = images.find(([pattern]) => pattern.test(version));
  return found?.[1] ?? { osImage: version, kernelVersion: "6.8.0-1052-azure", containerdVersion: "2.3.2-2" };
}
