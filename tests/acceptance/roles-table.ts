import { scopes, type TargetName } from "./role-targets.ts";

/**
 * Who may do what where: roles given at scopes, and which of the targets they open. What a set does not name is
 * refused. The sets were worked out from the published definitions by hand, not taken from a run.
 */

const { group, group2 } = scopes;

/** A custom role, and the scopes at which it can be given. */
export interface CustomRole {
  readonly actions: readonly string[];
  readonly notActions?: readonly string[];
  readonly assignableScopes: readonly string[];
}

export const customRoles: Readonly<Record<string, CustomRole>> = {
  "Cluster keeper": {
    actions: [
      "Microsoft.Network/*/read",
      "Microsoft.ContainerService/managedClusters/*",
      "Microsoft.Resources/subscriptions/resourceGroups/read",
    ],
    notActions: ["Microsoft.ContainerService/managedClusters/delete", "*/listClusterAdminCredential/action"],
    assignableScopes: [group],
  },
  "Everything that stays": {
    actions: ["*"],
    notActions: ["*/delete", "Microsoft.Authorization/*"],
    assignableScopes: ["/subscriptions/{sub}"],
  },
  "Subnet joiner": {
    actions: [
      "Microsoft.Network/virtualNetworks/subnets/join/action",
      "Microsoft.Network/virtualNetworks/subnets/read",
    ],
    assignableScopes: [group],
  },
  "All but networks": { actions: ["*"], notActions: ["Microsoft.Network/*"], assignableScopes: [group, group2] },
  "Network writer": { actions: ["Microsoft.Network/virtualNetworks/write"], assignableScopes: [group] },
  "Pool keeper": {
    actions: ["*/read", "microsoft.containerservice/MANAGEDCLUSTERS/agentpools/write"],
    assignableScopes: [group],
  },
  "Two blocks": {
    actions: ["Microsoft.Network/virtualNetworks/*/read", "Microsoft.Network/*/delete"],
    assignableScopes: [group],
  },
};

export interface PrincipalRow {
  readonly name: string;
  /** Roles by name (built-in or of {@link customRoles}) at scopes. */
  readonly given: readonly (readonly [role: string, scope: keyof typeof scopes])[];
  readonly allowed: readonly TargetName[];
  /** Where the expected values come from. */
  readonly source: string;
}

const readsInGroup: readonly TargetName[] = [
  "groupRead",
  "resourcesList",
  "vnetRead",
  "subnetRead",
  "routesList",
  "clusterRead",
  "identityRead",
  "assignmentsRead",
];
const networksInGroup: readonly TargetName[] = [
  "vnetRead",
  "vnetWrite",
  "vnetWriteUpper",
  "vnetWriteNext",
  "vnetDelete",
  "subnetRead",
  "subnetWrite",
  "subnetWriteNext",
  "ruleDelete",
  "routesList",
];
const clustersInGroup: readonly TargetName[] = [
  "clusterRead",
  "clusterWrite",
  "clusterWriteNext",
  "clusterDelete",
  "poolWrite",
  "userCredential",
  "adminCredential",
  "clusterStart",
];
const identitiesInGroup: readonly TargetName[] = ["identityRead", "identityWrite", "identityDelete"];
const deployments: readonly TargetName[] = ["deploymentWrite", "deploymentValidate"];
const access: readonly TargetName[] = ["assignmentWrite", "assignmentDelete", "lockWrite"];
const allInGroup: readonly TargetName[] = [
  "groupRead",
  "groupWrite",
  "resourcesList",
  ...networksInGroup,
  ...clustersInGroup,
  ...identitiesInGroup,
  "assignmentsRead",
  ...access,
  ...deployments,
];

function without(all: readonly TargetName[], ...some: readonly TargetName[]): readonly TargetName[] {
  return all.filter((name) => !some.includes(name));
}

const reference = "Azure built-in roles reference";
const custom = "Azure RBAC, understand role definitions";
const scopeDocs = "Azure RBAC, understand scope";

