import { azScript } from "./az-script.ts";
import { subscription } from "./values.ts";

const group = `${subscription}/resourceGroups/here`;
const spec = `${group}/providers/Microsoft.Resources/templateSpecs/spec`;
const network = {
  $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
  contentVersion: "1.0.0.0",
  parameters: { name: { type: "string", defaultValue: "one" } },
  resources: [
    {
      type: "Microsoft.Network/virtualNetworks",
      apiVersion: "2024-05-01",
      name: "[parameters('name')]",
      location: "[resourceGroup().location]",
      properties: { addressSpace: { addressPrefixes: ["10.60.0.0/16"] } },
    },
  ],
  outputs: { made: { type: "string", value: "[parameters('name')]" } },
};
/** Azure/azure-cli#31581 */
const readTwice = {
  "az-2.74": {
    exit: 1,
    error: "The content for this response was already consumed",
    why: "it hides what the service says of a template (Azure/azure-cli#31581)",
  },
};
const groupMaker = (name: string) => ({
  $schema: "https://schema.management.azure.com/schemas/2019-08-01/managementGroupDeploymentTemplate.json#",
  contentVersion: "1.0.0.0",
  resources: [
    {
      type: "Microsoft.Resources/deployments",
      apiVersion: "2022-09-01",
      name: `make-${name}`,
      subscriptionId: "00000000-0000-0000-0000-000000000001",
      location: "eastus",
      properties: {
        mode: "Incremental",
        template: {
          $schema: "https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#",
          contentVersion: "1.0.0.0",
          resources: [
            { type: "Microsoft.Resources/resourceGroups", apiVersion: "2022-09-01", name, location: "eastus" },
          ],
        },
      },
    },
  ],
});

