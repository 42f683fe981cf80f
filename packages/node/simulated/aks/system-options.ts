/** What AKS's own objects depend on. */
export interface AksSystemOptions {
  readonly kubernetesVersion: string;
  readonly dnsServiceIP: string;
  /** The API server's name: `myaks-dns-1234abcd.hcp.eastus.azmk8s.io`. */
  readonly apiServerFqdn: string;
  /** False when kube-proxy is switched off (`kubeProxyConfig.enabled: false`, only with networkPlugin none). */
  readonly kubeProxy: boolean;
  /** The cluster's pod range, for kube-proxy's `--cluster-cidr`. */
  readonly podCidr?: string;
  /** Where the images come from, default `mcr.microsoft.com`. */
  readonly registry?: string;
}
