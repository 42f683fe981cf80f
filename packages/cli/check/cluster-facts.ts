import { formatAddress, nthAddress, parseCidr } from "@byocni/base/core";
import {
  type ClusterFacts,
  type IdentityFacts,
  type NetworkFacts,
  type PoolFacts,
  type SubnetFacts,
  aksDefaults,
  defaultMaxPods,
  defaultNetwork,
  defaultPodCidrs,
  defaultVersion,
} from "@byocni/rules/catalog";
import type { FoundResource } from "./evaluate.ts";
import { type KnownValues, knownValues } from "./known-values.ts";
import { subnetFacts } from "./network-facts.ts";
import { permissionsByTemplate } from "./permission-facts.ts";

/** A cluster, or a pool of one, as the rules see it. */
export interface Subject {
  readonly found: FoundResource;
  readonly about: "cluster" | "pool";
  readonly facts: ClusterFacts;
}

const clusterType = "microsoft.containerservice/managedclusters";
const poolType = `${clusterType}/agentpools`;

/**
 * What a template says of its clusters, AKS's defaults filled in. A cluster whose network plugin is not known is left
 * out, and so is a pool whose cluster the template does not make.
 */
export function templateSubjects(found: readonly FoundResource[]): readonly Subject[] {
  const subnets = subnetFacts(found);
  const ofType = (type: string): readonly FoundResource[] =>
    found.filter(({ resource }) => resource.type.toLowerCase() === type);
  return ofType(clusterType).flatMap((cluster): readonly Subject[] => {
    const body = knownValues(cluster.resource.body);
    const properties = body.child("properties");
    const isUnknown =
      body.isUnknown("properties") ||
      properties.isUnknown("networkProfile") ||
      properties.child("networkProfile").isUnknown("networkPlugin");
    if (isUnknown) return [];
    const facts = withPermissions(clusterFacts(cluster, properties, subnets), cluster, found);
    const below = `${cluster.resource.id}/agentpools/`.toLowerCase();
    const pools = ofType(poolType).filter(({ resource }) => resource.id.toLowerCase().startsWith(below));
    return [
      { found: cluster, about: "cluster", facts },
      ...pools.map((pool): Subject => ({ found: pool, about: "pool", facts: withPool(facts, pool) })),
    ];
  });
}

/** Identities that the template makes have no roles but those that it gives them. */
function withPermissions(facts: ClusterFacts, cluster: FoundResource, found: readonly FoundResource[]): ClusterFacts {
  const subnets = new Map(
    [...facts.subnets].map(([id, subnet]) => {
      const permissions = permissionsByTemplate(subnet, facts.identity, cluster, found);
      return [id, permissions ? { ...subnet, permissions } : subnet];
    }),
  );
  return { ...facts, subnets };
}

function clusterFacts(
  { resource }: FoundResource,
  properties: KnownValues,
  subnets: ReadonlyMap<string, SubnetFacts>,
): ClusterFacts {
  const kubernetesVersion = properties.text("kubernetesVersion") ?? defaultVersion;
  const network = networkFacts(properties.child("networkProfile"), kubernetesVersion);
  const provisioning = properties.child("nodeProvisioningProfile").text("mode");
  return {
    name: resource.name,
    resourceGroup: /\/resourceGroups\/([^/]+)/i.exec(resource.id)?.[1] ?? "",
    apiVersion: resource.apiVersion,
    kubernetesVersion,
    identity: identityFacts(knownValues(resource.body)),
    ...(provisioning === undefined ? {} : { nodeProvisioning: provisioning }),
    network,
    pools: properties
      .children("agentPoolProfiles")
      .map((pool, index) =>
        poolFacts(pool, { path: `properties.agentPoolProfiles[${index}]`, network, kubernetesVersion, subject: true }),
      ),
    subnets,
  };
}

/** The cluster with a pool that is a resource of its own. */
function withPool(facts: ClusterFacts, { resource }: FoundResource): ClusterFacts {
  const { network, kubernetesVersion } = facts;
  const name = resource.name.split("/").at(-1) ?? resource.name;
  const pool = poolFacts(knownValues(resource.body["properties"]), {
    path: "properties",
    network,
    kubernetesVersion,
    subject: true,
  });
  return {
    ...facts,
    apiVersion: resource.apiVersion,
    pools: [...facts.pools.map((one) => ({ ...one, subject: false })), { ...pool, name }],
  };
}

function identityFacts(body: KnownValues): IdentityFacts {
  const identity = body.child("identity");
  const kind = identity.text("type")?.toLowerCase();
  if (kind === "systemassigned") return { kind: "systemAssigned" };
  if (kind === "userassigned") {
    const [id] = Object.keys(identity.child("userAssignedIdentities").object);
    return { kind: "userAssigned", ...(id === undefined ? {} : { id }) };
  }
  return body.child("properties").has("servicePrincipalProfile") ? { kind: "servicePrincipal" } : { kind: "none" };
}

