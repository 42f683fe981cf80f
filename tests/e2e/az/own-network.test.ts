import { azScript } from "./az-script.ts";
import { subscription } from "./values.ts";

const group = `${subscription}/resourceGroups/own`;
const subnet = `${group}/providers/Microsoft.Network/virtualNetworks/vnet/subnets/nodes`;

azScript({
  name: "07-own-network",
  title: "a cluster on one's own subnet with one's own identity",
  clients: ["az", "az-2.45"],
  steps: [
    { run: "az group create -n own -l eastus -o none" },
    {
      run: "az network vnet create -g own -n vnet --address-prefixes 10.1.0.0/16 --subnet-name nodes --subnet-prefixes 10.1.0.0/24 -o none",
    },
    {
      run: "az network vnet subnet show -g own --vnet-name vnet -n nodes --query id -o tsv",
      into: "SUBNET",
      text: subnet,
    },
    { run: "az identity create -g own -n cluster --query id -o tsv", into: "IDENTITY" },
    { run: "az identity show -g own -n cluster --query principalId -o tsv", into: "PRINCIPAL" },
    {
      run: "az aks create -g own -n mine --network-plugin none -c 1 --vnet-subnet-id $SUBNET --assign-identity $IDENTITY --skip-subnet-role-assignment --service-cidr 10.1.0.0/20 --dns-service-ip 10.1.0.10",
      exit: 1,
      error:
        "(ServiceCidrOverlapExistingSubnetsCidr) The specified service CIDR 10.1.0.0/20 is conflicted with an existing subnet CIDR 10.1.0.0/24",
    },
    {
      run: "az aks create -g own -n mine --network-plugin none -c 1 --vnet-subnet-id $SUBNET --assign-identity $IDENTITY --skip-subnet-role-assignment",
      exit: 1,
      error:
        /^\(LinkedAuthorizationFailed\) The client '[0-9a-f-]{36}' with object id '[0-9a-f-]{36}' has permission to perform action 'Microsoft\.Compute\/virtualMachineScaleSets\/write' on scope '.*'; however, it does not have permission to perform action\(s\) '.*Microsoft\.Network\/virtualNetworks\/subnets\/join\/action.*' on the linked scope\(s\) '.*\/subnets\/nodes' \(respectively\) or the linked scope\(s\) are invalid\./,
    },
    { run: "az aks delete -g own -n mine --yes" },
    {
      run: "az role assignment create --assignee-object-id $PRINCIPAL --assignee-principal-type ServicePrincipal --role 'Network Contributor' --scope $SUBNET --query scope -o tsv",
      text: subnet,
    },
    {
      run: "az aks create -g own -n mine --network-plugin none -c 1 --vnet-subnet-id $SUBNET --assign-identity $IDENTITY --query '[provisioningState, identity.type]' -o tsv",
      text: /^Succeeded\s+UserAssigned$/,
    },
    {
      run: "az aks show -g own -n mine --query 'agentPoolProfiles[0].vnetSubnetId || agentPoolProfiles[0].vnetSubnetID' -o tsv",
      text: subnet,
    },
    {
      run: "az network vnet subnet delete -g own --vnet-name vnet -n nodes",
      exit: 1,
      error: "(InUseSubnetCannotBeDeleted) Subnet nodes is in use by ",
    },
    { run: "az group delete -n own --yes" },
    { run: "az group exists -n own", text: /^false$/ },
  ],
});
