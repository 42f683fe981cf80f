import { expect } from "vitest";
import { azScript } from "./az-script.ts";
import { networkTemplate, nestedTemplate, subscriptionTemplate } from "./templates.ts";
import { subscription } from "./values.ts";

const network = `${subscription}/resourceGroups/wi/providers/Microsoft.Network`;

azScript({
  name: "11-what-if",
  title: "what-if, nested and subscription deployments",
  clients: ["az", "az-2.45"],
  files: {
    "network.json": networkTemplate("10.1.0.0/24"),
    "wider.json": networkTemplate("10.1.0.0/23"),
    "nested.json": nestedTemplate,
    "groups.json": subscriptionTemplate,
  },
  steps: [
    { run: "az group create -n wi -l eastus -o none" },
    {
      run: "az deployment group what-if -g wi -f network.json --no-pretty-print --query 'changes[].[changeType, resourceId]'",
      equals: [
        ["Create", `${network}/networkSecurityGroups/nsg`],
        ["Create", `${network}/virtualNetworks/vnet`],
      ],
    },
    {
      run: "az deployment group what-if -g wi -f network.json",
      text: /\+ Microsoft\.Network\/virtualNetworks\/vnet \[2022-01-01\][\s\S]*tags\.tier: +"dev"[\s\S]*Resource changes: 2 to create\.$/,
    },
    { run: "az deployment group create -g wi -f network.json -o none" },
    {
      run: "az deployment group what-if -g wi -f network.json --no-pretty-print --query 'changes[].changeType'",
      equals: ["NoChange", "NoChange"],
    },
    {
      run: "az deployment group what-if -g wi -f network.json -p tier=prod",
      text: /~ tags\.tier: "dev" => "prod"[\s\S]*Resource changes: 1 to modify, 1 no change\.$/,
    },
    {
      run: "az deployment group what-if -g wi -f wider.json --no-pretty-print --query \"changes[?changeType=='Modify'].delta[0].children[0].children[0].[path, before, after]\"",
      equals: [["properties.addressPrefix", "10.1.0.0/24", "10.1.0.0/23"]],
    },
    {
      run: "az network route-table create -g wi -n extra -o none",
    },
    {
      run:
        "az deployment group what-if -g wi -f network.json --no-pretty-print --query \"changes[?resourceId=='" +
        network +
        "/routeTables/extra'].changeType\"",
      equals: ["Ignore"],
    },
    {
      run:
        "az deployment group what-if -g wi -f network.json --mode Complete --no-pretty-print --query \"changes[?resourceId=='" +
        network +
        "/routeTables/extra'].changeType\"",
      equals: ["Delete"],
    },
    {
      run: "az deployment group what-if -g wi -f network.json -p tier=nope --no-pretty-print",
      exit: 1,
      error: /InvalidTemplate/,
    },
    {
      run: "az deployment group what-if -g wi -f nested.json --no-pretty-print --query \"changes[?changeType=='Create'].resourceId\"",
      equals: [expect.stringMatching(/\/Microsoft\.ManagedIdentity\/userAssignedIdentities\/inner-identity$/)],
    },
    {
      run: "az deployment group create -g wi -f nested.json --query properties.outputs.clientId.value -o tsv",
      into: "CLIENT",
      text: /^[0-9a-f-]{36}$/,
    },
    { run: "az deployment group show -g wi -n inner --query properties.provisioningState -o tsv", text: /^Succeeded$/ },
    {
      run: "az deployment operation group list -g wi -n nested --query '[?properties.targetResource].properties.targetResource.resourceType'",
      equals: ["Microsoft.Resources/deployments"],
    },
    {
      run: "az deployment sub what-if -l eastus -f groups.json -p name=made --no-pretty-print --query 'changes[].[changeType, resourceId]'",
      equals: [["Create", `${subscription}/resourceGroups/made`]],
    },
    {
      run: "az deployment sub create -l eastus -f groups.json -p name=made -n groups -o table",
      rows: [{ Name: "groups", State: "Succeeded", Mode: "Incremental" }],
    },
    { run: "az group show -n made --query tags", equals: { madeBy: "template" } },
    { run: "az deployment sub list --query '[].name'", equals: ["groups"] },
    { run: "az deployment operation sub list -n groups --query 'length(@) > `0`'", equals: true },
    { run: "az deployment sub delete -n groups" },
    { run: "az deployment sub show -n groups", exit: 3, error: "(DeploymentNotFound) " },
  ],
});