export const principals: readonly PrincipalRow[] = [
  { name: "nobody", given: [], allowed: [], source: "Azure RBAC, overview: an allow model without assignments" },
  { name: "owner-group", given: [["Owner", "group"]], allowed: allInGroup, source: `${reference}: Owner` },
  {
    name: "contributor-group",
    given: [["Contributor", "group"]],
    allowed: without(allInGroup, ...access),
    source: `${reference}: Contributor`,
  },
  {
    name: "contributor-subscription",
    given: [["Contributor", "subscription"]],
    allowed: [...without(allInGroup, ...access), "groupRead2", "groupWrite2", "groupDelete3", "vnetWrite2"],
    source: `${reference}: Contributor; ${scopeDocs}: inheritance`,
  },
  { name: "reader-group", given: [["Reader", "group"]], allowed: readsInGroup, source: `${reference}: Reader` },
  {
    name: "reader-subscription",
    given: [["Reader", "subscription"]],
    allowed: [...readsInGroup, "groupRead2"],
    source: `${reference}: Reader; ${scopeDocs}`,
  },
  {
    name: "reader-subscription-contributor-group2",
    given: [
      ["Reader", "subscription"],
      ["Contributor", "group2"],
    ],
    allowed: [...readsInGroup, "groupRead2", "groupWrite2", "vnetWrite2"],
    source: "Azure RBAC, overview: multiple role assignments are additive",
  },
  {
    name: "contributor-group2",
    given: [["Contributor", "group2"]],
    allowed: ["groupRead2", "groupWrite2", "vnetWrite2"],
    source: `${scopeDocs}: rg2 is no part of rg`,
  },
  {
    name: "access-administrator",
    given: [["User Access Administrator", "group"]],
    allowed: [...readsInGroup, ...access],
    source: `${reference}: User Access Administrator`,
  },
  {
    name: "access-administrator-subscription",
    given: [["User Access Administrator", "subscription"]],
    allowed: [...readsInGroup, "groupRead2", ...access, "definitionWrite"],
    source: `${reference}: User Access Administrator (Microsoft.Authorization/*)`,
  },
  {
    name: "rbac-administrator",
    given: [["Role Based Access Control Administrator", "group"]],
    allowed: [...readsInGroup, "assignmentWrite", "assignmentDelete"],
    source: `${reference}: Role Based Access Control Administrator`,
  },
  {
    name: "network-contributor",
    given: [["Network Contributor", "group"]],
    allowed: ["groupRead", "assignmentsRead", ...networksInGroup, ...deployments],
    source: `${reference}: Network Contributor`,
  },
  {
    name: "network-contributor-vnet",
    given: [["Network Contributor", "vnet"]],
    allowed: ["vnetRead", "vnetWrite", "vnetWriteUpper", "subnetRead", "subnetWrite", "subnetWriteNext"],
    source: `${reference}: Network Contributor; ${scopeDocs}: v2 is no part of v`,
  },
  {
    name: "network-contributor-subnet",
    given: [["Network Contributor", "subnet"]],
    allowed: ["subnetRead", "subnetWrite"],
    source: `${reference}: Network Contributor; ${scopeDocs}: nodes2 is no part of nodes`,
  },
  {
    name: "identity-operator",
    given: [["Managed Identity Operator", "identity"]],
    allowed: ["identityRead"],
    source: `${reference}: Managed Identity Operator`,
  },
  {
    name: "identity-operator-group",
    given: [["Managed Identity Operator", "group"]],
    allowed: ["groupRead", "assignmentsRead", "identityRead", ...deployments],
    source: `${reference}: Managed Identity Operator`,
  },
  {
    name: "identity-contributor",
    given: [["Managed Identity Contributor", "group"]],
    allowed: ["groupRead", "assignmentsRead", ...identitiesInGroup, ...deployments],
    source: `${reference}: Managed Identity Contributor`,
  },
  {
    name: "aks-admin",
    given: [["Azure Kubernetes Service Cluster Admin Role", "cluster"]],
    allowed: ["clusterRead", "adminCredential"],
    source: `${reference}: Azure Kubernetes Service Cluster Admin Role`,
  },
  {
    name: "aks-user",
    given: [["Azure Kubernetes Service Cluster User Role", "cluster"]],
    allowed: ["clusterRead", "userCredential"],
    source: `${reference}: Azure Kubernetes Service Cluster User Role`,
  },
  {
    name: "aks-monitor",
    given: [["Azure Kubernetes Service Cluster Monitoring User", "cluster"]],
    allowed: ["clusterRead"],
    source: `${reference}: Azure Kubernetes Service Cluster Monitoring User`,
  },
  {
    name: "aks-contributor",
    given: [["Azure Kubernetes Service Contributor Role", "group"]],
    allowed: ["groupRead", "assignmentsRead", ...clustersInGroup, ...deployments],
    source: `${reference}: Azure Kubernetes Service Contributor Role`,
  },
  {
    name: "aks-contributor-cluster",
    given: [["Azure Kubernetes Service Contributor Role", "cluster"]],
    allowed: ["clusterRead", "clusterWrite", "poolWrite", "userCredential", "adminCredential"],
    source: `${reference}: Azure Kubernetes Service Contributor Role; ${scopeDocs}: c2 is no part of c`,
  },
  {
    name: "aks-rbac-admin",
    given: [["Azure Kubernetes Service RBAC Admin", "cluster"]],
    allowed: ["userCredential"],
    source: `${reference}: Azure Kubernetes Service RBAC Admin`,
  },
  {
    name: "aks-rbac-reader",
    given: [["Azure Kubernetes Service RBAC Reader", "cluster"]],
    allowed: [],
    source: `${reference}: Azure Kubernetes Service RBAC Reader (data actions only)`,
  },
  {
    name: "custom-wildcards",
    given: [["Cluster keeper", "group"]],
    allowed: [
      "groupRead",
      "vnetRead",
      "subnetRead",
      "routesList",
      ...without(clustersInGroup, "clusterDelete", "adminCredential"),
    ],
    source: `${custom}: wildcards, NotActions`,
  },
  {
    name: "custom-star",
    given: [["Everything that stays", "subscription"]],
    allowed: [
      ...without(
        allInGroup,
        "vnetDelete",
        "ruleDelete",
        "clusterDelete",
        "identityDelete",
        "assignmentsRead",
        ...access,
      ),
      "groupRead2",
      "groupWrite2",
      "vnetWrite2",
    ],
    source: `${custom}: NotActions are subtracted`,
  },
  {
    name: "custom-joiner",
    given: [["Subnet joiner", "subnet"]],
    allowed: ["subnetRead"],
    source: `${custom}; MicrosoftDocs/azure-aks-docs, configure-kubenet`,
  },
  {
    name: "custom-without-networks",
    given: [["All but networks", "group"]],
    allowed: without(allInGroup, ...networksInGroup),
    source: `${custom}: NotActions`,
  },
  {
    name: "custom-union",
    given: [
      ["All but networks", "group"],
      ["Network writer", "group"],
    ],
    allowed: [...without(allInGroup, ...networksInGroup), "vnetWrite", "vnetWriteUpper", "vnetWriteNext"],
    source: `${custom}: NotActions is not a deny rule`,
  },
  {
    name: "custom-cluster-scope",
    given: [["Pool keeper", "cluster"]],
    allowed: ["clusterRead", "poolWrite"],
    source: `${custom}: actions compare without regard to case`,
  },
  {
    name: "custom-inner-wildcards",
    given: [["Two blocks", "group"]],
    allowed: ["subnetRead", "vnetRead", "vnetDelete", "ruleDelete"],
    source: `${custom}: wildcards`,
  },
];
