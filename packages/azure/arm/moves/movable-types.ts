/**
 * Types that can move to another resource group (Azure Resource Manager, move support for resources; in its lists,
 * clusters, identities and scale sets made by clusters cannot).
 */
const movable = new Set(
  [
    "Microsoft.Network/virtualNetworks",
    "Microsoft.Network/networkSecurityGroups",
    "Microsoft.Network/routeTables",
    "Microsoft.Network/natGateways",
    "Microsoft.Network/publicIPAddresses",
    "Microsoft.Network/publicIPPrefixes",
    "Microsoft.Network/networkInterfaces",
    "Microsoft.Network/loadBalancers",
    "Microsoft.Network/privateDnsZones",
    "Microsoft.Network/dnsZones",
    "Microsoft.Network/privateEndpoints",
    "Microsoft.Network/applicationSecurityGroups",
    "Microsoft.Network/ddosProtectionPlans",
    "Microsoft.Compute/virtualMachineScaleSets",
    "Microsoft.Resources/templateSpecs",
  ].map((type) => type.toLowerCase()),
);

/** Can instances of this type move to another group? */
export function isMovable(type: string): boolean {
  return movable.has(type.toLowerCase());
}
