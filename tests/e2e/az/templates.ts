const schema = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#";

/** A security group and a virtual network whose subnet uses it. */
export function networkTemplate(subnetPrefix: string): object {
  return {
    $schema: schema,
    contentVersion: "1.0.0.0",
    parameters: {
      location: { type: "string", defaultValue: "[resourceGroup().location]" },
      vnetName: { type: "string", defaultValue: "vnet" },
      tier: { type: "string", allowedValues: ["dev", "prod"], defaultValue: "dev" },
    },
    resources: [
      {
        type: "Microsoft.Network/networkSecurityGroups",
        apiVersion: "2022-01-01",
        name: "nsg",
        location: "[parameters('location')]",
        properties: {},
      },
      {
        type: "Microsoft.Network/virtualNetworks",
        apiVersion: "2022-01-01",
        name: "[parameters('vnetName')]",
        location: "[parameters('location')]",
        dependsOn: ["[resourceId('Microsoft.Network/networkSecurityGroups', 'nsg')]"],
        tags: { tier: "[parameters('tier')]" },
        properties: {
          addressSpace: { addressPrefixes: ["10.1.0.0/16"] },
          subnets: [
            {
              name: "nodes",
              properties: {
                addressPrefix: subnetPrefix,
                networkSecurityGroup: { id: "[resourceId('Microsoft.Network/networkSecurityGroups', 'nsg')]" },
              },
            },
          ],
        },
      },
    ],
    outputs: {
      subnetId: {
        type: "string",
        value: "[resourceId('Microsoft.Network/virtualNetworks/subnets', parameters('vnetName'), 'nodes')]",
      },
      state: { type: "string", value: "[reference(parameters('vnetName')).provisioningState]" },
    },
  };
}

/** A deployment inside a deployment, with a comment as az lets people write them. */
export const nestedTemplate = `{
  // The inner one has parameters and outputs of its own.
  "$schema": "${schema}",
  "contentVersion": "1.0.0.0",
  "resources": [
    {
      "type": "Microsoft.Resources/deployments",
      "apiVersion": "2022-09-01",
      "name": "inner",
      "properties": {
        "mode": "Incremental",
        "expressionEvaluationOptions": { "scope": "inner" },
        "parameters": { "name": { "value": "inner-identity" } },
        "template": {
          "$schema": "${schema}",
          "contentVersion": "1.0.0.0",
          "parameters": { "name": { "type": "string" } },
          "resources": [
            {
              "type": "Microsoft.ManagedIdentity/userAssignedIdentities",
              "apiVersion": "2023-01-31",
              "name": "[parameters('name')]",
              "location": "[resourceGroup().location]"
            }
          ],
          "outputs": {
            "clientId": { "type": "string", "value": "[reference(parameters('name')).clientId]" }
          }
        }
      }
    }
  ],
  "outputs": { "clientId": { "type": "string", "value": "[reference('inner').outputs.clientId.value]" } }
}
`;

/** Resource groups, and in the first a cluster, from the subscription. */
export const subscriptionTemplate = {
  $schema: "https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#",
  contentVersion: "1.0.0.0",
  parameters: { name: { type: "string" } },
  resources: [
    {
      type: "Microsoft.Resources/resourceGroups",
      apiVersion: "2022-09-01",
      name: "[parameters('name')]",
      location: "[deployment().location]",
      tags: { madeBy: "template" },
    },
  ],
};

/** The smallest cluster that brings its own CNI. */
export const clusterTemplate = {
  $schema: schema,
  contentVersion: "1.0.0.0",
  parameters: { count: { type: "int", defaultValue: 1, minValue: 1 } },
  resources: [
    {
      type: "Microsoft.ContainerService/managedClusters",
      apiVersion: "2024-05-01",
      name: "cluster",
      location: "[resourceGroup().location]",
      identity: { type: "SystemAssigned" },
      properties: {
        dnsPrefix: "cluster",
        agentPoolProfiles: [
          { name: "nodepool1", count: "[parameters('count')]", vmSize: "Standard_D2s_v5", mode: "System" },
        ],
        networkProfile: { networkPlugin: "none" },
      },
    },
  ],
  outputs: {
    fqdn: { type: "string", value: "[reference('cluster').fqdn]" },
  },
};

export const identityBicep = `param location string = resourceGroup().location

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: 'from-bicep'
  location: location
}

output id string = identity.id
`;
