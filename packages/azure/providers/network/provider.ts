import type { ResourceProvider } from "@byocni/azure/arm";
import { applicationSecurityGroups } from "./application-security-groups.ts";
import { defaultSecurityRuleViews } from "./default-security-rules.ts";
import { backendAddressPools, loadBalancers } from "./load-balancers.ts";
import { natGateways } from "./nat-gateways.ts";
import { networkInterfaces } from "./network-interfaces.ts";
import { networkSecurityGroups } from "./network-security-groups.ts";
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
    ],
    notImplemented: [
      "applicationGateways",
      "ApplicationGatewayWebApplicationFirewallPolicies",
      "azureFirewalls",
      "bastionHosts",
      "connections",
      "ddosProtectionPlans",
      "dnsResolvers",
      "dnsZones",
      "expressRouteCircuits",
      "expressRouteGateways",
      "expressRoutePorts",
      "firewallPolicies",
      "frontDoors",
      "FrontDoorWebApplicationFirewallPolicies",
      "ipAllocations",
      "ipGroups",
      "localNetworkGateways",
      "locations/availableDelegations",
      "locations/CheckDnsNameAvailability",
      "locations/serviceTags",
      "locations/usages",
      "locations/virtualNetworkAvailableEndpointServices",
      "networkManagers",
      "networkProfiles",
      "networkVirtualAppliances",
      "networkWatchers",
      "p2svpnGateways",
      "privateDnsZones",
      "privateDnsZones/virtualNetworkLinks",
      "privateEndpoints",
      "privateEndpoints/privateDnsZoneGroups",
      "privateLinkServices",
      "serviceEndpointPolicies",
      "trafficManagerProfiles",
      "virtualHubs",
      "virtualNetworkGateways",
      "virtualNetworks/CheckIPAddressAvailability",
      "virtualNetworks/usages",
      "virtualRouters",
      "virtualWans",
      "vpnGateways",
      "vpnSites",
    ],
  };
}
