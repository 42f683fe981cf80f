import type { ResourceProvider } from "@byocni/azure/arm";
import { applicationSecurityGroups } from "./application-security-groups.ts";
import { defaultSecurityRuleViews } from "./default-security-rules.ts";
import { dnsTypes } from "./dns/zones.ts";
import { backendAddressPools, loadBalancers } from "./load-balancers.ts";
import { networkQuestions } from "./locations.ts";
import { natGateways } from "./nat-gateways.ts";
import { networkInterfaces } from "./network-interfaces.ts";
import { networkSecurityGroups } from "./network-security-groups.ts";
import { privateDnsZoneGroups, privateEndpoints } from "./private-endpoints.ts";
import { publicIPAddresses } from "./public-ip-addresses.ts";
import { publicIPPrefixes } from "./public-ip-prefixes.ts";
import { routes, routeTables } from "./route-tables.ts";
import { securityRules } from "./security-rules.ts";
import { subnets } from "./subnets.ts";
import { virtualNetworkPeerings } from "./virtual-network-peerings.ts";
import { virtualNetworks } from "./virtual-networks.ts";

/** `Microsoft.Network`: what lies around a cluster. */
export function createNetworkProvider(): ResourceProvider {
  return {
    namespace: "Microsoft.Network",
    asyncOperations: { apiVersion: "2022-07-01", body: "status" },
    resourceTypes: [
      virtualNetworks,
      subnets,
      virtualNetworkPeerings,
      networkSecurityGroups,
      securityRules,
      defaultSecurityRuleViews,
      routeTables,
      routes,
      natGateways,
      publicIPAddresses,
      publicIPPrefixes,
      applicationSecurityGroups,
      networkInterfaces,
      loadBalancers,
      backendAddressPools,
      privateEndpoints,
      privateDnsZoneGroups,
      ...dnsTypes,
      ...networkQuestions,
    ],
    notImplemented: [
      "applicationGateways",
      "ApplicationGatewayWebApplicationFirewallPolicies",
      "azureFirewalls",
      "bastionHosts",
      "connections",
      "ddosProtectionPlans",
      "dnsResolvers",
      "dnsZones/dnssecConfigs",
      "expressRouteCircuits",
      "expressRouteGateways",
      "expressRoutePorts",
      "firewallPolicies",
      "frontDoors",
      "FrontDoorWebApplicationFirewallPolicies",
      "ipAllocations",
      "ipGroups",
      "localNetworkGateways",
      "locations/serviceTags",
      "networkManagers",
      "networkProfiles",
      "networkVirtualAppliances",
      "networkWatchers",
      "p2svpnGateways",
      "privateLinkServices",
      "serviceEndpointPolicies",
      "trafficManagerProfiles",
      "virtualHubs",
      "virtualNetworkGateways",
      "virtualRouters",
      "virtualWans",
      "vpnGateways",
      "vpnSites",
    ],
  };
}
