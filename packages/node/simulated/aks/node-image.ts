/** What a node image of AKS brings along. */
export interface AksNodeImage {
  readonly osImage: string;
  readonly kernelVersion: string;
  readonly containerdVersion: string;
  /** `AKSUbuntu-2204gen2containerd-202607.09.0` */
  readonly nodeImageVersion: string;
}

/** Figures of VHD 202607.09.0: Ubuntu 24.04 since Kubernetes 1.35, with containerd 2; before that 22.04 with 1.7. */
export function aksNodeImage(kubernetesVersion: string): AksNodeImage {
  const minor = Number(/^v?1\.(\d+)/.exec(kubernetesVersion)?.[1] ?? 35);
  if (minor >= 35) {
    return {
      osImage: "Ubuntu 24.04.4 LTS",
      kernelVersion: "6.8.0-1044-azure",
      containerdVersion: "2.3.2-2",
      nodeImageVersion: "AKSUbuntu-2404gen2containerd-202607.09.0",
    };
  }
  if (minor >= 25) {
    return {
      osImage: "Ubuntu 22.04.5 LTS",
      kernelVersion: "5.15.0-1102-azure",
      containerdVersion: "1.7.33-1",
      nodeImageVersion: "AKSUbuntu-2204gen2containerd-202607.09.0",
    };
  }
  return {
    osImage: "Ubuntu 18.04.6 LTS",
    kernelVersion: "5.4.0-1109-azure",
    containerdVersion: "1.6.20+azure-2",
    nodeImageVersion: "AKSUbuntu-1804gen2containerd-202306.01.0",
  };
}
