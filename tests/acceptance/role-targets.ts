/** What is asked for in the table of roles: actions at scopes, and the requests that need them. */

const group = "/subscriptions/{sub}/resourceGroups/rg";
const group2 = "/subscriptions/{sub}/resourceGroups/rg2";
const vnet = `${group}/providers/Microsoft.Network/virtualNetworks/v`;
const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/c`;
const identity = `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/id-one`;
const authorization = "providers/Microsoft.Authorization";
const guid = "10000000-0000-4000-8000-00000000ffff";

export const scopes = {
  subscription: "/subscriptions/{sub}",
  group,
  group2,
  vnet,
  subnet: `${vnet}/subnets/nodes`,
  cluster,
  identity,
} as const;

/** An action at a scope, asked for by a request that changes nothing: it names what is not there, or has no body. */
export interface Target {
  readonly method: "GET" | "PUT" | "DELETE" | "POST";
  readonly path: string;
  /** The action of Azure's operations list that the request needs. */
  readonly action: string;
}

const network = "api-version=2024-05-01";
const aks = "api-version=2025-10-01";
const roles = "api-version=2022-04-01";
const msi = "api-version=2023-01-31";
const resources = "api-version=2021-04-01";

export const targets = {
  groupRead: {
    method: "GET",
    path: `${group}?${resources}`,
    action: "Microsoft.Resources/subscriptions/resourceGroups/read",
  },
  groupRead2: {
    method: "GET",
    path: `${group2}?${resources}`,
    action: "Microsoft.Resources/subscriptions/resourceGroups/read",
  },
  groupWrite: {
    method: "PUT",
    path: `${group}?${resources}`,
    action: "Microsoft.Resources/subscriptions/resourceGroups/write",
  },
  groupWrite2: {
    method: "PUT",
    path: `${group2}?${resources}`,
    action: "Microsoft.Resources/subscriptions/resourceGroups/write",
  },
  groupDelete3: {
    method: "DELETE",
    path: `/subscriptions/{sub}/resourceGroups/rg3?${resources}`,
    action: "Microsoft.Resources/subscriptions/resourceGroups/delete",
  },
  resourcesList: {
    method: "GET",
    path: `${group}/resources?${resources}`,
    action: "Microsoft.Resources/subscriptions/resourceGroups/resources/read",
  },
  vnetRead: { method: "GET", path: `${vnet}?${network}`, action: "Microsoft.Network/virtualNetworks/read" },
  vnetWrite: { method: "PUT", path: `${vnet}?${network}`, action: "Microsoft.Network/virtualNetworks/write" },
  vnetWriteUpper: {
    method: "PUT",
    path: `${vnet.replace("resourceGroups/rg", "RESOURCEGROUPS/RG").replace("/v", "/V")}?${network}`,
    action: "Microsoft.Network/virtualNetworks/write",
  },
  vnetWriteNext: { method: "PUT", path: `${vnet}2?${network}`, action: "Microsoft.Network/virtualNetworks/write" },
  vnetWrite2: {
    method: "PUT",
    path: `${group2}/providers/Microsoft.Network/virtualNetworks/v?${network}`,
    action: "Microsoft.Network/virtualNetworks/write",
  },
  vnetDelete: {
    method: "DELETE",
    path: `${group}/providers/Microsoft.Network/virtualNetworks/none?${network}`,
    action: "Microsoft.Network/virtualNetworks/delete",
  },
  subnetRead: {
    method: "GET",
    path: `${vnet}/subnets/nodes?${network}`,
    action: "Microsoft.Network/virtualNetworks/subnets/read",
  },
  subnetWrite: {
    method: "PUT",
    path: `${vnet}/subnets/nodes?${network}`,
    action: "Microsoft.Network/virtualNetworks/subnets/write",
  },
  subnetWriteNext: {
    method: "PUT",
    path: `${vnet}/subnets/nodes2?${network}`,
    action: "Microsoft.Network/virtualNetworks/subnets/write",
  },
  ruleDelete: {
    method: "DELETE",
    path: `${group}/providers/Microsoft.Network/networkSecurityGroups/none/securityRules/none?${network}`,
    action: "Microsoft.Network/networkSecurityGroups/securityRules/delete",
  },
  routesList: {
    method: "GET",
    path: `${group}/providers/Microsoft.Network/routeTables?${network}`,
    action: "Microsoft.Network/routeTables/read",
  },
  clusterRead: { method: "GET", path: `${cluster}?${aks}`, action: "Microsoft.ContainerService/managedClusters/read" },
  clusterWrite: {
    method: "PUT",
    path: `${cluster}?${aks}`,
    action: "Microsoft.ContainerService/managedClusters/write",
  },
  clusterWriteNext: {
    method: "PUT",
    path: `${cluster}2?${aks}`,
    action: "Microsoft.ContainerService/managedClusters/write",
  },
  clusterDelete: {
    method: "DELETE",
    path: `${group}/providers/Microsoft.ContainerService/managedClusters/none?${aks}`,
    action: "Microsoft.ContainerService/managedClusters/delete",
  },
  poolWrite: {
    method: "PUT",
    path: `${cluster}/agentPools/p?${aks}`,
    action: "Microsoft.ContainerService/managedClusters/agentPools/write",
  },
  userCredential: {
    method: "POST",
    path: `${cluster}/listClusterUserCredential?${aks}`,
    action: "Microsoft.ContainerService/managedClusters/listClusterUserCredential/action",
  },
  adminCredential: {
    method: "POST",
    path: `${cluster}/listClusterAdminCredential?${aks}`,
    action: "Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action",
  },
  clusterStart: {
    method: "POST",
    path: `${group}/providers/Microsoft.ContainerService/managedClusters/none/start?${aks}`,
    action: "Microsoft.ContainerService/managedClusters/start/action",
  },
  identityRead: {
    method: "GET",
    path: `${identity}?${msi}`,
    action: "Microsoft.ManagedIdentity/userAssignedIdentities/read",
  },
  identityWrite: {
    method: "PUT",
    path: `${identity}?${msi}`,
    action: "Microsoft.ManagedIdentity/userAssignedIdentities/write",
  },
  identityDelete: {
    method: "DELETE",
    path: `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/none?${msi}`,
    action: "Microsoft.ManagedIdentity/userAssignedIdentities/delete",
  },
  assignmentsRead: {
    method: "GET",
    path: `${group}/${authorization}/roleAssignments?${roles}`,
    action: "Microsoft.Authorization/roleAssignments/read",
  },
  assignmentWrite: {
    method: "PUT",
    path: `${group}/${authorization}/roleAssignments/${guid}?${roles}`,
    action: "Microsoft.Authorization/roleAssignments/write",
  },
  assignmentDelete: {
    method: "DELETE",
    path: `${group}/${authorization}/roleAssignments/${guid}?${roles}`,
    action: "Microsoft.Authorization/roleAssignments/delete",
  },
  definitionWrite: {
    method: "PUT",
    path: `/subscriptions/{sub}/${authorization}/roleDefinitions/${guid}?${roles}`,
    action: "Microsoft.Authorization/roleDefinitions/write",
  },
  lockWrite: {
    method: "PUT",
    path: `${group}/${authorization}/locks/l?api-version=2020-05-01`,
    action: "Microsoft.Authorization/locks/write",
  },
  deploymentWrite: {
    method: "PUT",
    path: `${group}/providers/Microsoft.Resources/deployments/d?${resources}`,
    action: "Microsoft.Resources/deployments/write",
  },
  deploymentValidate: {
    method: "POST",
    path: `${group}/providers/Microsoft.Resources/deployments/d/validate?${resources}`,
    action: "Microsoft.Resources/deployments/validate/action",
  },
} as const satisfies Readonly<Record<string, Target>>;

export type TargetName = keyof typeof targets;
