import { type JsonObject, jsonEqual } from "@byocni/base/core";
import { aksDefaults, defaultNetwork, defaultPodCidrs, usesPodCidr } from "@byocni/rules/catalog";
import { type BodyReader, dropNulls, omit } from "../body/read-body.ts";
import { aksFaults } from "./errors.ts";
import type { NetworkProfile } from "./properties.ts";
import { readBody } from "./read-body.ts";

const outboundTypes = [
  "loadBalancer",
  "userDefinedRouting",
  "managedNATGateway",
  "userAssignedNATGateway",
  "none",
  "block",
] as const;

/**
 * Fills AKS's defaults into a network profile. Forms only: how its ranges stand to each other and to the VNet is checked
 * elsewhere.
 */
export function fillNetworkProfile(
  body: JsonObject | undefined,
  existing: NetworkProfile | undefined,
  kubernetesVersion: string,
): NetworkProfile {
  const reader = readBody(body, "networkProfile");
  const named = reader.oneOf("networkPlugin", ["none", "azure", "kubenet"]) ?? existing?.networkPlugin;
  const byDefault = defaultNetwork(kubernetesVersion);
  const networkPlugin = named ?? byDefault.plugin;
  const mode =
    reader.oneOf("networkPluginMode", ["overlay"]) ??
    existing?.networkPluginMode ??
    (named === undefined ? byDefault.mode : undefined);
  const dataplane =
    reader.oneOf("networkDataplane", ["azure", "cilium"]) ??
    existing?.networkDataplane ??
    (networkPlugin === "azure" ? "azure" : undefined);
  // A new cluster on AKS's own Cilium has its policies too; on an existing one that has to be said.
  const policy =
    reader.oneOf("networkPolicy", ["none", "azure", "calico", "cilium"]) ??
    existing?.networkPolicy ??
    (!existing && networkPlugin === "azure" && dataplane === "cilium" ? "cilium" : "none");
  const podCidrs = usesPodCidr(networkPlugin, mode)
    ? (changed(reader.text("podCidr"), existing?.podCidr) ??
      some(reader.texts("podCidrs")) ??
      list(reader.text("podCidr")) ??
      some(existing?.podCidrs) ??
      defaultPodCidrs(networkPlugin, mode))
    : [];
  const serviceCidrs = some(reader.texts("serviceCidrs")) ??
    list(reader.text("serviceCidr")) ??
    existing?.serviceCidrs ?? [aksDefaults.serviceCidr];
  const [serviceCidr = aksDefaults.serviceCidr] = serviceCidrs;
  const [podCidr] = podCidrs;
  const dnsServiceIP = reader.text("dnsServiceIP") ?? existing?.dnsServiceIP ?? aksDefaults.dnsServiceIP;
  if (existing) requireUnchanged(existing, { networkPlugin, mode, dataplane, serviceCidrs, dnsServiceIP, podCidrs });
  const sku = reader.oneOf("loadBalancerSku", ["standard", "basic"]) ?? existing?.loadBalancerSku ?? "standard";
  const outboundType =
    reader.oneOf("outboundType", outboundTypes) ?? existing?.outboundType ?? aksDefaults.outboundType;
  const loadBalancer = loadBalancerProfile(reader.child("loadBalancerProfile"));
  return {
    ...omit(dropNulls({ ...existing, ...body }), new Set(["podCidr", "podCidrs"])),
    networkPlugin,
    ...(mode ? { networkPluginMode: mode } : {}),
    ...(dataplane ? { networkDataplane: dataplane } : {}),
    networkPolicy: policy,
    ...(podCidr === undefined ? {} : { podCidr, podCidrs }),
    serviceCidr,
    serviceCidrs,
    dnsServiceIP,
    outboundType,
    loadBalancerSku: sku,
    ...(outboundType === "loadBalancer"
      ? {
          loadBalancerProfile: {
            ...(loadBalancer["outboundIPs"] || loadBalancer["outboundIPPrefixes"]
              ? {}
              : { managedOutboundIPs: { count: 1 } }),
            backendPoolType: "nodeIPConfiguration",
            ...(existing?.["loadBalancerProfile"] as JsonObject | undefined),
            ...loadBalancer,
          },
        }
      : {}),
    ipFamilies: some(reader.texts("ipFamilies")) ?? existing?.ipFamilies ?? ["IPv4"],
  };
}

/** @throws ArmError for a count or an address that is none */
function loadBalancerProfile(reader: BodyReader): JsonObject {
  const managed = reader.child("managedOutboundIPs");
  managed.integer("count", { min: 1, max: 100 });
  managed.integer("countIPv6", { min: 0, max: 100 });
  const addresses = reader.child("outboundIPs").objects("publicIPs") ?? [];
  if (!addresses.every(({ id }) => typeof id === "string"))
    throw aksFaults.InvalidParameter(
      { parameter: "networkProfile.loadBalancerProfile.outboundIPs", reason: "Every public IP has an id." },
      { target: "networkProfile.loadBalancerProfile.outboundIPs" },
    );
  return omit(dropNulls(reader.object), new Set(["effectiveOutboundIPs"]));
}

/** Ranges are for life; only a `none` cluster may change its pod range (AKS release notes of 2023-07-02). */
function requireUnchanged(
  existing: NetworkProfile,
  wanted: {
    readonly networkPlugin: string;
    readonly mode: string | undefined;
    readonly dataplane: string | undefined;
    readonly serviceCidrs: readonly string[];
    readonly dnsServiceIP: string;
    readonly podCidrs: readonly string[];
  },
): void {
  const refuse = (member: string): never => {
    const property = `networkProfile.${member}`;
    throw aksFaults.PropertyChangeNotAllowed({ property }, { target: property });
  };
  if (!jsonEqual(existing.serviceCidrs, wanted.serviceCidrs)) refuse("serviceCIDR");
  if (existing.dnsServiceIP !== wanted.dnsServiceIP) refuse("dnsServiceIP");
  // AKS moves clusters to its data plane Cilium and not back (Azure/AKS#3369).
  if (existing.networkDataplane === "cilium" && wanted.dataplane !== "cilium") refuse("networkDataplane");
  const stays =
    wanted.networkPlugin === existing.networkPlugin &&
    wanted.mode === existing.networkPluginMode &&
    wanted.networkPlugin !== "none";
  if (stays && !jsonEqual(existing.podCidrs ?? [], wanted.podCidrs)) refuse("podCIDR");
}

/** A client that changes the one range sends the list back as it was. */
function changed(text: string | undefined, before: string | undefined): readonly string[] | undefined {
  return text !== undefined && before !== undefined && text !== before ? [text] : undefined;
}

/** Clients send an empty list where they mean the default. */
function some(list: readonly string[] | undefined): readonly string[] | undefined {
  return list?.length === 0 ? undefined : list;
}

function list(text: string | undefined): readonly string[] | undefined {
  return text === undefined ? undefined : [text];
}
