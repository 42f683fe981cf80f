import { azScript } from "./az-script.ts";
import { guid, notFound, subscription } from "./values.ts";

const network = `${subscription}/resourceGroups/net/providers/Microsoft.Network`;

azScript({
  name: "02-network",
  title: "virtual networks, subnets, routes, outbound addresses",
  clients: ["az", "az-debian"],
  steps: [
    { run: "az group create -n net -l eastus -o none" },
    {
      run: "az network vnet create -g net -n vnet --address-prefixes 10.1.0.0/16 --subnet-name nodes --subnet-prefixes 10.1.0.0/24",
      json: {
        newVNet: {
          id: `${network}/virtualNetworks/vnet`,
          name: "vnet",
          type: "Microsoft.Network/virtualNetworks",
          location: "eastus",
          resourceGroup: "net",
          provisioningState: "Succeeded",
          resourceGuid: guid,
          addressSpace: { addressPrefixes: ["10.1.0.0/16"] },
          enableDdosProtection: false,
          virtualNetworkPeerings: [],
          subnets: [
            {
              id: `${network}/virtualNetworks/vnet/subnets/nodes`,
              name: "nodes",
              addressPrefix: "10.1.0.0/24",
              delegations: [],
              privateEndpointNetworkPolicies: "Disabled",
              privateLinkServiceNetworkPolicies: "Enabled",
              provisioningState: "Succeeded",
              type: "Microsoft.Network/virtualNetworks/subnets",
            },
          ],
        },
      },
    },
    {
      run: "az network vnet list -g net -o table",
      table: [
        ["Name", "ResourceGroup", "Location", "NumSubnets", "Prefixes", "DnsServers", "DDOSProtection", "VMProtection"],
        ["vnet", "net", "eastus", "1", "10.1.0.0/16", "", "False", "False"],
      ],
    },
    {
      run: "az network vnet subnet create -g net --vnet-name vnet -n pods --address-prefixes 10.1.1.0/24",
      json: { name: "pods", addressPrefix: "10.1.1.0/24", provisioningState: "Succeeded", resourceGroup: "net" },
    },
    {
      run: "az network vnet subnet create -g net --vnet-name vnet -n clash --address-prefixes 10.1.1.128/25",
      exit: 1,
      error:
        "(NetcfgSubnetRangesOverlap) Subnet 'clash' is not valid because its IP address range overlaps with that of an existing subnet in virtual network 'vnet'.",
    },
    {
      run: "az network vnet subnet create -g net --vnet-name vnet -n outside --address-prefixes 10.2.0.0/24",
      exit: 1,
      error:
        "(NetcfgSubnetRangeOutsideVnet) Subnet 'outside' is not valid because its IP address range is outside the IP address range of virtual network 'vnet'.",
    },
    {
      run: "az network vnet subnet create -g net --vnet-name vnet -n odd --address-prefixes 10.1.2.1/24",
      exit: 1,
      error: "(InvalidCIDRNotation) The address prefix 10.1.2.1/24 in resource ",
    },
    {
      run: "az network vnet subnet list -g net --vnet-name vnet -o table",
      table: [
        [
          "AddressPrefix",
          "Name",
          "PrivateEndpointNetworkPolicies",
          "PrivateLinkServiceNetworkPolicies",
          "ProvisioningState",
          "ResourceGroup",
        ],
        ["10.1.0.0/24", "nodes", "Disabled", "Enabled", "Succeeded", "net"],
        ["10.1.1.0/24", "pods", "Disabled", "Enabled", "Succeeded", "net"],
      ],
    },
    { run: "az network vnet subnet show -g net --vnet-name vnet -n nodes --query id -o tsv", into: "SUBNET" },
    {
      run: "az network vnet subnet update --ids $SUBNET --delegations Microsoft.ContainerService/managedClusters --query 'delegations[].serviceName'",
      equals: ["Microsoft.ContainerService/managedClusters"],
    },
    {
      run: "az network vnet subnet update --ids $SUBNET --remove delegations --query delegations -o json",
      text: /^(\[\])?$/,
    },
    {
      run: "az network route-table create -g net -n routes",
      json: {
        name: "routes",
        type: "Microsoft.Network/routeTables",
        location: "eastus",
        disableBgpRoutePropagation: false,
        routes: [],
        provisioningState: "Succeeded",
      },
    },
    {
      run: "az network route-table route create -g net --route-table-name routes -n default --address-prefix 0.0.0.0/0 --next-hop-type VirtualAppliance --next-hop-ip-address 10.1.0.4",
      json: { name: "default", nextHopType: "VirtualAppliance", nextHopIpAddress: "10.1.0.4" },
    },
    {
      run: "az network route-table route create -g net --route-table-name routes -n again --address-prefix 0.0.0.0/0 --next-hop-type Internet",
      exit: 1,
      error: "(RouteConflict) Route: again conflicts with Route: default. Routes cannot have the same AddressPrefix.",
    },
    {
      run: "az network route-table route list -g net --route-table-name routes -o table",
      rows: [
        { Name: "default", AddressPrefix: "0.0.0.0/0", NextHopType: "VirtualAppliance", NextHopIpAddress: "10.1.0.4" },
      ],
    },
    {
      run: "az network vnet subnet update -g net --vnet-name vnet -n nodes --route-table routes --query routeTable.id -o tsv",
      text: `${network}/routeTables/routes`,
    },
    {
      run: "az network route-table delete -g net -n routes",
      exit: 1,
      error: "(InUseRouteTableCannotBeDeleted) Route table routes is in use and cannot be deleted.",
    },
    {
      run: "az network public-ip create -g net -n out --sku Standard --query 'publicIp.[sku.name, publicIPAllocationMethod, provisioningState]' -o tsv",
      text: /^Standard\nStatic\nSucceeded$/,
    },
    {
      run: "az network public-ip list -g net -o table",
      rows: [{ Name: "out", ResourceGroup: "net", Location: "eastus", ProvisioningState: "Succeeded" }],
    },
    {
      run: "az network nat gateway create -g net -n nat --public-ip-addresses out --idle-timeout 10",
      json: {
        name: "nat",
        idleTimeoutInMinutes: 10,
        publicIpAddresses: [{ id: `${network}/publicIPAddresses/out`, resourceGroup: "net" }],
        provisioningState: "Succeeded",
      },
    },
    { run: "az network vnet subnet update -g net --vnet-name vnet -n pods --nat-gateway nat -o none" },
    {
      run: "az network public-ip delete -g net -n out",
      exit: 1,
      error: `(PublicIPAddressCannotBeDeleted) Public IP address ${network}/publicIPAddresses/out can not be deleted since it is still allocated to resource ${network}/natGateways/nat.`,
    },
    { run: "az network vnet create -g net -n hub --address-prefixes 10.9.0.0/16 -o none" },
    {
      run: "az network vnet peering create -g net -n to-hub --vnet-name vnet --remote-vnet hub --allow-vnet-access",
      json: {
        name: "to-hub",
        peeringState: "Initiated",
        allowVirtualNetworkAccess: true,
        remoteVirtualNetwork: { id: `${network}/virtualNetworks/hub`, resourceGroup: "net" },
      },
    },
    {
      run: "az network vnet peering create -g net -n to-spoke --vnet-name hub --remote-vnet vnet --allow-vnet-access --query peeringState -o tsv",
      text: /^Connected$/,
    },
    {
      run: "az network vnet peering list -g net --vnet-name vnet -o table",
      rows: [{ Name: "to-hub", PeeringState: "Connected" }],
    },
    {
      run: "az network vnet show -g net -n nope",
      exit: 3,
      error: notFound("Microsoft.Network/virtualNetworks/nope", "net"),
    },
    { run: "az network vnet subnet delete -g net --vnet-name vnet -n pods", text: /^$/ },
    { run: "az network vnet delete -g net -n vnet", text: /^$/ },
    {
      run: "az network vnet peering show -g net -n to-spoke --vnet-name hub --query peeringState -o tsv",
      text: /^Disconnected$/,
    },
    { run: "az group delete -n net --yes" },
  ],
});
