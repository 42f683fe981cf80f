import type { JsonObject } from "@byocni/base/core";
import type { PrepareRequest, ProviderContext, Resource } from "@byocni/azure/arm";
import type { ClusterFacts, NetworkFacts, PoolFacts } from "@byocni/rules/catalog";
import { aksFaults } from "./errors.ts";
import type { AgentPoolProperties, ManagedClusterProperties } from "./properties.ts";
import { type SubnetReader, createSubnetReader } from "./subnet-facts.ts";

/** A cluster as a request would have it, in the terms of the provider. */
export interface WantedCluster {
  readonly request: PrepareRequest;
  readonly name: string;
  readonly resourceGroup: string;
  readonly properties: ManagedClusterProperties;
  /** The network profile as it was sent. */
  readonly sentNetwork: JsonObject;
  /** Names of the pools that the request is about, with their place in the body. */
  readonly subjects: ReadonlyMap<string, string>;
  /** The identity block, ids filled in. */
  readonly identity: JsonObject | undefined;
  readonly existing: Resource | undefined;
}

/** What the rules look at. @throws ArmError when a subnet that a pool names is not there */
export async function clusterFacts(wanted: WantedCluster, context: ProviderContext): Promise<ClusterFacts> {
  const { properties, request } = wanted;
  const before = wanted.existing?.properties as ManagedClusterProperties | undefined;
  const azVersion = /AZURECLI\/(\d+\.\d+\.\d+)/i.exec(context.headers["user-agent"] ?? "")?.[1];
  const reader = createSubnetReader(context, principalOf(wanted), properties.nodeResourceGroup);
  return {
    name: wanted.name,
    resourceGroup: wanted.resourceGroup,
    apiVersion: request.apiVersion,
    ...(azVersion === undefined ? {} : { azVersion }),
    kubernetesVersion: properties.kubernetesVersion,
    identity: identityFacts(wanted.identity),
    network: networkFacts(wanted),
    pools: properties.agentPoolProfiles.map((pool) => poolFacts(pool, wanted)),
    subnets: await subnetsOf(properties.agentPoolProfiles, reader),
    ...(before
      ? {
          previous: {
            plugin: before.networkProfile.networkPlugin,
            kubernetesVersion: before.kubernetesVersion,
            poolVersions: Object.fromEntries(
              before.agentPoolProfiles.map(({ name, orchestratorVersion }) => [name, orchestratorVersion]),
            ),
          },
        }
      : {}),
  };
}

/**
 * Object id of the identity that uses the subnets; `new` when AKS makes it with the cluster; undefined when its
 * permissions cannot be asked for, as long as the template that makes it and its roles has not run.
 */
function principalOf({ identity, request, existing }: WantedCluster): string | undefined {
  if (request.purpose !== "apply" || !identity) return undefined;
  if (identity["type"] === "SystemAssigned") return existing ? String(identity["principalId"]) : "new";
  const [first] = Object.values((identity["userAssignedIdentities"] ?? {}) as Record<string, JsonObject>);
  return typeof first?.["principalId"] === "string" ? first["principalId"] : undefined;
}

function identityFacts(identity: JsonObject | undefined): ClusterFacts["identity"] {
  if (!identity) return { kind: "servicePrincipal" };
  if (identity["type"] === "SystemAssigned") return { kind: "systemAssigned" };
  const [id] = Object.keys((identity["userAssignedIdentities"] ?? {}) as JsonObject);
  return { kind: "userAssigned", ...(id === undefined ? {} : { id }) };
}

function networkFacts({ properties, sentNetwork }: WantedCluster): NetworkFacts {
  const profile = properties.networkProfile;
  const given = new Set(
    Object.entries(sentNetwork)
      .filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0))
      .map(([name]) => ({ podCidrs: "podCidr", serviceCidrs: "serviceCidr" })[name] ?? name),
  );
  return {
    plugin: profile.networkPlugin,
    ...(profile.networkPluginMode === undefined ? {} : { pluginMode: profile.networkPluginMode }),
    ...(profile.networkPolicy === undefined ? {} : { policy: profile.networkPolicy }),
    ...(profile.networkDataplane === undefined ? {} : { dataplane: profile.networkDataplane }),
    podCidrs: profile.podCidrs ?? [],
    serviceCidrs: profile.serviceCidrs,
    dnsServiceIP: profile.dnsServiceIP,
    outboundType: profile.outboundType,
    ...(profile.kubeProxyConfig ? { kubeProxy: profile.kubeProxyConfig } : {}),
    given,
  };
}

function poolFacts(pool: AgentPoolProperties, { subjects, properties }: WantedCluster): PoolFacts {
  const path = subjects.get(pool.name);
  const surge = (pool["upgradeSettings"] as JsonObject | undefined)?.["maxSurge"];
  return {
    name: pool.name,
    path: path ?? "properties",
    subject: path !== undefined,
    mode: pool.mode,
    osType: pool.osType,
    vmSize: pool.vmSize,
    // As asked: `1.35` of the cluster, not the patch version that it stands for.
    kubernetesVersion:
      pool.currentOrchestratorVersion === properties.currentKubernetesVersion
        ? properties.kubernetesVersion
        : pool.orchestratorVersion,
    count: pool.count,
    maxCount: pool.enableAutoScaling ? (pool.maxCount ?? pool.count) : pool.count,
    maxPods: pool.maxPods,
    ...(typeof surge === "string" ? { maxSurge: surge } : {}),
    nodeTaints: pool.nodeTaints ?? [],
    ...(pool.vnetSubnetID === undefined ? {} : { subnetId: pool.vnetSubnetID }),
    ...(pool.podSubnetID === undefined ? {} : { podSubnetId: pool.podSubnetID }),
  };
}

async function subnetsOf(
  pools: readonly AgentPoolProperties[],
  reader: SubnetReader,
): Promise<ClusterFacts["subnets"]> {
  const found = new Map<string, NonNullable<Awaited<ReturnType<SubnetReader>>>>();
  for (const pool of pools) {
    for (const member of ["vnetSubnetID", "podSubnetID"] as const) {
      const id = pool[member];
      if (id === undefined || found.has(id.toLowerCase())) continue;
      const subnet = await reader(id);
      if (!subnet)
        throw aksFaults.InvalidParameter(
          { parameter: `agentPoolProfile.${member}`, reason: `The subnet ${id} was not found.` },
          { target: `agentPoolProfile.${member}` },
        );
      found.set(id.toLowerCase(), subnet);
    }
  }
  return found;
}
