import { type Cidr, type JsonObject, cidrContains, cidrsOverlap, parseAddress, parseCidr } from "@byocni/base/core";
import type { ProviderContext, Resource } from "@byocni/azure/arm";
import { aksFaults } from "./errors.ts";
import type { AgentPoolProperties, NetworkProfile } from "./properties.ts";

/** A subnet that pools use, with its VNet. */
export interface NodeSubnet {
  readonly id: string;
  readonly prefixes: readonly string[];
  readonly delegated: boolean;
  readonly vnetPrefixes: readonly string[];
  /** Ranges of all subnets of the VNet. */
  readonly siblings: readonly string[];
}

/** What AKS makes when no subnet is given: 10.224.0.0/12 with one subnet. */
export const managedVnet = { prefix: "10.224.0.0/12", subnet: "10.224.0.0/16" } as const;

/** Looks up the subnets that pools name. @throws ArmError when one is not there. */
export async function nodeSubnets(
  pools: readonly AgentPoolProperties[],
  context: ProviderContext,
): Promise<ReadonlyMap<string, NodeSubnet>> {
  const found = new Map<string, NodeSubnet>();
  for (const pool of pools) {
    for (const id of [pool.vnetSubnetID, pool.podSubnetID]) {
      if (id === undefined || found.has(id.toLowerCase())) continue;
      const subnet = await context.resources.get(id);
      const vnet = subnet && (await context.resources.get(id.slice(0, id.toLowerCase().lastIndexOf("/subnets/"))));
      if (!subnet || !vnet)
        throw aksFaults.InvalidParameter(
          {
            parameter: `agentPoolProfile.${id === pool.podSubnetID ? "podSubnetID" : "vnetSubnetID"}`,
            reason: `The subnet ${id} was not found.`,
          },
          { target: "agentPoolProfile.vnetSubnetID" },
        );
      found.set(id.toLowerCase(), describe(id, subnet, vnet));
    }
  }
  return found;
}

function describe(id: string, subnet: Resource, vnet: Resource): NodeSubnet {
  const children = vnet.properties["subnets"];
  return {
    id,
    prefixes: prefixesOf(subnet.properties),
    delegated: Array.isArray(subnet.properties["delegations"]) && subnet.properties["delegations"].length > 0,
    vnetPrefixes: textsOf((vnet.properties["addressSpace"] as JsonObject | undefined)?.["addressPrefixes"]),
    siblings: Array.isArray(children)
      ? children.flatMap((child) => prefixesOf(((child as JsonObject)["properties"] ?? {}) as JsonObject))
      : [],
  };
}

/** A subnet says its range in one of two ways. */
export function prefixesOf(properties: JsonObject): readonly string[] {
  const many = textsOf(properties["addressPrefixes"]);
  const one = properties["addressPrefix"];
  return many.length > 0 ? many : typeof one === "string" ? [one] : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** The range rules that AKS itself enforces on creation. @throws ArmError with AKS's code */
export function validateNetwork(
  profile: NetworkProfile,
  pools: readonly AgentPoolProperties[],
  subnets: ReadonlyMap<string, NodeSubnet>,
  cluster: { readonly name: string; readonly resourceGroup: string },
): void {
  checkCombinations(profile, pools, cluster);
  const services = profile.serviceCidrs.map((text) => rangeOf(text, "networkProfile.serviceCIDR"));
  const pods = (profile.podCidrs ?? []).map((text) => rangeOf(text, "networkProfile.podCIDR"));
  const dns = parseAddress(profile.dnsServiceIP);
  if (!dns.ok)
    throw aksFaults.InvalidParameter(
      { parameter: "networkProfile.dnsServiceIP", reason: `${profile.dnsServiceIP} is no IP address.` },
      { target: "networkProfile.dnsServiceIP" },
    );
  if (!services.some((service) => cidrContains(service, dns.value)))
    throw aksFaults.DnsServiceIpOutOfServiceCidr(
      { ip: profile.dnsServiceIP, serviceCidr: profile.serviceCidr },
      { target: "networkProfile.dnsServiceIP" },
    );
  const own = subnets.size === 0;
  const siblings = own ? [managedVnet.subnet] : [...subnets.values()].flatMap((subnet) => subnet.siblings);
  const spaces = own ? [managedVnet.prefix] : [...subnets.values()].flatMap((subnet) => subnet.vnetPrefixes);
  for (const sibling of siblings) {
    const range = parseCidr(sibling);
    const hit = range.ok && services.find((service) => cidrsOverlap(service, range.value.cidr));
    if (hit)
      throw aksFaults.ServiceCidrOverlapExistingSubnetsCidr(
        { serviceCidr: profile.serviceCidr, subnetCidr: sibling },
        { target: "networkProfile.serviceCIDR" },
      );
  }
  for (const space of spaces) {
    const range = parseCidr(space);
    const hit = range.ok && pods.findIndex((pod) => cidrsOverlap(pod, range.value.cidr));
    if (typeof hit === "number" && hit >= 0)
      throw aksFaults.NetworkProfileCIDROverlapVNET(
        { cidr: profile.podCidrs?.[hit] ?? "", vnetCidr: space },
        { target: "networkProfile.podCIDR" },
      );
  }
  for (const subnet of subnets.values())
    if (subnet.delegated && pools.some((pool) => pool.vnetSubnetID?.toLowerCase() === subnet.id.toLowerCase()))
      throw aksFaults.SubnetIsDelegated({ id: subnet.id }, { target: "agentPoolProfile.vnetSubnetID" });
}

function rangeOf(text: string, property: string): Cidr {
  const parsed = parseCidr(text);
  if (!parsed.ok) throw aksFaults.CidrStringParseError({ property }, { target: property });
  return parsed.value.cidr;
}

function checkCombinations(
  profile: NetworkProfile,
  pools: readonly AgentPoolProperties[],
  cluster: { readonly name: string; readonly resourceGroup: string },
): void {
  const { networkPlugin, networkPolicy, networkDataplane, kubeProxyConfig } = profile;
  if (networkPlugin !== "azure" && pools.some((pool) => pool.osType === "Windows"))
    throw aksFaults.AzureCNIOnlyForWindows({}, { target: "agentPoolProfile.osType" });
  if (networkPlugin === "kubenet" && pools.some((pool) => pool.podSubnetID !== undefined))
    throw aksFaults.PodSubnetNotSupported({}, { target: "agentPoolProfile.podSubnetID" });
  if (kubeProxyConfig?.enabled === false && networkPlugin !== "none")
    throw aksFaults.KubeProxyConfigDisabledBYOCNIOnly(cluster, { target: "networkProfile.kubeProxyConfig.enabled" });
  if (
    networkDataplane === "cilium" &&
    networkPolicy !== undefined &&
    networkPolicy !== "cilium" &&
    networkPolicy !== "none"
  )
    throw aksFaults.CiliumDataplaneRequiresNetworkPolicyCilium({}, { target: "networkProfile.networkPolicy" });
  if (networkPlugin === "kubenet" && networkPolicy === "azure")
    throw aksFaults.NetworkPolicyAzureNotSupportedForKubenet({}, { target: "networkProfile.networkPolicy" });
}
