/** How AKS itself networks a cluster. Clusters with networkPlugin `none` have none. */
export interface AksNetwork {
  readonly plugin: "azure" | "kubenet";
  /** Where pods of `azure` have their addresses from; kubenet gives each node a range of its own. */
  readonly mode: "nodeSubnet" | "podSubnet" | "overlay";
  readonly dataplane: "azure" | "cilium";
  readonly policy?: "azure" | "calico" | "cilium";
}
