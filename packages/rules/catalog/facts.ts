import type { SecurityRuleFacts } from "./nsg/security-rule.ts";

/** What rules look at: a cluster as AKS would have it after filling its defaults, and what lies around it. */
export interface ClusterFacts {
  readonly name: string;
  readonly resourceGroup: string;
  /** Of the request, or of the resource in the template. */
  readonly apiVersion?: string;
  /** Version of `az` that sends the request: `2.45.0`. */
  readonly azVersion?: string;
  /** As asked for, or AKS's default: `1.35` or `1.35.4`. */
  readonly kubernetesVersion: string;
  readonly identity: IdentityFacts;
  readonly network: NetworkFacts;
  /** `nodeProvisioningProfile.mode`: `Auto` when AKS makes nodes as pods need them. */
  readonly nodeProvisioning?: string;
  /** All pools of the cluster; rules about pools look at those that are `subject`. */
  readonly pools: readonly PoolFacts[];
  /** Subnets that pools name, by id in lower case. A subnet that is not known (yet) is missing. */
  readonly subnets: ReadonlyMap<string, SubnetFacts>;
  /** The cluster as it was, when this is a change. */
  readonly previous?: {
    readonly plugin: string;
    readonly kubernetesVersion: string;
    readonly poolVersions: Readonly<Record<string, string>>;
  };
}

export interface IdentityFacts {
  readonly kind: "systemAssigned" | "userAssigned" | "servicePrincipal" | "none";
  /** Id of the user-assigned identity. */
  readonly id?: string;
}

/** Network profile, defaults filled in. */
export interface NetworkFacts {
  readonly plugin: string;
  readonly pluginMode?: string;
  readonly policy?: string;
  readonly dataplane?: string;
  readonly podCidrs: readonly string[];
  readonly serviceCidrs: readonly string[];
  readonly dnsServiceIP: string;
  readonly outboundType: string;
  readonly kubeProxy?: { readonly enabled?: boolean; readonly mode?: string };
  /** Members that the user wrote, so were no defaults: `podCidr`, `serviceCidr`, `dnsServiceIP`, `networkPlugin`. */
  readonly given: ReadonlySet<string>;
}

export interface PoolFacts {
  readonly name: string;
  /** Where it stands in the body: `properties.agentPoolProfiles[0]`, or `properties` for a pool of its own. */
  readonly path: string;
  /** True when this request is about it. */
  readonly subject: boolean;
  readonly mode: string;
  readonly osType: string;
  readonly vmSize: string;
  readonly kubernetesVersion: string;
  readonly count: number;
  /** Most nodes that it can have: `maxCount` with autoscaling, else `count`. */
  readonly maxCount: number;
  readonly maxPods: number;
  /** `upgradeSettings.maxSurge`: a number or a percentage. */
  readonly maxSurge?: string;
  readonly nodeTaints: readonly string[];
  /** Undefined: the VNet that AKS makes. */
  readonly subnetId?: string;
  readonly podSubnetId?: string;
  /** `localDNSProfile.mode`: `Disabled`, `Preferred`, `Required`. */
  readonly localDns?: string;
}

export interface SubnetFacts {
  readonly id: string;
  readonly name: string;
  readonly prefixes: readonly string[];
  /** Services to which it is delegated. */
  readonly delegations: readonly string[];
  readonly vnet: VnetFacts;
  readonly nsg?: { readonly id: string; readonly rules: readonly SecurityRuleFacts[] };
  readonly routeTable?: { readonly id: string; readonly routes: readonly RouteFacts[] };
  readonly natGatewayId?: string;
  /** Addresses in use by others than this cluster. */
  readonly usedAddresses?: number;
  /** What the cluster's identity may do here; absent when that cannot be known (offline, a new identity). */
  readonly permissions?: {
    readonly join: boolean;
    readonly read: boolean;
    /** True when only the template was looked at: the identity may have roles that it does not tell of. */
    readonly byTemplate?: boolean;
  };
}

export interface VnetFacts {
  readonly id: string;
  readonly prefixes: readonly string[];
  readonly subnets: readonly { readonly name: string; readonly prefixes: readonly string[] }[];
  /** Ranges of VNets that are peered with it. */
  readonly peers: readonly { readonly name: string; readonly prefixes: readonly string[] }[];
}

export interface RouteFacts {
  readonly prefix: string;
  readonly nextHopType: string;
}

/** The VNet that AKS makes when no subnet is given: 10.224.0.0/12 with one subnet (AKS release notes of 2022-02-24). */
export const managedSubnet: SubnetFacts = {
  id: "",
  name: "aks-subnet",
  prefixes: ["10.224.0.0/16"],
  delegations: [],
  vnet: {
    id: "",
    prefixes: ["10.224.0.0/12"],
    subnets: [{ name: "aks-subnet", prefixes: ["10.224.0.0/16"] }],
    peers: [],
  },
};

/** The pools that a request is about. */
export function subjects(facts: ClusterFacts): readonly PoolFacts[] {
  return facts.pools.filter(({ subject }) => subject);
}

/** The subnet of a pool's nodes; undefined when it is named but not known. */
export function nodeSubnet(facts: ClusterFacts, pool: PoolFacts): SubnetFacts | undefined {
  return pool.subnetId === undefined ? managedSubnet : facts.subnets.get(pool.subnetId.toLowerCase());
}

/** The known subnets in which nodes of the cluster are or will be, each once. */
export function nodeSubnets(facts: ClusterFacts): readonly SubnetFacts[] {
  const found = new Map<string, SubnetFacts>();
  for (const pool of facts.pools) {
    const subnet = nodeSubnet(facts, pool);
    if (subnet) found.set(subnet.id.toLowerCase(), subnet);
  }
  return [...found.values()];
}

/** The VNets in which nodes are, each once. */
export function nodeVnets(facts: ClusterFacts): readonly VnetFacts[] {
  return [...new Map(nodeSubnets(facts).map(({ vnet }) => [vnet.id.toLowerCase(), vnet])).values()];
}
