import type { JsonObject } from "@byocni/base/core";

/** A pool as it stands in `agentPoolProfiles` and in `agentPools`, defaults filled in. */
export interface AgentPoolProperties extends JsonObject {
  readonly name: string;
  readonly count: number;
  readonly vmSize: string;
  readonly osDiskSizeGB: number;
  readonly maxPods: number;
  readonly mode: "System" | "User" | "Gateway";
  readonly osType: "Linux" | "Windows";
  readonly osSKU: string;
  readonly type: string;
  readonly orchestratorVersion: string;
  readonly currentOrchestratorVersion: string;
  readonly nodeImageVersion: string;
  readonly nodeLabels?: Readonly<Record<string, string>>;
  readonly nodeTaints?: readonly string[];
  readonly nodeInitializationTaints?: readonly string[];
  readonly availabilityZones?: readonly string[];
  readonly vnetSubnetID?: string;
  readonly podSubnetID?: string;
  readonly enableAutoScaling: boolean;
  readonly minCount?: number;
  readonly maxCount?: number;
  readonly powerState: { readonly code: "Running" | "Stopped" };
}

export interface NetworkProfile extends JsonObject {
  readonly networkPlugin: "none" | "azure" | "kubenet";
  readonly networkPluginMode?: "overlay";
  readonly networkPolicy?: string;
  readonly networkDataplane?: "azure" | "cilium";
  readonly podCidr?: string;
  readonly podCidrs?: readonly string[];
  readonly serviceCidr: string;
  readonly serviceCidrs: readonly string[];
  readonly dnsServiceIP: string;
  readonly outboundType: string;
  readonly loadBalancerSku: string;
  readonly ipFamilies: readonly string[];
  readonly kubeProxyConfig?: { readonly enabled?: boolean; readonly mode?: string };
}

/** A cluster's properties, defaults filled in, in the shape of the newest api-version. */
export interface ManagedClusterProperties extends JsonObject {
  readonly kubernetesVersion: string;
  readonly currentKubernetesVersion: string;
  readonly dnsPrefix: string;
  readonly fqdn: string;
  readonly nodeResourceGroup: string;
  readonly agentPoolProfiles: readonly AgentPoolProperties[];
  readonly networkProfile: NetworkProfile;
  readonly powerState: { readonly code: "Running" | "Stopped" };
  readonly disableLocalAccounts: boolean;
}

/** A principal that AKS makes with a cluster. */
export interface MadeIdentity extends JsonObject {
  readonly objectId: string;
  readonly clientId: string;
}

/** The identity of the nodes. */
export interface KubeletIdentity extends MadeIdentity {
  /** Of one of the user's; absent: AKS makes one. */
  readonly resourceId?: string;
}

/** What is kept with a cluster and not shown. */
export interface ClusterHidden extends JsonObject {
  /** Names the cluster's state in the cluster host: new with each creation. */
  readonly uid: string;
  /** The cluster's own identity, used while its type is SystemAssigned. */
  readonly systemIdentity: MadeIdentity;
  readonly kubeletIdentity: KubeletIdentity;
  /** Object ids of the identities that came with the cluster, to be removed with it. */
  readonly principals: readonly string[];
}
