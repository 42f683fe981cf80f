import type { Rule } from "./rule.ts";
import { apiVersion } from "./rules/api-version.ts";
import { azureCombinations } from "./rules/azure-combinations.ts";
import { cidrSyntax } from "./rules/cidr-syntax.ts";
import { cliVersion } from "./rules/cli-version.ts";
import { dnsServiceIp } from "./rules/dns-service-ip.ts";
import { kubeProxy } from "./rules/kube-proxy.ts";
import { kubernetesVersion } from "./rules/kubernetes-version.ts";
import { noneCombinations } from "./rules/none-combinations.ts";
import { nodeProvisioning } from "./rules/node-provisioning.ts";
import { nsgEgress } from "./rules/nsg-egress.ts";
import { nsgNodes } from "./rules/nsg-nodes.ts";
import { outboundIsolated } from "./rules/outbound-isolated.ts";
import { outboundNatGateway } from "./rules/outbound-nat-gateway.ts";
import { outboundRoutes } from "./rules/outbound-routes.ts";
import { pluginChange } from "./rules/plugin-change.ts";
import { pluginOmitted } from "./rules/plugin-omitted.ts";
import { podCapacity } from "./rules/pod-capacity.ts";
import { podCidrHidden } from "./rules/pod-cidr-hidden.ts";
import { podCidrMissing } from "./rules/pod-cidr-missing.ts";
import { podCidrOverlap } from "./rules/pod-cidr-overlap.ts";
import { publicRanges } from "./rules/public-ranges.ts";
import { reservedRanges } from "./rules/reserved-ranges.ts";
import { serviceCidrOverlap } from "./rules/service-cidr-overlap.ts";
import { serviceCidrSize } from "./rules/service-cidr-size.ts";
import { startupTaints } from "./rules/startup-taints.ts";
import { subnetCapacity } from "./rules/subnet-capacity.ts";
import { subnetDelegated } from "./rules/subnet-delegated.ts";
import { subnetPermissions } from "./rules/subnet-permissions.ts";
import { systemPoolSize } from "./rules/system-pool-size.ts";
import { windowsPools } from "./rules/windows-pools.ts";

/** All rules, in the order in which they are checked: the first refusal is the answer. */
export const rules: readonly Rule[] = [
  apiVersion,
  cliVersion,
  pluginChange,
  pluginOmitted,
  kubernetesVersion,
  cidrSyntax,
  serviceCidrSize,
  dnsServiceIp,
  reservedRanges,
  publicRanges,
  azureCombinations,
  kubeProxy,
  windowsPools,
  noneCombinations,
  podCidrMissing,
  podCidrHidden,
  subnetDelegated,
  serviceCidrOverlap,
  podCidrOverlap,
  podCapacity,
  subnetCapacity,
  subnetPermissions,
  outboundIsolated,
  outboundRoutes,
  outboundNatGateway,
  nsgNodes,
  nsgEgress,
  systemPoolSize,
  startupTaints,
  nodeProvisioning,
];
