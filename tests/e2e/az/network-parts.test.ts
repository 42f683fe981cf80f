import { expect } from "vitest";
import { azScript } from "./az-script.ts";
import { notFound, subscription } from "./values.ts";

const network = `${subscription}/resourceGroups/parts/providers/Microsoft.Network`;

azScript({
  name: "13-network-parts",
  title: "load balancers, interfaces, prefixes, and changes of networks",
  clients: ["az", "az-2.45"],
  steps: [
    { run: "az group create -n parts -l eastus -o none" },
    {
      run: "az network vnet create -g parts -n vnet --address-prefixes 10.0.0.0/16 --subnet-name one --subnet-prefixes 10.0.0.0/24 --dns-servers 10.0.0.4 --query newVNet.dhcpOptions.dnsServers",
      equals: ["10.0.0.4"],
    },
    {
      run: "az network vnet update -g parts -n vnet --address-prefixes 10.0.0.0/16 10.1.0.0/16 --query addressSpace.addressPrefixes",
      equals: ["10.0.0.0/16", "10.1.0.0/16"],
    },
    {
      run: "az network vnet update -g parts -n vnet --address-prefixes 10.1.0.0/16",
      exit: 1,
      error: /^\((NetcfgSubnetRangeOutsideVnet|InUseSubnet\w*|NetcfgInvalidSubnet)\)/,
    },
    {
      run: "az network vnet subnet create -g parts --vnet-name vnet -n two --address-prefixes 10.0.1.0/24 --service-endpoints Microsoft.Storage --query 'serviceEndpoints[].service'",
      equals: ["Microsoft.Storage"],
    },
    {
      run: "az network vnet subnet update -g parts --vnet-name vnet -n two --address-prefixes 10.0.2.0/24 --query addressPrefix -o tsv",
      text: /^10\.0\.2\.0\/24$/,
    },
    {
      run: "az network vnet subnet update -g parts --vnet-name vnet -n two --disable-private-endpoint-network-policies false --query privateEndpointNetworkPolicies -o tsv",
      text: /^Enabled$/,
    },
    { run: "az network asg create -g parts -n web --query name -o tsv", text: /^web$/ },
    {
      run: "az network asg list -g parts -o table",
      rows: [{ Name: "web", Location: "eastus", ProvisioningState: "Succeeded", ResourceGroup: "parts" }],
    },
    { run: "az network nsg create -g parts -n nsg -o none" },
    {
      run: "az network nsg rule create -g parts --nsg-name nsg -n to-web --priority 200 --destination-asgs web --destination-port-ranges 443 --query 'destinationApplicationSecurityGroups[].id'",
      equals: [`${network}/applicationSecurityGroups/web`],
    },
    {
      run: "az network nsg rule create -g parts --nsg-name nsg -n high --priority 4097",
      exit: 1,
      error:
        "(SecurityRuleInvalidPriority) Security rule has invalid Priority. Value provided: 4097 Allowed range 100-4096.",
    },
    {
      run: "az network public-ip prefix create -g parts -n prefix --length 30 --query '[prefixLength, provisioningState]'",
      equals: [30, "Succeeded"],
    },
    {
      run: "az network public-ip prefix list -g parts -o table",
      rows: [{ Name: "prefix", PrefixLength: "30", ProvisioningState: "Succeeded" }],
    },
    {
      run: "az network public-ip create -g parts -n front --sku Standard --dns-name parts-front --query publicIp.dnsSettings.fqdn -o tsv",
      text: /^parts-front\.eastus\.cloudapp\.azure\.com$/,
    },
    { run: "az network public-ip update -g parts -n front --idle-timeout 10 --query idleTimeoutInMinutes", equals: 10 },
    {
      run: "az network lb create -g parts -n lb --sku Standard --public-ip-address front --frontend-ip-name fe --backend-pool-name be --query 'loadBalancer.backendAddressPools[].name'",
      equals: ["be"],
    },
    {
      run: "az network lb probe create -g parts --lb-name lb -n probe --protocol tcp --port 80 --query '[name, port]'",
      equals: ["probe", 80],
    },
    {
      run: "az network lb rule create -g parts --lb-name lb -n rule --protocol tcp --frontend-port 80 --backend-port 8080 --frontend-ip-name fe --backend-pool-name be --probe-name probe --query '[frontendPort, backendPort]'",
      equals: [80, 8080],
    },
    {
      run: "az network lb rule list -g parts --lb-name lb -o table",
      rows: [{ Name: "rule", FrontendPort: "80", BackendPort: "8080", Protocol: "Tcp" }],
    },
    {
      run: "az network lb frontend-ip list -g parts --lb-name lb --query '[].publicIPAddress.id || [].publicIpAddress.id' -o json",
      equals: [`${network}/publicIPAddresses/front`],
    },
    { run: "az network lb list -g parts -o table", rows: [{ Name: "lb", Location: "eastus", ResourceGroup: "parts" }] },
    {
      run: "az network public-ip delete -g parts -n front",
      exit: 1,
      error: "(PublicIPAddressCannotBeDeleted) Public IP address ",
    },
    { run: "az network lb delete -g parts -n lb", text: /^$/ },
    {
      run: "az network nic create -g parts -n nic --vnet-name vnet --subnet one --query 'NewNIC.ipConfigurations[0].[privateIPAddress, privateIpAddress]' -o tsv",
      text: "10.0.0.4",
    },
    {
      run: "az network nic list -g parts -o table",
      rows: [{ Name: "nic", Location: "eastus", ResourceGroup: "parts", ProvisioningState: "Succeeded" }],
    },
    {
      run: "az network vnet subnet delete -g parts --vnet-name vnet -n one",
      exit: 1,
      error: `(InUseSubnetCannotBeDeleted) Subnet one is in use by ${network}/networkInterfaces/nic/ipConfigurations/ipconfig1`,
    },
    { run: "az network nic delete -g parts -n nic", text: /^$/ },
    { run: "az network nat gateway create -g parts -n nat --public-ip-addresses front -o none" },
    { run: "az network nat gateway update -g parts -n nat --idle-timeout 20 --query idleTimeoutInMinutes", equals: 20 },
    {
      run: "az network nat gateway list -g parts -o table",
      rows: [{ Name: "nat", IdleTimeoutInMinutes: "20", Location: "eastus" }],
    },
    { run: "az network nat gateway delete -g parts -n nat" },
    {
      run: "az network nat gateway show -g parts -n nat",
      exit: 3,
      error: notFound("Microsoft.Network/natGateways/nat", "parts"),
    },
    {
      run: "az network route-table create -g parts -n routes --disable-bgp-route-propagation true --query disableBgpRoutePropagation",
      equals: true,
    },
    {
      run: "az network route-table route create -g parts --route-table-name routes -n out --address-prefix 0.0.0.0/0 --next-hop-type Internet -o none",
    },
    {
      run: "az network route-table route update -g parts --route-table-name routes -n out --next-hop-type None --query nextHopType -o tsv",
      text: /^None$/,
    },
    { run: "az network route-table route delete -g parts --route-table-name routes -n out", text: /^$/ },
    {
      run: "az network route-table list -g parts -o table",
      rows: [{ Name: "routes", DisableBgpRoutePropagation: "True", Location: "eastus" }],
    },
    { run: "az network vnet create -g parts -n hub --address-prefixes 10.9.0.0/16 -o none" },
    {
      run: "az network vnet peering create -g parts -n to-hub --vnet-name vnet --remote-vnet hub --allow-vnet-access --allow-forwarded-traffic --query '[peeringState, allowForwardedTraffic]'",
      equals: ["Initiated", true],
    },
    {
      run: "az network vnet peering update -g parts -n to-hub --vnet-name vnet --set allowForwardedTraffic=false --query allowForwardedTraffic",
      equals: false,
    },
    { run: "az network vnet peering delete -g parts -n to-hub --vnet-name vnet", text: /^$/ },
    { run: "az network vnet peering list -g parts --vnet-name vnet", equals: [] },
    { run: "az resource list -g parts --query 'length(@)'", equals: expect.any(Number) },
    { run: "az group delete -n parts --yes" },
  ],
});
