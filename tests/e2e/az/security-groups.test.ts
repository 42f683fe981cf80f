import { azScript } from "./az-script.ts";
import { subscription } from "./values.ts";

const network = `${subscription}/resourceGroups/sec/providers/Microsoft.Network`;
const columns = [
  "Name",
  "ResourceGroup",
  "Priority",
  "SourcePortRanges",
  "SourceAddressPrefixes",
  "SourceASG",
  "Access",
  "Protocol",
  "Direction",
  "DestinationPortRanges",
  "DestinationAddressPrefixes",
  "DestinationASG",
];
const noTable = {
  exit: 1,
  error: "Table output unavailable.",
  why: "its table needs members that the service leaves out where no application security group is named",
};

azScript({
  name: "03-security-groups",
  title: "network security groups",
  clients: ["az", "az-debian"],
  steps: [
    { run: "az group create -n sec -l eastus -o none" },
    {
      run: "az network nsg create -g sec -n nsg --query 'NewNSG.defaultSecurityRules[].[name, priority, access]' -o tsv",
      text: [
        "AllowVnetInBound\t65000\tAllow",
        "AllowAzureLoadBalancerInBound\t65001\tAllow",
        "DenyAllInBound\t65500\tDeny",
        "AllowVnetOutBound\t65000\tAllow",
        "AllowInternetOutBound\t65001\tAllow",
        "DenyAllOutBound\t65500\tDeny",
      ].join("\n"),
    },
    {
      run: "az network nsg rule create -g sec --nsg-name nsg -n allow-api --priority 100 --access Allow --protocol Tcp --destination-port-ranges 443",
      json: {
        id: `${network}/networkSecurityGroups/nsg/securityRules/allow-api`,
        access: "Allow",
        destinationAddressPrefix: "*",
        destinationPortRange: "443",
        direction: "Inbound",
        priority: 100,
        protocol: "Tcp",
        sourceAddressPrefix: "*",
        sourcePortRange: "*",
        provisioningState: "Succeeded",
        type: "Microsoft.Network/networkSecurityGroups/securityRules",
      },
    },
    {
      run: "az network nsg rule create -g sec --nsg-name nsg -n same --priority 100 --destination-port-ranges 80",
      exit: 1,
      error:
        "(SecurityRuleConflict) Security rule allow-api conflicts with rule same. Rules cannot have the same Priority and Direction. To learn more, see aka.ms/nsgrules.",
    },
    {
      run: "az network nsg rule create -g sec --nsg-name nsg -n same --priority 100 --direction Outbound --destination-port-ranges 80 8080-8090 --query destinationPortRanges",
      equals: ["80", "8080-8090"],
    },
    {
      run: "az network nsg rule create -g sec --nsg-name nsg -n low --priority 99 --destination-port-ranges 80",
      exit: 1,
      error:
        "(SecurityRuleInvalidPriority) Security rule has invalid Priority. Value provided: 99 Allowed range 100-4096.",
    },
    {
      run: "az network nsg rule create -g sec --nsg-name nsg -n ports --priority 300 --destination-port-ranges 99999",
      exit: 1,
      error: "(SecurityRuleInvalidPortRange) Security rule has invalid Port range. Value provided: 99999.",
    },
    {
      run: "az network nsg rule list -g sec --nsg-name nsg -o table",
      table: [
        columns,
        ["allow-api", "sec", "100", "*", "*", "None", "Allow", "Tcp", "Inbound", "443", "*", "None"],
        ["same", "sec", "100", "*", "*", "None", "Allow", "*", "Outbound", "80 8080-8090", "*", "None"],
      ],
      on: { "az-debian": noTable },
    },
    {
      run: "az network nsg rule list -g sec --nsg-name nsg --include-default --query '[].name'",
      equals: [
        "allow-api",
        "same",
        "AllowVnetInBound",
        "AllowAzureLoadBalancerInBound",
        "DenyAllInBound",
        "AllowVnetOutBound",
        "AllowInternetOutBound",
        "DenyAllOutBound",
      ],
    },
    {
      run: "az network nsg rule update -g sec --nsg-name nsg -n allow-api --priority 200 --source-address-prefixes VirtualNetwork",
      json: { priority: 200, sourceAddressPrefix: "VirtualNetwork", destinationPortRange: "443" },
    },
    {
      run: "az network nsg rule show -g sec --nsg-name nsg -n nope",
      exit: 3,
      error: /^\((ResourceNotFound|NotFound)\) /,
    },
    {
      run: "az network nsg list -g sec -o table",
      rows: [{ Name: "nsg", Location: "eastus", ProvisioningState: "Succeeded" }],
    },
    {
      run: "az network vnet create -g sec -n vnet --address-prefixes 10.1.0.0/16 --subnet-name nodes --subnet-prefixes 10.1.0.0/24 --network-security-group nsg --query 'newVNet.subnets[0].networkSecurityGroup.id' -o tsv",
      text: `${network}/networkSecurityGroups/nsg`,
    },
    {
      run: "az network nsg delete -g sec -n nsg",
      exit: 1,
      error: `(InUseNetworkSecurityGroupCannotBeDeleted) Network security group ${network}/networkSecurityGroups/nsg cannot be deleted because it is in use by the following resources: ${network}/virtualNetworks/vnet/subnets/nodes.`,
    },
    {
      // The two spellings are those of older and newer versions.
      run: "az network nic create -g sec -n nic --vnet-name vnet --subnet nodes --query 'NewNIC.ipConfigurations[0].[privateIPAddress || privateIpAddress]' -o tsv",
      text: /^10\.1\.0\.4$/,
    },
    {
      run: "az network vnet subnet delete -g sec --vnet-name vnet -n nodes",
      exit: 1,
      error: "(InUseSubnetCannotBeDeleted) Subnet nodes is in use by ",
    },
    {
      run: "az network nic delete -g sec -n nic",
      on: {
        "az-debian": {
          exit: 1,
          error: "The command failed with an unexpected error.",
          why: "Debian's SDK is without the operations of the network API that this command loads",
        },
      },
    },
    { run: "az network nsg rule delete -g sec --nsg-name nsg -n same", text: /^$/ },
    { run: "az network nsg rule list -g sec --nsg-name nsg --query '[].name'", equals: ["allow-api"] },
  ],
});
