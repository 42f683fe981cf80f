import { azScript } from "./az-script.ts";
import { guid, notFound, subscription } from "./values.ts";

const group = `${subscription}/resourceGroups/iam`;
const subnet = `${group}/providers/Microsoft.Network/virtualNetworks/vnet/subnets/nodes`;
const networkContributor = `${subscription}/providers/Microsoft.Authorization/roleDefinitions/4d97b98b-1d4f-4787-a291-c67834d212e7`;

azScript({
  name: "04-roles",
  title: "identities, role assignments, custom roles, service principals",
  clients: ["az", "az-debian"],
  files: {
    "join.json": {
      Name: "Subnet Joiner",
      Description: "What AKS needs on a subnet.",
      Actions: [
        "Microsoft.Network/virtualNetworks/subnets/read",
        "Microsoft.Network/virtualNetworks/subnets/join/action",
      ],
      AssignableScopes: [subscription],
    },
  },
  steps: [
    { run: "az group create -n iam -l eastus -o none" },
    {
      run: "az network vnet create -g iam -n vnet --address-prefixes 10.1.0.0/16 --subnet-name nodes --subnet-prefixes 10.1.0.0/24 -o none",
    },
    {
      run: "az identity create -g iam -n cluster",
      json: {
        id: `${subscription}/resourceGroups/iam/providers/Microsoft.ManagedIdentity/userAssignedIdentities/cluster`,
        name: "cluster",
        location: "eastus",
        clientId: guid,
        principalId: guid,
        tenantId: "00000000-0000-0000-0000-000000000002",
        type: "Microsoft.ManagedIdentity/userAssignedIdentities",
      },
    },
    {
      run: "az identity list -g iam -o table",
      table: [
        ["ClientId", "Location", "Name", "PrincipalId", "ResourceGroup", "TenantId"],
        [guid, "eastus", "cluster", guid, "iam", "00000000-0000-0000-0000-000000000002"],
      ],
    },
    { run: "az identity show -g iam -n cluster --query principalId -o tsv", into: "PRINCIPAL" },
    { run: "az identity show -g iam -n cluster --query clientId -o tsv", into: "CLIENT" },
    {
      run: "az identity show -g iam -n nope",
      exit: 3,
      error: notFound("Microsoft.ManagedIdentity/userAssignedIdentities/nope", "iam"),
    },
    {
      run: `az role assignment create --assignee $CLIENT --role "Network Contributor" --scope ${subnet}`,
      json: {
        name: guid,
        principalType: "ServicePrincipal",
        roleDefinitionId: networkContributor,
        scope: subnet,
        type: "Microsoft.Authorization/roleAssignments",
      },
    },
    {
      run: `az role assignment create --assignee-object-id $PRINCIPAL --assignee-principal-type ServicePrincipal --role Reader --scope ${group} --query scope -o tsv`,
      text: group,
    },
    {
      run: `az role assignment list --scope ${subnet} -o table`,
      table: [
        ["Principal", "Role", "Scope"],
        [guid, "Network Contributor", subnet],
      ],
    },
    {
      run: "az role assignment list --assignee $CLIENT --all --query 'sort([].roleDefinitionName)'",
      equals: ["Network Contributor", "Reader"],
    },
    {
      run: `az role assignment list --scope ${subnet} --include-inherited --query 'sort([].roleDefinitionName)'`,
      equals: ["Network Contributor", "Owner", "Reader"],
    },
    {
      run: "az role definition list --name 'Network Contributor' --query '[].{name:roleName, id:id, kind:roleType}'",
      equals: [{ name: "Network Contributor", id: networkContributor, kind: "BuiltInRole" }],
    },
    {
      run: "az role definition create --role-definition @join.json",
      json: {
        roleName: "Subnet Joiner",
        roleType: "CustomRole",
        assignableScopes: [subscription],
        permissions: [
          {
            actions: [
              "Microsoft.Network/virtualNetworks/subnets/read",
              "Microsoft.Network/virtualNetworks/subnets/join/action",
            ],
            notActions: [],
          },
        ],
      },
    },
    {
      run: "az role definition list --custom-role-only -o table",
      table: [
        ["Name", "Type", "Description"],
        ["Subnet Joiner", "Microsoft.Authorization/roleDefinitions", "What AKS needs on a subnet."],
      ],
    },
    {
      run: `az role assignment create --assignee-object-id $PRINCIPAL --assignee-principal-type ServicePrincipal --role "Subnet Joiner" --scope ${subnet} -o none`,
    },
    {
      run: "az role definition delete --name 'Subnet Joiner'",
      exit: 1,
      error: /RoleDefinitionHasAssignments/,
    },
    { run: `az role assignment delete --assignee $CLIENT --role "Subnet Joiner" --scope ${subnet}`, text: /^$/ },
    { run: "az role definition delete --name 'Subnet Joiner'", text: /^$/ },
    {
      run: `az role assignment create --assignee $CLIENT --role "No Such Role" --scope ${subnet}`,
      exit: 1,
      error: /Role 'No Such Role' doesn't exist\./,
    },
    {
      run: `az role assignment create --assignee 11111111-1111-1111-1111-111111111111 --role Reader --scope ${subnet}`,
      exit: 1,
      error: "Cannot find user or service principal in graph database for '11111111-1111-1111-1111-111111111111'.",
    },
    { run: "az ad sp show --id $CLIENT --query displayName -o tsv", text: /^cluster$/ },
    {
      run: `az ad sp create-for-rbac -n deployer --role Reader --scopes ${group}`,
      json: { appId: guid, displayName: "deployer", tenant: "00000000-0000-0000-0000-000000000002" },
    },
    { run: "az ad app list --display-name deployer --query '[0].appId' -o tsv", into: "APP" },
    {
      run: "az ad sp list --display-name deployer --query '[].appDisplayName || [].displayName'",
      equals: ["deployer"],
    },
    { run: "az ad app credential reset --id $APP --query password -o tsv", into: "SECRET" },
    {
      run: "az login --service-principal -u $APP -p wrong --tenant 00000000-0000-0000-0000-000000000002",
      exit: 1,
      error: /AADSTS7000215/,
    },
    {
      run: "az login --service-principal -u $APP -p $SECRET --tenant 00000000-0000-0000-0000-000000000002 --query '[0].user.name' -o tsv",
      text: /^[0-9a-f-]{36}$/,
    },
    { run: "az group show -n iam --query name -o tsv", text: /^iam$/ },
    {
      run: "az group create -n forbidden -l eastus",
      exit: 1,
      error:
        /^\(AuthorizationFailed\) The client '[0-9a-f-]{36}' with object id '[0-9a-f-]{36}' does not have authorization to perform action 'Microsoft\.Resources\/subscriptions\/resourcegroups\/write' over scope '\/subscriptions\/00000000-0000-0000-0000-000000000001\/resourcegroups\/forbidden' or the scope is invalid\. If access was recently granted, please refresh your credentials\./i,
    },
    {
      run: "az identity delete -g iam -n cluster",
      exit: 1,
      error: /^\(AuthorizationFailed\) .* 'Microsoft\.ManagedIdentity\/userAssignedIdentities\/delete'/,
    },
  ],
});
