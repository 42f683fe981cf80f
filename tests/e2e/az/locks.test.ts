import { azScript } from "./az-script.ts";
import { subscription } from "./values.ts";

const group = `${subscription}/resourceGroups/keep`;

azScript({
  name: "05-locks-and-resources",
  title: "locks, generic resources, providers, the activity log",
  clients: ["az", "az-2.45"],
  steps: [
    { run: "az group create -n keep -l eastus -o none" },
    { run: "az network vnet create -g keep -n vnet --address-prefixes 10.1.0.0/16 -o none" },
    {
      run: "az lock create -n no-delete -t CanNotDelete -g keep --notes 'Ask first'",
      json: {
        id: `${group}/providers/Microsoft.Authorization/locks/no-delete`,
        level: "CanNotDelete",
        name: "no-delete",
        notes: "Ask first",
        type: "Microsoft.Authorization/locks",
      },
    },
    {
      run: "az lock list -g keep -o table",
      table: [
        ["Level", "Name", "Notes", "ResourceGroup"],
        ["CanNotDelete", "no-delete", "Ask first", "keep"],
      ],
    },
    {
      run: "az network vnet delete -g keep -n vnet",
      exit: 1,
      error: `(ScopeLocked) The scope '${group}/providers/Microsoft.Network/virtualNetworks/vnet' cannot perform delete operation because following scope(s) are locked: '${group}'. Please remove the lock and try again.`,
    },
    {
      run: "az group delete -n keep --yes",
      exit: 1,
      error: /^\(ScopeLocked\) The scope '.*\/resourcegroups\/keep' cannot perform delete operation/,
    },
    { run: "az network vnet update -g keep -n vnet --set tags.still=works --query tags", equals: { still: "works" } },
    { run: "az lock delete -n no-delete -g keep", text: /^$/ },
    { run: "az lock create -n frozen -t ReadOnly -g keep -o none" },
    {
      run: "az identity create -g keep -n someone",
      exit: 1,
      error: /^\(ScopeLocked\) The scope '.*someone' cannot perform write operation/,
    },
    { run: "az network vnet show -g keep -n vnet --query name -o tsv", text: /^vnet$/ },
    { run: "az lock delete -n frozen -g keep" },
    {
      run: "az resource lock create --lock-type CanNotDelete -n mine -g keep --resource vnet --resource-type Microsoft.Network/virtualNetworks --query level -o tsv",
      text: /^CanNotDelete$/,
    },
    { run: "az group delete -n keep --yes", exit: 1, error: /^\(ScopeLocked\) / },
    {
      run: "az resource lock delete -n mine -g keep --resource vnet --resource-type Microsoft.Network/virtualNetworks",
    },
    {
      run: "az resource list -g keep -o table",
      table: [
        ["Name", "ResourceGroup", "Location", "Type", "Status"],
        ["vnet", "keep", "eastus", "Microsoft.Network/virtualNetworks", "Succeeded"],
      ],
      on: {
        "az-2.45": {
          rows: [{ Name: "vnet", Location: "eastus", Type: "Microsoft.Network/virtualNetworks" }],
          why: "its table looks for the state under a name that the service does not use",
        },
      },
    },
    {
      run: `az resource show --ids ${group}/providers/Microsoft.Network/virtualNetworks/vnet --query properties.addressSpace`,
      equals: { addressPrefixes: ["10.1.0.0/16"] },
    },
    {
      run: "az resource tag --tags owner=me -g keep -n vnet --resource-type Microsoft.Network/virtualNetworks --query tags",
      equals: { owner: "me" },
    },
    { run: "az resource list --tag owner=me --query '[].name'", equals: ["vnet"] },
    {
      run: "az resource create -g keep -n made --resource-type Microsoft.Network/routeTables --properties '{}' --query '[name, properties.provisioningState]' -o tsv",
      text: /^made\nSucceeded$/,
    },
    { run: "az resource list --resource-type Microsoft.Network/routeTables --query '[].name'", equals: ["made"] },
    {
      run: "az resource show -g keep -n x --resource-type Microsoft.Nonsense/things",
      exit: 3,
      error: "(InvalidResourceNamespace) The resource namespace 'Microsoft.Nonsense' is invalid.",
    },
    { run: `az resource delete --ids ${group}/providers/Microsoft.Network/routeTables/made`, text: /^$/ },
    {
      run: "az provider show -n Microsoft.ContainerService -o table",
      table: [
        ["Namespace", "RegistrationPolicy", "RegistrationState"],
        ["Microsoft.ContainerService", "RegistrationRequired", "Registered"],
      ],
    },
    {
      run: "az provider list --query \"[?namespace=='Microsoft.Network'].registrationState\"",
      equals: ["Registered"],
    },
    { run: "az provider register -n Microsoft.Network", text: /^$/ },
    {
      run: "az monitor activity-log list -g keep --query \"[?operationName.value=='Microsoft.Network/routeTables/delete'].status.value | [0]\" -o tsv",
      text: /^Succeeded$/,
    },
    {
      run: "az monitor activity-log list -g keep --query \"[?operationName.value=='Microsoft.Network/routeTables/write'].status.value | [0]\" -o tsv",
      text: /^Succeeded$/,
    },
    { run: "az group export -n keep --query contentVersion -o tsv", text: /^1\.0\.0\.0$/ },
    { run: "az group delete -n keep --yes" },
  ],
});
