import { expect } from "vitest";
import { azScript } from "./az-script.ts";
import { subscription } from "./values.ts";

const group = `${subscription}/resourceGroups/around`;
const missing = { exit: 1, error: /^\(NotImplemented\) byocni does not have / };
const template = {
  $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
  contentVersion: "1.0.0.0",
  parameters: { name: { type: "string", defaultValue: "made" } },
  resources: [
    {
      type: "Microsoft.Network/virtualNetworks",
      apiVersion: "2024-05-01",
      name: "[parameters('name')]",
      location: "[resourceGroup().location]",
      properties: { addressSpace: { addressPrefixes: ["10.60.0.0/16"] } },
    },
  ],
};

azScript({
  name: "16-around",
  title: "tokens, tags, locks, the log, generic calls, and what byocni has not",
  clients: ["az", "az-2.45"],
  files: { "template.json": template },
  steps: [
    {
      run: "az account list -o table",
      rows: [{ Name: "byocni", CloudName: "byocni", State: "Enabled", IsDefault: "True" }],
    },
    { run: "az account get-access-token --query tokenType -o tsv", text: /^Bearer$/ },
    { run: "az account get-access-token --resource-type ms-graph --query tokenType -o tsv", text: /^Bearer$/ },
    {
      run: "az account set -s nope",
      exit: 1,
      error: "The subscription of 'nope' doesn't exist in cloud 'byocni'.",
    },
    { run: "az group create -n around -l eastus --tags a=b -o none" },
    {
      run: "az group create -n around -l westus2",
      exit: 1,
      error:
        "(InvalidResourceGroupLocation) Invalid resource group location 'westus2'. The Resource group already exists in location 'eastus'.",
    },
    { run: "az group create -n 'bad name!' -l eastus", exit: 1, error: "(InvalidResourceGroup) " },
    { run: "az group create -n far -l nowhere", exit: 1, error: "(LocationNotAvailableForResourceGroup) " },
    { run: "az group update -n around --set tags.c=d --query tags", equals: { a: "b", c: "d" } },
    { run: "az tag create -n env --query tagName -o tsv", text: /^env$/ },
    { run: "az tag add-value -n env --value prod --query tagValue -o tsv", text: /^prod$/ },
    { run: "az tag remove-value -n env --value prod", text: /^$/ },
    { run: "az tag delete -n env --yes", text: /^$/ },
    {
      run: `az tag update --resource-id ${group} --operation merge --tags e=f --query properties.tags`,
      equals: { a: "b", c: "d", e: "f" },
    },
    {
      run: "az group lock create -g around -n keep --lock-type CanNotDelete --notes why --query '[level, notes]'",
      equals: ["CanNotDelete", "why"],
    },
    { run: "az group delete -n around --yes", exit: 1, error: "(ScopeLocked) The scope " },
    { run: "az lock list -g around -o table", rows: [{ Name: "keep", Level: "CanNotDelete", Notes: "why" }] },
    { run: "az group lock delete -g around -n keep", text: /^$/ },
    {
      run: 'az resource create -g around -n generic --resource-type Microsoft.Network/virtualNetworks --properties \'{"addressSpace":{"addressPrefixes":["10.77.0.0/16"]}}\' --query properties.provisioningState -o tsv',
      text: /^Succeeded$/,
    },
    {
      run: "az resource update -g around -n generic --resource-type Microsoft.Network/virtualNetworks --set tags.x=y --query tags",
      equals: { x: "y" },
    },
    {
      run: "az resource tag -g around -n generic --resource-type Microsoft.Network/virtualNetworks --tags z=1 -i --query tags",
      equals: { x: "y", z: "1" },
    },
    { run: "az resource wait -g around -n generic --resource-type Microsoft.Network/virtualNetworks --exists" },
    { run: "az resource list --tag z=1 --query '[].name'", equals: ["generic"] },
    {
      run: "az rest -m put -u '/subscriptions/{subscriptionId}/resourcegroups/rest?api-version=2021-04-01' -b '{\"location\":\"eastus\"}' --query name -o tsv",
      text: /^rest$/,
    },
    { run: "az rest -m delete -u '/subscriptions/{subscriptionId}/resourcegroups/rest?api-version=2021-04-01'" },
    {
      run: "az rest -u '/subscriptions/{subscriptionId}/resourcegroups/around'",
      exit: 1,
      error: /MissingApiVersionParameter/,
    },
    {
      run: "az deployment group create -g around -f template.json -n one --query properties.provisioningState -o tsv",
      text: /^Succeeded$/,
    },
    {
      run: "az deployment group what-if -g around -f template.json -p name=other --result-format ResourceIdOnly --no-pretty-print --query 'sort(changes[].changeType)'",
      equals: ["Deploy", "Ignore", "Ignore"],
    },
    {
      run: "az deployment group what-if -g around -f template.json --mode Complete --no-pretty-print --query 'sort(changes[].changeType)'",
      equals: ["Delete", "NoChange"],
    },
    { run: "az deployment group create -g around -f template.json -p nope=1", exit: 1, error: "nope" },
    {
      run: "az monitor activity-log list -g around --offset 1h --query \"[?operationName.value=='Microsoft.Resources/deployments/write'] | length(@)\"",
      equals: expect.any(Number),
    },
    { run: "az monitor activity-log list -g around --max-events 2 --query 'length(@)'", equals: 2 },
    { run: "az feature list --namespace Microsoft.ContainerService --query 'length(@)'", equals: expect.any(Number) },
    {
      run: "az provider show -n Microsoft.ContainerService -o table",
      rows: [{ Namespace: "Microsoft.ContainerService", RegistrationState: "Registered" }],
    },
    {
      run: "az ts create -g around -n spec -v 1.0 -f template.json -l eastus --query type -o tsv",
      text: /^Microsoft\.Resources\/templateSpecs\/versions$/,
    },
    { run: "az ts list -g around -o table", rows: [{ Name: "spec", Location: "eastus", ResourceGroup: "around" }] },
    { run: "az ts show -g around -n spec -v 1.0 --query id -o tsv", into: "SPEC" },
    {
      run: "az deployment group create -g around --template-spec $SPEC -n from-spec --query properties.provisioningState -o tsv",
      text: /^Succeeded$/,
    },
    { run: "az group create -n there -l eastus -o none" },
    {
      run: `az resource move --destination-group there --ids ${group}/providers/Microsoft.Network/virtualNetworks/generic`,
    },
    { run: "az resource list -g there --query '[].name'", equals: ["generic"] },
    { run: "az group delete -n there --yes" },
    { run: "az vm list", ...missing },
    { run: "az acr list", ...missing },
    { run: "az policy assignment list", ...missing },
    { run: "az network application-gateway list", ...missing },
    { run: "az network watcher list", ...missing },
    { run: "az group delete -n around --yes" },
  ],
});
