import { azScript } from "./az-script.ts";
import { guid, subscription } from "./values.ts";

const group = `${subscription}/resourceGroups/who`;

azScript({
  name: "15-applications",
  title: "federated credentials, roles in all their lists, applications",
  clients: ["az", "az-debian"],
  files: {
    "reader.json": {
      Name: "Network Reader",
      Description: "first",
      Actions: ["Microsoft.Network/virtualNetworks/read"],
      AssignableScopes: [subscription],
    },
    "changed.json": {
      Name: "Network Reader",
      Description: "second",
      Actions: ["Microsoft.Network/*/read"],
      AssignableScopes: [subscription],
    },
  },
  steps: [
    { run: "az group create -n who -l eastus -o none" },
    { run: "az identity create -g who -n app --query principalId -o tsv", into: "PRINCIPAL" },
    {
      run: "az identity federated-credential create -g who --identity-name app -n cluster --issuer https://oidc.example.com/a --subject system:serviceaccount:ns:app --audiences api://AzureADTokenExchange",
      json: {
        issuer: "https://oidc.example.com/a",
        subject: "system:serviceaccount:ns:app",
        audiences: ["api://AzureADTokenExchange"],
      },
    },
    {
      run: "az identity federated-credential list -g who --identity-name app -o table",
      rows: [{ Name: "cluster", Issuer: "https://oidc.example.com/a", Subject: "system:serviceaccount:ns:app" }],
    },
    {
      run: "az identity federated-credential update -g who --identity-name app -n cluster --issuer https://oidc.example.com/b --subject system:serviceaccount:ns:app --audiences api://AzureADTokenExchange --query issuer -o tsv",
      text: /^https:\/\/oidc\.example\.com\/b$/,
    },
    { run: "az identity federated-credential delete -g who --identity-name app -n cluster --yes", text: /^$/ },
    { run: "az identity federated-credential list -g who --identity-name app", equals: [] },
    {
      run: "az role definition create --role-definition @reader.json --query roleName -o tsv",
      text: /^Network Reader$/,
    },
    {
      run: "az role definition update --role-definition @changed.json --query '[description, permissions[0].actions]'",
      equals: ["second", ["Microsoft.Network/*/read"]],
    },
    {
      run: "az role definition list --custom-role-only -o table",
      table: [
        ["Name", "Type", "Description"],
        ["Network Reader", "Microsoft.Authorization/roleDefinitions", "second"],
      ],
    },
    {
      run:
        "az role assignment create --assignee-object-id $PRINCIPAL --assignee-principal-type ServicePrincipal --role 'Network Reader' --scope " +
        group,
      json: { principalId: guid, scope: group, type: "Microsoft.Authorization/roleAssignments" },
    },
    {
      run: "az role assignment list --assignee $PRINCIPAL --all -o table",
      rows: [{ Role: "Network Reader", Scope: group }],
    },
    {
      run: `az role assignment list --scope ${group} --include-inherited --query 'length(@)'`,
      equals: 2,
    },
    { run: `az role assignment list -g who --query '[].roleDefinitionName'`, equals: ["Network Reader"] },
    { run: "az role assignment delete --assignee $PRINCIPAL --role 'Network Reader' -g who", text: /^$/ },
    { run: "az role definition delete --name 'Network Reader'", text: /^$/ },
    {
      run: `az ad sp create-for-rbac -n deployer --role Contributor --scopes ${group} --query appId -o tsv`,
      into: "APP",
    },
    { run: "az ad sp list --display-name deployer --query '[].appId' -o tsv | grep -c $APP", text: /^1$/ },
    { run: "az ad sp show --id $APP --query displayName -o tsv", text: /^deployer$/ },
    { run: "az role assignment list --assignee $APP --all --query '[].roleDefinitionName'", equals: ["Contributor"] },
    { run: "az ad app list --display-name deployer --query 'length(@)'", equals: 1 },
    { run: "az ad app create --display-name web --query displayName -o tsv", text: /^web$/ },
    { run: "az ad app delete --id $(az ad app list --display-name web --query '[0].appId' -o tsv)", text: /^$/ },
    { run: "az ad sp delete --id $APP", text: /^$/ },
    { run: "az ad sp show --id $APP", exit: 3, error: /Resource '.*' does not exist/ },
    { run: "az group delete -n who --yes" },
  ],
});
