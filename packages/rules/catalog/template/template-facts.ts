import { type JsonObject, formatAddress, nthAddress } from "@byocni/base/core";
import { aksDefaults, defaultMaxPods, defaultNetwork, defaultPodCidrs, usesPodCidr } from "../aks-defaults.ts";
import type { ClusterFacts, IdentityFacts, NetworkFacts, PoolFacts, SubnetFacts } from "../facts.ts";
import { defaultVersion } from "../kubernetes-versions.ts";
import { rangeOf } from "../ranges.ts";
import {
  type TemplateResource,
  isUnknown,
  lastName,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
  textsIn,
} from "./template-resource.ts";

/** A cluster of a template with AKS's defaults filled in. What is known only at run time counts as not there. */
export function clusterFactsOf(
  cluster: TemplateResource,
  pools: readonly TemplateResource[],
  subnets: ReadonlyMap<string, SubnetFacts>,
): ClusterFacts {
  const properties = objectIn(cluster.body, "properties");
  const version = textIn(properties, "kubernetesVersion") ?? defaultVersion;
  const network = networkFacts(objectIn(properties, "networkProfile"), version);
  const inline = objectsIn(properties, "agentPoolProfiles").map((pool, index) =>
    poolFacts(pool, {
      name: textIn(pool, "name") ?? "",
      path: `properties.agentPoolProfiles[${index}]`,
      subject: true,
      network,
      version,
    }),
  );
  const own = pools.map((pool) =>
    poolFacts(objectIn(pool.body, "properties"), {
      name: lastName(pool),
      path: "properties",
      subject: false,
      network,
      version,
    }),
  );
  return {
    name: cluster.name,
    resourceGroup: /\/resourcegroups\/([^/]+)/i.exec(cluster.id)?.[1] ?? "",
    apiVersion: cluster.apiVersion,
    kubernetesVersion: version,
    identity: identityFacts(cluster.body),
    network,
    pools: [...inline, ...own],
    subnets,
  };
}

function identityFacts(body: JsonObject): IdentityFacts {
  const identity = objectIn(body, "identity");
  const type = textIn(identity, "type")?.toLowerCase();
  if (type === "systemassigned") return { kind: "systemAssigned" };
  if (type !== "userassigned") return { kind: "servicePrincipal" };
  const [id] = Object.keys(objectIn(identity, "userAssignedIdentities"));
  return { kind: "userAssigned", ...(id === undefined ? {} : { id }) };
}

function networkFacts(profile: JsonObject, version: string): NetworkFacts {
  const named = textIn(profile, "networkPlugin")?.toLowerCase();
  const byDefault = defaultNetwork(version);
  const plugin = named ?? byDefault.plugin;
  const pluginMode = textIn(profile, "networkPluginMode") ?? (named === undefined ? byDefault.mode : undefined);
  const policy = textIn(profile, "networkPolicy");
  const dataplane = textIn(profile, "networkDataplane");
  const kubeProxy = objectIn(profile, "kubeProxyConfig");
  const serviceCidrs = rangesIn(profile, "serviceCidr", [aksDefaults.serviceCidr]);
  return {
    plugin,
    ...(pluginMode === undefined ? {} : { pluginMode }),
    ...(policy === undefined ? {} : { policy }),
    ...(dataplane === undefined ? {} : { dataplane }),
    podCidrs: usesPodCidr(plugin, pluginMode) ? rangesIn(profile, "podCidr", defaultPodCidrs(plugin, pluginMode)) : [],
    serviceCidrs,
    dnsServiceIP: dnsAddress(profile, serviceCidrs),
    outboundType: textIn(profile, "outboundType") ?? aksDefaults.outboundType,
    ...(Object.keys(kubeProxy).length > 0
      ? { kubeProxy: { ...(kubeProxy["enabled"] === false ? { enabled: false } : {}), ...modeOf(kubeProxy) } }
      : {}),
    given: new Set(
      Object.entries(profile)
        .filter(([, value]) => value !== null && value !== "")
        .map(([name]) => ({ podCidrs: "podCidr", serviceCidrs: "serviceCidr" })[name] ?? name),
    ),
  };
}

function modeOf(config: JsonObject): { readonly mode?: string } {
  const mode = textIn(config, "mode");
  return mode === undefined ? {} : { mode };
}

/** The plural member, the singular one, or the default; unknown ranges are left out. */
function rangesIn(profile: JsonObject, member: string, byDefault: readonly string[]): readonly string[] {
  const many = textsIn(profile, `${member}s`);
  if (many.length > 0) return many;
  if (isUnknown(profile[member])) return [];
  const one = textIn(profile, member);
  return one === undefined ? byDefault : [one];
}

/** An address that is not known yet stands for a right one: nothing can be said of it. */
function dnsAddress(profile: JsonObject, serviceCidrs: readonly string[]): string {
  const given = textIn(profile, "dnsServiceIP");
  if (given !== undefined) return given;
  const range = isUnknown(profile["dnsServiceIP"]) ? rangeOf(serviceCidrs[0] ?? "") : undefined;
  const address = range && nthAddress(range, 10);
  return address ? formatAddress(address) : aksDefaults.dnsServiceIP;
}

function poolFacts(
  pool: JsonObject,
  given: Pick<PoolFacts, "name" | "path" | "subject"> & { readonly network: NetworkFacts; readonly version: string },
): PoolFacts {
  const { network, version, ...place } = given;
  const count = numberIn(pool, "count") ?? numberIn(pool, "minCount") ?? 1;
  const subnetId = textIn(pool, "vnetSubnetID");
  const podSubnetId = textIn(pool, "podSubnetID");
  const maxSurge = textIn(objectIn(pool, "upgradeSettings"), "maxSurge");
  return {
    ...place,
    mode: textIn(pool, "mode") ?? "User",
    osType: textIn(pool, "osType") ?? "Linux",
    vmSize: textIn(pool, "vmSize") ?? aksDefaults.vmSize,
    kubernetesVersion: textIn(pool, "orchestratorVersion") ?? version,
    count,
    maxCount: pool["enableAutoScaling"] === true ? (numberIn(pool, "maxCount") ?? count) : count,
    maxPods: numberIn(pool, "maxPods") ?? defaultMaxPods(network.plugin, network.pluginMode),
    ...(maxSurge === undefined ? {} : { maxSurge }),
    nodeTaints: textsIn(pool, "nodeTaints"),
    // A subnet whose id is known only at run time is one of the user's, about which nothing else is known.
    ...(subnetId !== undefined ? { subnetId } : isUnknown(pool["vnetSubnetID"]) ? { subnetId: "[unknown]" } : {}),
    ...(podSubnetId === undefined ? {} : { podSubnetId }),
  };
}