/** Defaults of AKS: a network of its own when none is named, 10.0.0.0/16 for services, a load balancer out. */
function networkFacts(profile: KnownValues, version: string): NetworkFacts {
  const named = profile.text("networkPlugin");
  const byDefault = defaultNetwork(version);
  const plugin = named ?? byDefault.plugin;
  const pluginMode = profile.text("networkPluginMode") ?? (named === undefined ? byDefault.mode : undefined);
  const policy = profile.text("networkPolicy");
  const dataplane = profile.text("networkDataplane");
  const kubeProxy = profile.child("kubeProxyConfig");
  const given = new Set<string>();
  for (const [name, ...aliases] of [
    ["networkPlugin"],
    ["podCidr", "podCidrs"],
    ["serviceCidr", "serviceCidrs"],
    ["dnsServiceIP"],
  ] as const) {
    if (profile.has(name) || aliases.some((alias) => profile.has(alias))) given.add(name);
  }
  const podCidrs = ranges(profile, "podCidr", "podCidrs");
  // Where the value is given and not known, nothing is said about it.
  const { serviceCidrs, dnsServiceIP } = serviceNetwork(profile, given);
  return {
    plugin,
    ...(pluginMode === undefined ? {} : { pluginMode }),
    ...(policy === undefined ? {} : { policy }),
    ...(dataplane === undefined ? {} : { dataplane }),
    podCidrs: given.has("podCidr") ? podCidrs : defaultPodCidrs(plugin, pluginMode),
    serviceCidrs,
    dnsServiceIP,
    outboundType: profile.text("outboundType") ?? "loadBalancer",
    ...(profile.has("kubeProxyConfig")
      ? {
          kubeProxy: {
            ...(kubeProxy.flag("enabled") === undefined ? {} : { enabled: kubeProxy.flag("enabled") === true }),
            ...(kubeProxy.text("mode") === undefined ? {} : { mode: kubeProxy.text("mode") ?? "" }),
          },
        }
      : {}),
    given,
  };
}

/** The range of services and the address of DNS in it; one that is given and not known is taken to fit the other. */
function serviceNetwork(
  profile: KnownValues,
  given: ReadonlySet<string>,
): { readonly serviceCidrs: readonly string[]; readonly dnsServiceIP: string } {
  const dns = profile.text("dnsServiceIP");
  const cidrs = ranges(profile, "serviceCidr", "serviceCidrs");
  if (given.has("serviceCidr") && cidrs.length === 0) {
    const address = dns ?? "10.0.0.10";
    return { serviceCidrs: [`${address.split(".").slice(0, 2).join(".")}.0.0/16`], dnsServiceIP: address };
  }
  const serviceCidrs = given.has("serviceCidr") ? cidrs : ["10.0.0.0/16"];
  if (dns !== undefined || !given.has("dnsServiceIP")) return { serviceCidrs, dnsServiceIP: dns ?? "10.0.0.10" };
  const parsed = parseCidr(serviceCidrs[0] ?? "");
  const fitting = parsed.ok ? nthAddress(parsed.value.cidr, 10n) : undefined;
  return { serviceCidrs, dnsServiceIP: fitting === undefined ? "10.0.0.10" : formatAddress(fitting) };
}

function ranges(profile: KnownValues, one: string, many: string): readonly string[] {
  const list = profile.texts(many);
  const single = profile.text(one);
  return list.length > 0 ? list : single === undefined ? [] : [single];
}

interface PoolSurroundings {
  readonly path: string;
  readonly network: NetworkFacts;
  readonly kubernetesVersion: string;
  readonly subject: boolean;
}

function poolFacts(pool: KnownValues, { path, network, kubernetesVersion, subject }: PoolSurroundings): PoolFacts {
  const count = pool.number("count") ?? pool.number("minCount") ?? 1;
  const surge = pool.child("upgradeSettings").text("maxSurge");
  const subnetId = pool.rawText("vnetSubnetID");
  const podSubnetId = pool.rawText("podSubnetID");
  const localDns = pool.child("localDNSProfile").text("mode");
  return {
    name: pool.text("name") ?? "",
    path,
    subject,
    mode: pool.text("mode") ?? "User",
    osType: pool.text("osType") ?? "Linux",
    vmSize: pool.text("vmSize") ?? aksDefaults.vmSize,
    kubernetesVersion: pool.text("orchestratorVersion") ?? kubernetesVersion,
    count,
    maxCount: pool.flag("enableAutoScaling") === true ? (pool.number("maxCount") ?? count) : count,
    maxPods: pool.number("maxPods") ?? defaultMaxPods(network.plugin, network.pluginMode),
    ...(surge === undefined ? {} : { maxSurge: surge }),
    nodeTaints: pool.texts("nodeTaints"),
    ...(subnetId === undefined ? {} : { subnetId }),
    ...(podSubnetId === undefined ? {} : { podSubnetId }),
    ...(localDns === undefined ? {} : { localDns }),
  };
}
