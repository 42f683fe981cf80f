import { armErrors } from "@byocni/azure/types";

/** What `Microsoft.Network` refuses. */
export const networkErrorTable = {
  InvalidResourceName: {
    status: 400,
    message:
      "Resource name {name} is invalid. The name can be up to 80 characters long. It must begin with a word character, and it must end with a word character or with '_'. The name may contain word characters or '.', '-', '_'.",
    source: "public Azure emulators and issues of Microsoft.Network",
  },
  InvalidRequestFormat: {
    status: 400,
    message: "Cannot parse the request. {path}: {reason}",
    source: "code and first sentence: public issues of Microsoft.Network; the rest is ours",
  },
  InvalidAddressPrefixFormat: {
    status: 400,
    message:
      "Address prefix {prefix} of resource {id} is not formatted correctly. It should follow CIDR notation, for example 10.0.0.0/24.",
    source: "Azure/azure-service-operator#997",
  },
  InvalidCIDRNotation: {
    status: 400,
    message:
      "The address prefix {prefix} in resource {id} has an invalid CIDR notation. For the given prefix length, the address prefix should be {right}.",
    source: "public logs of azurerm_subnet; Azure's own emulation of network errors",
  },
  InvalidResourceReference: {
    status: 400,
    message:
      "Resource {reference} referenced by resource {id} was not found. Please make sure that the referenced resource exists, and that both resources are in the same region.",
    source: "Azure/azure-quickstart-templates#5878, MicrosoftDocs/azure-docs#81734",
  },
  LinkedInvalidPropertyId: {
    status: 400,
    message:
      "Property id '{id}' at path '{path}' is invalid. Expect fully qualified resource Id that start with '/subscriptions/{subscriptionId}' or '/providers/{resourceProviderNamespace}/'.",
    source: "Azure/azure-cli#24971, public logs of New-AzNetworkInterface and of Bicep deployments",
  },
  NetcfgInvalidSubnet: {
    status: 400,
    message: "Subnet '{subnet}' is not valid in virtual network '{vnet}'.",
    source:
      "Azure/azure-powershell, tests of virtual networks; that /29 and IPv6 /64 are the limits: Azure Virtual Network FAQ",
  },
  SubnetDelegationsCannotChangeWhenSubnetUsedByResource: {
    status: 400,
    message:
      "Delegations of subnet {subnet} cannot be changed from [{before}] to [{after}] because it is being used by the resource {user}.",
    source: "public logs of az aks enable-addons --addons virtual-node and of Terraform",
  },
  SubnetIsFull: {
    status: 400,
    message: "Subnet {subnet} with address prefix {prefix} does not have enough capacity for 1 IP addresses.",
    source: "Azure/AKS-Construction#403",
  },
  PrivateIPAddressNotInSubnet: {
    status: 400,
    message: "Private static IP address {address} does not belong to the range of subnet prefix {prefix}.",
    source: "public logs of az network nic create and of services of AKS",
  },
  PrivateIPAddressInReservedRange: {
    status: 400,
    message: "Private static IP address {address} falls within reserved IP range of subnet prefix {prefix}.",
    source: "public notes of az network nic create; Azure Resource Manager, common deployment errors",
  },
  PrivateIPAddressIsAllocated: {
    status: 400,
    message:
      "IP configuration {id} is using the private IP address {address} which is already allocated to resource {other}.",
    source: "public logs of azurerm_network_interface and of private endpoints",
  },
  PublicIPAndLBSkuDoNotMatch: {
    status: 400,
    message: "{balancerSku} sku load balancer {balancer} cannot reference {addressSku} sku publicIP {address}.",
    source: "public logs of services of AKS; jenkins-infra/azure",
  },
  InvalidDomainNameLabel: {
    status: 400,
    message:
      "The domain name label {label} is invalid. It must conform to the following regular expression: {pattern}.",
    source: "public logs of ARM deployments of public IP addresses",
  },
  DnsRecordInUse: {
    status: 400,
    message: "DNS record {fqdn} is already used by another public IP.",
    source: "Azure Resource Manager, view deployment operations",
  },
  RemotePeeringIsDisconnected: {
    status: 400,
    message:
      "Cannot create or update peering {peering} because remote peering {remotePeering} referencing parent virtual network {vnet} is in Disconnected state. Update or re-create the remote peering to get it back to Initiated state. Peering gets Disconnected when remote vnet or remote peering is deleted and re-created.",
    source: "public logs of az network vnet peering create; kyma-project/cloud-manager",
  },
  AnotherPeeringAlreadyReferencesRemoteVnet: {
    status: 400,
    message:
      "Peering {other} already references remote virtual network {remote}. Cannot add another peering {peering} referencing the same remote virtual network.",
    source: "kyma-project/cloud-manager (code and first words)",
  },
  ChangingRemoteVirtualNetworkNotAllowed: {
    status: 400,
    message: "The remote virtual network of peering {peering} cannot be changed from {before} to {after}.",
    source: "code: public notes on azapi and virtual network peerings; own text",
  },
  RemoteVnetHasNoGateways: {
    status: 400,
    message:
      "Peering {peering} cannot have UseRemoteGateway flag set to true because remote virtual network {remote} referenced by the peering does not have any gateways.",
    source: "public notes on hub and spoke templates",
  },
  NicInUseWithPrivateEndpoint: {
    status: 400,
    message:
      "Network interface {id} cannot be deleted because it is currently in use with an private endpoint ({endpoint}).",
    source: "public logs of az network nic delete; Azure Site Recovery, known issues",
  },
  CannotDeleteResource: {
    status: 409,
    message: "Can not delete resource before nested resources are deleted.",
    source: "public logs of az network private-dns zone delete; hashicorp/terraform-provider-azurerm",
  },
  InvalidZoneName: {
    status: 400,
    code: "BadRequest",
    message:
      "The name '{name}' is not one that a DNS zone can have: it has two labels or more, of letters, digits, '-' and '_'.",
    source: "Azure DNS, zones and records (rule); own text",
  },
  InvalidRecordSetName: {
    status: 400,
    code: "BadRequest",
    message: "The record set name '{name}' is not valid for its type.",
    source: "Azure DNS, zones and records (rule); own text",
  },
  RecordSetConflict: {
    status: 400,
    code: "BadRequest",
    message: "The name '{name}' has a record set of type {type}: a CNAME record set stands alone at its name.",
    source: "RFC 1034, 3.6.2; Azure DNS, zones and records (rule); own text",
  },
  RecordSetOfZone: {
    status: 400,
    code: "BadRequest",
    message: "The record set of type {type} at the apex of a zone goes with the zone only.",
    source: "Azure DNS, zones and records (rule); own text",
  },
  NetcfgSubnetRangeOutsideVnet: {
    status: 400,
    message:
      "Subnet '{subnet}' is not valid because its IP address range is outside the IP address range of virtual network '{vnet}'.",
    source: "MicrosoftDocs/azure-docs#123869",
  },
  NetcfgSubnetRangesOverlap: {
    status: 400,
    message:
      "Subnet '{subnet}' is not valid because its IP address range overlaps with that of an existing subnet in virtual network '{vnet}'.",
    source: "MicrosoftDocs/azure-docs#123869",
  },
  InUseSubnetCannotBeDeleted: {
    status: 400,
    message:
      "Subnet {subnet} is in use by {user} and cannot be deleted. In order to delete the subnet, delete all the resources within the subnet. See aka.ms/deletesubnet.",
    source: "microsoft/nav-arm-templates#161, kubernetes-sigs/cluster-api-provider-azure#172",
  },
  InUsePrefixCannotBeDeleted: {
    status: 400,
    message: "IpPrefix {prefix} on Subnet {subnet} has active allocations and cannot be deleted.",
    source: "public logs of az network vnet subnet update",
  },
  InUseNetworkSecurityGroupCannotBeDeleted: {
    status: 400,
    message:
      "Network security group {id} cannot be deleted because it is in use by the following resources: {users}. In order to delete the Network security group, remove the association with the resource(s). To learn how to do this, see aka.ms/deletensg.",
    source: "pulumi/pulumi-azure-native#3051, DataBiosphere/terra-workspace-manager#502",
  },
  InUseRouteTableCannotBeDeleted: {
    status: 400,
    message: "Route table {name} is in use and cannot be deleted.",
    source: "public logs of azurerm_route_table; Microsoft support article on InUseRouteTableCannotBeDeleted",
  },
  InUseNatGatewayCannotBeDeleted: {
    status: 400,
    message: "Nat gateway {name} cannot be deleted because it is in use by the following resources: {users}.",
    source: "code: stackshy/cloudemu#967 and clients that wait for it; the text is ours",
  },
  PublicIPAddressCannotBeDeleted: {
    status: 400,
    message:
      "Public IP address {id} can not be deleted since it is still allocated to resource {user}. In order to delete the public IP, disassociate/detach the Public IP address from the resource.  To learn how to do this, see aka.ms/deletepublicip.",
    source: "hashicorp/terraform-provider-azurerm#2566, Azure/terraform-azurerm-compute#107",
  },
  PublicIPAddressInUse: {
    status: 400,
    message: "Resource {user} is referencing public IP address {id} that is already allocated to resource {other}.",
    source: "public issues of Microsoft.Network",
  },
  SecurityRuleConflict: {
    status: 400,
    message:
      "Security rule {first} conflicts with rule {second}. Rules cannot have the same Priority and Direction. To learn more, see aka.ms/nsgrules.",
    source: "hashicorp/terraform-provider-azurerm#11137, jenkins-infra/azure#439",
  },
  SecurityRuleInvalidPriority: {
    status: 400,
    message: "Security rule has invalid Priority. Value provided: {value} Allowed range 100-4096.",
    source: "public labs and emulators of Microsoft.Network",
  },
  SecurityRuleInvalidPortRange: {
    status: 400,
    message:
      "Security rule has invalid Port range. Value provided: {value}. Value should be an integer OR integer range with '-' delimiter. Valid range 0-65535.",
    source: "public logs of azurerm_network_security_rule",
  },
  SecurityRuleInvalidAddressPrefix: {
    status: 400,
    message: "Security rule {id} has invalid Address prefix. Value provided: {value}",
    source: "Azure/azure-powershell#4557",
  },
  RouteConflict: {
    status: 400,
    message: "Route: {first} conflicts with Route: {second}. Routes cannot have the same AddressPrefix.",
    source: "public notes on az network route-table route create",
  },
  VnetAddressSpacesOverlap: {
    status: 400,
    message:
      "Cannot create or update peering {peering}. Virtual networks {vnet} and {remote} cannot be peered because their address spaces overlap. Overlapping address prefixes: {prefixes}",
    source: "public logs of az network vnet peering create",
  },
} as const;

export const networkFaults = armErrors(networkErrorTable);
