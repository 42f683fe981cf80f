import { azScript } from "./az-script.ts";
import { groupNotFound, subscription } from "./values.ts";

const group = `${subscription}/resourceGroups/myResourceGroup`;

azScript({
  name: "01-groups",
  title: "the account, resource groups, tags",
  clients: ["az", "az-2.74", "az-debian"],
  steps: [
    {
      run: "az account show",
      json: { environmentName: "byocni", isDefault: true, state: "Enabled", user: { type: "servicePrincipal" } },
    },
    {
      run: "az account list-locations --query \"[?name=='eastus'].{name:name, shown:displayName}\" -o table",
      table: [
        ["Name", "Shown"],
        ["eastus", "East US"],
      ],
    },
    {
      run: "az group create -n myResourceGroup -l eastus --tags env=dev team=net",
      equals: {
        id: group,
        location: "eastus",
        managedBy: null,
        name: "myResourceGroup",
        properties: { provisioningState: "Succeeded" },
        tags: { env: "dev", team: "net" },
        type: "Microsoft.Resources/resourceGroups",
      },
    },
    { run: "az group create -n other -l 'West Europe' --query location -o tsv", text: /^westeurope$/ },
    {
      run: "az group list -o table",
      table: [
        ["Name", "Location", "Status"],
        ["myResourceGroup", "eastus", "Succeeded"],
        ["other", "westeurope", "Succeeded"],
      ],
    },
    {
      run: "az group list --tag env=dev -o table",
      table: [
        ["Name", "Location", "Status"],
        ["myResourceGroup", "eastus", "Succeeded"],
      ],
    },
    { run: "az group show -n MYRESOURCEGROUP --query name -o tsv", text: /^myResourceGroup$/ },
    { run: "az group show -n nope", exit: 3, error: groupNotFound("nope") },
    { run: "az group exists -n myResourceGroup", text: /^true$/ },
    { run: "az group exists -n nope", text: /^false$/ },
    { run: "az group update -n myResourceGroup --set tags.env=prod", json: { tags: { env: "prod", team: "net" } } },
    {
      run: `az tag update --resource-id ${group} --operation merge --tags cost=1`,
      json: {
        name: "default",
        type: "Microsoft.Resources/tags",
        properties: { tags: { env: "prod", team: "net", cost: "1" } },
      },
    },
    {
      run: `az tag update --resource-id ${group} --operation delete --tags team=net cost=1`,
      json: { properties: { tags: { env: "prod" } } },
    },
    {
      run: `az tag create --resource-id ${group} --tags only=this`,
      json: { properties: { tags: { only: "this" } } },
    },
    { run: `az tag list --resource-id ${group} --query properties.tags`, equals: { only: "this" } },
    { run: `az tag delete --resource-id ${group} --yes` },
    { run: "az group show -n myResourceGroup --query tags", text: /^({})?$/ },
    {
      run: "az group create -n myResourceGroup -l westus",
      exit: 1,
      error:
        "(InvalidResourceGroupLocation) Invalid resource group location 'westus'. The Resource group already exists in location 'eastus'.",
    },
    {
      run: "az group create -n elsewhere -l atlantis",
      exit: 1,
      error:
        "(LocationNotAvailableForResourceGroup) The provided location 'atlantis' is not available for resource group. List of available regions is '",
    },
    {
      run: "az group create -n 'my group' -l eastus",
      exit: 1,
      error: "(InvalidResourceGroup) The provided resource group name 'my group' has these invalid characters: ' '.",
    },
    { run: "az group create -n", exit: 2, error: "argument --name/--resource-group/-n/-g: expected one argument" },
    { run: "az group wait -n myResourceGroup --exists" },
    {
      run: `az rest --method get --url "${group}?api-version=2021-04-01"`,
      json: { id: group, name: "myResourceGroup", location: "eastus" },
    },
    { run: "az group delete -n other --yes --no-wait" },
    { run: "az group wait -n other --deleted" },
    { run: "az group delete -n myResourceGroup --yes", text: /^$/ },
    { run: "az group delete -n myResourceGroup --yes", exit: 3, error: groupNotFound("myResourceGroup") },
    { run: "az group list", equals: [] },
  ],
});
