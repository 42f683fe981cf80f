export { aksDefaults, defaultMaxPods, defaultNetwork, defaultPodCidrs, usesPodCidr } from "./aks-defaults.ts";
export { checkCluster, type CheckOptions } from "./check-cluster.ts";
export {
  managedSubnet,
  type ClusterFacts,
  type IdentityFacts,
  type NetworkFacts,
  type PoolFacts,
  type RouteFacts,
  type SubnetFacts,
  type VnetFacts,
} from "./facts.ts";
export {
  defaultVersion,
  kubernetesVersions,
  minorOf,
  resolveVersion,
  type VersionInfo,
} from "./kubernetes-versions.ts";
export { defaultSecurityRules, type SecurityRuleFacts } from "./nsg/security-rule.ts";
export { rules } from "./registry.ts";
export type { Finding, Refusal, RefusalRow, Rule, Severity } from "./rule.ts";
export { vmSize, type VmSize } from "./vm-sizes.ts";
