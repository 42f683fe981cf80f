import { expect } from "vitest";
import { azScript } from "./az-script.ts";
import { clusterTemplate, identityBicep, networkTemplate } from "./templates.ts";
import { guid, subscription } from "./values.ts";

/** Azure/azure-cli#31581 */
const hidden = {
  "az-2.74": {
    exit: 1,
    error: "The content for this response was already consumed",
    why: "it hides what the service says of a template (Azure/azure-cli#31581)",
  },
} as const;
const network = `${subscription}/resourceGroups/dep/providers/Microsoft.Network`;

azScript({
  name: "10-deployments",
  title: "template deployments: validate, create, operations, failures",
  clients: ["az", "az-2.74", "az-debian"],
  files: {
    "network.json": networkTemplate("10.1.0.0/24"),
    "outside.json": networkTemplate("10.99.0.0/24"),
    "cluster.json": clusterTemplate,
    "main.bicep": identityBicep,
    "prod.parameters.json": {
      $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#",
      contentVersion: "1.0.0.0",
      parameters: { tier: { value: "prod" } },
    },
  },
  steps: [
    { run: "az group create -n dep -l eastus -o none" },
    {
      run: "az deployment group validate -g dep -f network.json -o table",
      table: [
        ["Result", "CorrelationId"],
        ["Succeeded", guid],
      ],
      on: {
        "az-debian": { why: "its table has other columns", rows: [] },
      },
    },
    {
      run: "az deployment group validate -g dep -f network.json --query 'properties.validatedResources[].id'",
      equals: [`${network}/networkSecurityGroups/nsg`, `${network}/virtualNetworks/vnet`],
    },
    { run: "az resource list -g dep", equals: [] },
    {
      run: "az deployment group create -g dep -f network.json",
      json: {
        id: `${subscription}/resourceGroups/dep/providers/Microsoft.Resources/deployments/network`,
        name: "network",
        type: "Microsoft.Resources/deployments",
        resourceGroup: "dep",
        properties: {
          provisioningState: "Succeeded",
          mode: "Incremental",
          correlationId: guid,
          duration: expect.stringMatching(/^PT/),
          templateHash: expect.stringMatching(/^\d+$/),
          error: null,
          parameters: { tier: { type: "String", value: "dev" } },
          outputs: {
            subnetId: { type: "String", value: `${network}/virtualNetworks/vnet/subnets/nodes` },
            state: { type: "String", value: "Succeeded" },
          },
        },
      },
    },
    {
      run: "az deployment group create -g dep -f network.json -n prod -p @prod.parameters.json --query properties.parameters.tier.value -o tsv",
      text: /^prod$/,
    },
    {
      run: "az network vnet show -g dep -n vnet --query tags",
      equals: { tier: "prod" },
    },
    {
      run: "az deployment group list -g dep -o table",
      rows: [
        { Name: "network", State: "Succeeded", Mode: "Incremental", ResourceGroup: "dep" },
        { Name: "prod", State: "Succeeded", Mode: "Incremental", ResourceGroup: "dep" },
      ],
    },
    {
      run: "az deployment operation group list -g dep -n network --query 'sort([?properties.targetResource].properties.targetResource.resourceType)'",
      equals: ["Microsoft.Network/networkSecurityGroups", "Microsoft.Network/virtualNetworks"],
    },
    {
      run: "az deployment group export -g dep -n network",
      json: { contentVersion: "1.0.0.0", outputs: { state: { type: "string" } } },
    },
    {
      run: "az deployment group create -g dep -f outside.json",
      exit: 1,
      error:
        /"code": "InvalidTemplateDeployment"[\s\S]*"code": "NetcfgSubnetRangeOutsideVnet"[\s\S]*Subnet 'nodes' is not valid because its IP address range is outside the IP address range of virtual network 'vnet'\./,
      on: hidden,
    },
    {
      run: "az deployment group create -g dep -f network.json -p tier=nope",
      exit: 1,
      error:
        /"code": "InvalidTemplate", "message": "Deployment template validation failed: 'The provided value 'nope' for the template parameter 'tier' at line '\d+' and column '\d+' is not valid\. The parameter value is not part of the allowed value\(s\): 'dev,prod'\.'\."/,
      on: hidden,
    },
    {
      run: "az deployment group create -g dep -f network.json -p unknown=1",
      exit: 1,
      error: /unrecognized template parameter 'unknown'\. Allowed parameters: /,
    },
    { run: "az deployment group validate -g dep -f missing.json", exit: 1, error: "No such file or directory" },
    {
      run: "az deployment group create -g nope -f network.json",
      exit: 1,
      error: /"code": "ResourceGroupNotFound", "message": "Resource group 'nope' could not be found\."/,
      on: hidden,
    },
    {
      run: "az deployment group show -g dep -n nope",
      exit: 3,
      error: "(DeploymentNotFound) Deployment 'nope' could not be found.",
    },
    { run: "az deployment group delete -g dep -n prod" },
    { run: "az deployment group show -g dep -n prod", exit: 3, error: "(DeploymentNotFound) " },
    {
      run: "az deployment group create -g dep -f main.bicep --query properties.outputs.id.value -o tsv",
      text: /\/providers\/Microsoft\.ManagedIdentity\/userAssignedIdentities\/from-bicep$/,
    },
    { run: "az deployment group create -g dep -f cluster.json -p count=2 --no-wait" },
    { run: "az deployment group wait -g dep -n cluster --created --timeout 60" },
    {
      run: "az deployment group show -g dep -n cluster --query properties.outputs.fqdn.value -o tsv",
      text: /^cluster-[a-z0-9]{8}\.hcp\.eastus\.azmk8s\.io$/,
    },
    {
      run: "az deployment group cancel -g dep -n cluster",
      exit: 1,
      error: "(DeploymentCannotBeCancelled) ",
    },
    {
      run: "az deployment group create -g dep -f network.json -n whole --mode Complete --query properties.mode -o tsv",
      text: /^Complete$/,
    },
    {
      run: "az resource list -g dep --query 'sort([].type)'",
      equals: ["Microsoft.Network/networkSecurityGroups", "Microsoft.Network/virtualNetworks"],
    },
  ],
});
