import type { AksNetwork } from "./network-options.ts";

/** What AKS's own objects depend on. */
export interface AksSystemOptions {
  readonly kubernetesVersion: string;
  readonly dnsServiceIP: string;
  /** The API server's name: `myaks-dns-1234abcd.hcp.eastus.azmk8s.io`. */
  readonly apiServerFqdn: string;
  /** False when kube-proxy is switched off: `kubeProxyConfig.enabled: false`, or AKS's own Cilium replaces it. */
  readonly kubeProxy: boolean;
  /** The cluster's pod range, for kube-proxy's `--cluster-cidr`. */
  readonly podCidr?: string;
  /** Absent: networkPlugin `none`. */
  readonly network?: AksNetwork;
  /** Ranges that traffic of pods reaches without being masqueraded, when AKS networks the cluster. */
  readonly clusterCidrs?: readonly string[];
  /** Where the images come from, default `mcr.microsoft.com`. */
  readonly registry?: string;
}