azScript({
  name: "18-scopes",
  title: "template specs, exports, moves, management groups and the tenant",
  clients: ["az", "az-2.74", "az-debian"],
  files: {
    "network.json": network,
    "from-group.json": groupMaker("from-group"),
    "from-tenant.json": groupMaker("from-tenant"),
  },
  steps: [
    { run: "mkdir specs && az group create -n here -l eastus -o none && az group create -n there -l westus2 -o none" },

    {
      run: "az ts create -g here -n spec -v 1.0 -l eastus -f network.json --description 'A network' --query name -o tsv",
      text: "1.0",
    },
    { run: "az ts list -o table", rows: [{ Location: "eastus", Name: "spec", ResourceGroup: "here" }] },
    { run: "az ts list -g here -n spec --query '[].name'", equals: ["1.0"] },
    { run: "az ts show -g here -n spec --query '[name, description]'", equals: ["spec", "A network"] },
    { run: "az ts show -g here -n spec -v 1.0 --query mainTemplate.outputs", equals: network.outputs },
    {
      run: "az ts update -g here -n spec -v 1.0 --version-description first --yes --query description -o tsv",
      text: "first",
    },
    { run: "az ts export -g here -n spec -v 1.0 --output-folder specs -o none && ls specs", text: "spec.JSON" },
    { run: `az ts show -s ${spec}/versions/2.0`, exit: 3, error: "(ResourceNotFound) " },
    {
      run: `az deployment group create -g here -n spec --template-spec ${spec}/versions/1.0 -p name=by-spec --query properties.outputs.made.value -o tsv`,
      text: "by-spec",
    },
    {
      run: `az deployment group what-if -g here --template-spec ${spec}/versions/1.0 -p name=by-spec --no-pretty-print --query "changes[?changeType=='NoChange'].resourceId"`,
      equals: [`${group}/providers/Microsoft.Network/virtualNetworks/by-spec`],
    },
    { run: `az deployment group create -g here --template-spec ${spec}/versions/9`, exit: 1, error: /versions\/9/ },
    { run: "az ts delete -g here -n spec --yes && az ts list -g here", equals: [] },

    { run: "az deployment group create -g here -n good -f network.json -o none" },
    {
      run: "az deployment group create -g here -n back -f network.json --rollback-on-error --query properties.onErrorDeployment.deploymentName -o tsv",
      text: "good",
    },
    {
      run: "az deployment group create -g here -n back -f network.json --rollback-on-error never -o none",
      exit: 1,
      error: /never/,
      on: readTwice,
    },

    {
      run: "az group export -n here --query 'sort(keys(parameters))'",
      equals: ["virtualNetworks_by_spec_name", "virtualNetworks_one_name"],
    },
    {
      run: `az group export -n here --resource-ids ${group}/providers/Microsoft.Network/virtualNetworks/one --skip-all-params --query 'resources[].name'`,
      equals: ["one"],
    },
    {
      run: `az resource move --destination-group there --ids ${group}/providers/Microsoft.Network/virtualNetworks/one`,
    },
    {
      run: "az network vnet list --query '[].[name, resourceGroup]'",
      equals: [
        ["by-spec", "here"],
        ["one", "there"],
      ],
    },
    {
      run: `az resource move --destination-group nope --ids ${group}/providers/Microsoft.Network/virtualNetworks/by-spec`,
      exit: 3,
      error: "(ResourceGroupNotFound) Resource group 'nope' could not be found.",
    },
    {
      run: `az resource invoke-action --action validateMoveResources --ids ${group} --request-body '{"resources":["${group}/providers/Microsoft.Network/virtualNetworks/by-spec"],"targetResourceGroup":"${subscription}/resourceGroups/there"}'`,
    },

    { run: "az tag create -n env -o none && az tag add-value -n env --value prod -o none" },
    { run: "az tag list --query \"[?tagName=='env'].values[].tagValue\"", equals: ["prod"] },
    { run: "az group update -n here --set tags.env=test -o none && az tag list -o table", rows: [{ TagName: "env" }] },
    { run: "az tag remove-value -n env --value prod && az tag delete -n env --yes", exit: 1, error: /env/ },

    {
      run: "az account management-group create -n mg --display-name 'The group' --no-register --query '[name, displayName]'",
      equals: ["mg", "The group"],
    },
    {
      run: "az account management-group list --no-register -o table",
      rows: [{ DisplayName: "The group", Name: "mg" }],
    },
    {
      run: "az account management-group show -n mg --no-register --query details.parent.displayName -o tsv",
      text: "Tenant Root Group",
    },
    {
      run: "az account management-group show -n none --no-register",
      exit: 3,
      error: /'\/providers\/Microsoft.Management\/managementGroups\/none' not found/,
    },
    {
      run: "az deployment mg validate -m mg -l eastus -n one -f from-group.json --query properties.provisioningState -o tsv",
      text: "Succeeded",
    },
    {
      run: "az deployment mg what-if -m mg -l eastus -n one -f from-group.json --no-pretty-print --query 'changes[].changeType'",
      equals: ["Create"],
    },
    {
      run: "az deployment mg create -m mg -l eastus -n one -f from-group.json --query properties.provisioningState -o tsv",
      text: "Succeeded",
    },
    {
      run: "az deployment operation mg list -m mg -n one --query '[?properties.targetResource].properties.provisioningState'",
      equals: ["Succeeded"],
    },
    { run: "az deployment mg list -m mg --query '[].name'", equals: ["one"] },
    {
      run: "az deployment mg create -m none -l eastus -n one -f from-group.json",
      exit: 1,
      error: /ManagementGroupNotFound/,
      on: readTwice,
    },
    {
      run: "az deployment tenant what-if -l eastus -n one -f from-tenant.json --no-pretty-print --query 'changes[].changeType'",
      equals: ["Create"],
    },
    {
      run: "az deployment tenant create -l eastus -n one -f from-tenant.json --query properties.provisioningState -o tsv",
      text: "Succeeded",
    },
    {
      run: "az deployment tenant show -n one --query id -o tsv",
      text: "/providers/Microsoft.Resources/deployments/one",
    },
    { run: "az group list --query \"sort([?starts_with(name, 'from')].name)\"", equals: ["from-group", "from-tenant"] },
    { run: "az account management-group delete -n mg --no-register" },
  ],
});
