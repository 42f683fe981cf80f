import { isJsonObject } from "@byocni/base/core";
import { managedSubnet } from "@byocni/rules/catalog";
import type { ProviderContext, Resource } from "@byocni/azure/arm";
import type { ClusterSpec, NodePoolSpec } from "./cluster-host.ts";
import { prefixesOf } from "../network/address-prefixes.ts";
import { scaleSetName } from "./names.ts";
import type { AgentPoolProperties, ClusterHidden, ManagedClusterProperties, NetworkProfile } from "./properties.ts";

/** The stored cluster in AKS's own terms. */
export function clusterOf(resource: Resource): {
  readonly properties: ManagedClusterProperties;
  readonly hidden: ClusterHidden;
} {
  return { properties: resource.properties as ManagedClusterProperties, hidden: resource.hidden as ClusterHidden };
}

/** What the cluster host is to run for a stored cluster. */
export async function specOf(resource: Resource, context: Pick<ProviderContext, "resources">): Promise<ClusterSpec> {
  const { properties, hidden } = clusterOf(resource);
  const { networkProfile: network } = properties;
  const pools: NodePoolSpec[] = [];
  for (const pool of properties.agentPoolProfiles) pools.push(await poolSpec(pool, hidden.uid, context));
  return {
    uid: hidden.uid,
    name: resource.name,
    subscriptionId: resource.id.subscriptionId ?? "",
    resourceGroup: resource.id.resourceGroup ?? "",
    nodeResourceGroup: properties.nodeResourceGroup,
    location: resource.location ?? "",
    kubernetesVersion: properties.currentKubernetesVersion,
    fqdn: properties.fqdn,
    ...issuerOf(properties),
    ...entraOf(properties),
    rbac: properties["enableRBAC"] !== false,
    network: {
      plugin: network.networkPlugin,
      ...(network.networkPluginMode ? { pluginMode: network.networkPluginMode } : {}),
      ...(network.networkDataplane ? { dataplane: network.networkDataplane } : {}),
      ...policyOf(network),
      serviceCidrs: network.serviceCidrs,
      dnsServiceIP: network.dnsServiceIP,
      podCidrs: network.podCidrs ?? [],
      kubeProxy: network.kubeProxyConfig?.enabled !== false,
    },
    pools,
  };
}

/** Clusters with an OIDC issuer sign for it: its tokens can be exchanged for those of Entra. */
function issuerOf(properties: ManagedClusterProperties): Pick<ClusterSpec, "issuer"> {
  const profile = properties["oidcIssuerProfile"] as { readonly issuerURL?: string } | undefined;
  return profile?.issuerURL === undefined ? {} : { issuer: profile.issuerURL };
}

function entraOf(properties: ManagedClusterProperties): Pick<ClusterSpec, "entra"> {
  const profile = properties["aadProfile"];
  if (!isJsonObject(profile) || profile["managed"] === false) return {};
  const { enableAzureRBAC, adminGroupObjectIDs } = profile;
  const adminGroups = Array.isArray(adminGroupObjectIDs)
    ? adminGroupObjectIDs.map((id) => String(id).toLowerCase())
    : [];
  return { entra: { azureRbac: enableAzureRBAC === true, adminGroups } };
}

function policyOf({ networkPolicy }: NetworkProfile): Pick<ClusterSpec["network"], "policy"> {
  return networkPolicy === "azure" || networkPolicy === "calico" || networkPolicy === "cilium"
    ? { policy: networkPolicy }
    : {};
}

async function poolSpec(
  pool: AgentPoolProperties,
  uid: string,
  context: Pick<ProviderContext, "resources">,
): Promise<NodePoolSpec> {
  const subnet = pool.vnetSubnetID === undefined ? undefined : await context.resources.get(pool.vnetSubnetID);
  const [subnetCidr = managedSubnet.prefixes[0] ?? ""] = subnet ? prefixesOf(subnet.properties) : [];
  const podSubnet = pool.podSubnetID === undefined ? undefined : await context.resources.get(pool.podSubnetID);
  const [podSubnetCidr] = podSubnet ? prefixesOf(podSubnet.properties) : [];
  return {
    name: pool.name,
    count: pool.powerState.code === "Stopped" ? 0 : pool.count,
    mode: pool.mode,
    osType: pool.osType,
    osSku: pool.osSKU,
    vmSize: pool.vmSize,
    maxPods: pool.maxPods,
    kubernetesVersion: pool.currentOrchestratorVersion,
    nodeImageVersion: pool.nodeImageVersion,
    nodeLabels: pool.nodeLabels ?? {},
    nodeTaints: pool.nodeTaints ?? [],
    nodeInitializationTaints: pool.nodeInitializationTaints ?? [],
    availabilityZones: pool.availabilityZones ?? [],
    scaleSetName: scaleSetName(pool.name, uid),
    subnetCidr,
    ...(podSubnetCidr === undefined ? {} : { podSubnetCidr }),
  };
}
