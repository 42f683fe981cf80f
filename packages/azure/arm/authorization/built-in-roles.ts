import type { Role } from "./role.ts";

type Row = readonly [
  id: string,
  roleName: string,
  description: string,
  actions: readonly string[],
  more?: {
    readonly notActions?: readonly string[];
    readonly dataActions?: readonly string[];
    readonly notDataActions?: readonly string[];
  },
];

/** What the roles for Kubernetes objects may do in Resource Manager. */
const kubernetes = [
  "Microsoft.Authorization/*/read",
  "Microsoft.Resources/subscriptions/operationresults/read",
  "Microsoft.Resources/subscriptions/read",
  "Microsoft.Resources/subscriptions/resourceGroups/read",
] as const;

/** Kinds that the reader and writer roles of AKS name one by one: no secrets, no roles. */
const workloadKinds = [
  ...["controllerrevisions", "daemonsets", "deployments", "replicasets", "statefulsets"].map((kind) => `apps/${kind}`),
  "autoscaling/horizontalpodautoscalers",
  "batch/cronjobs",
  "batch/jobs",
  "configmaps",
  "discovery.k8s.io/endpointslices",
  "endpoints",
  "extensions/daemonsets",
  "extensions/deployments",
  "extensions/ingresses",
  "extensions/networkpolicies",
  "extensions/replicasets",
  "networking.k8s.io/ingresses",
  "networking.k8s.io/networkpolicies",
  "persistentvolumeclaims",
  "pods",
  "policy/poddisruptionbudgets",
  "replicationcontrollers",
  "serviceaccounts",
  "services",
];
const readOnlyKinds = ["events", "events.k8s.io/events", "limitranges", "namespaces", "resourcequotas"];

function onKinds(kinds: readonly string[], verb: string): readonly string[] {
  return kinds.map((kind) => `Microsoft.ContainerService/managedClusters/${kind}/${verb}`);
}

const common = [
  "Microsoft.Authorization/*/read",
  "Microsoft.Insights/alertRules/*",
  "Microsoft.Resources/deployments/*",
  "Microsoft.Resources/subscriptions/resourceGroups/read",
  "Microsoft.Support/*",
] as const;

/** Built-in roles that matter around AKS (Azure built-in roles reference; ids are the same in every tenant). */
const rows: readonly Row[] = [
  ["8e3af657-a8ff-443c-a75c-2fe8c4bcb635", "Owner", "Full access, including the assignment of roles.", ["*"]],
  [
    "b24988ac-6180-42a0-ab88-20f7382dd24c",
    "Contributor",
    "Full access, without the assignment of roles.",
    ["*"],
    {
      notActions: [
        "Microsoft.Authorization/*/Delete",
        "Microsoft.Authorization/*/Write",
        "Microsoft.Authorization/elevateAccess/Action",
        "Microsoft.Blueprint/blueprintAssignments/write",
        "Microsoft.Blueprint/blueprintAssignments/delete",
        "Microsoft.Compute/galleries/share/action",
        "Microsoft.Purview/consents/write",
        "Microsoft.Purview/consents/delete",
        "Microsoft.Resources/deploymentStacks/manageDenySetting/action",
        "Microsoft.Subscription/cancel/action",
        "Microsoft.Subscription/enable/action",
      ],
    },
  ],
  ["acdd72a7-3385-48ef-bd42-f606fba81ae7", "Reader", "Sees everything, changes nothing.", ["*/read"]],
  [
    "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
    "User Access Administrator",
    "Manages access to resources.",
    ["*/read", "Microsoft.Authorization/*", "Microsoft.Support/*"],
  ],
  [
    "f58310d9-a9f6-439a-9e8d-f62e7b41a168",
    "Role Based Access Control Administrator",
    "Manages access to resources by assigning roles.",
    [
      "Microsoft.Authorization/roleAssignments/write",
      "Microsoft.Authorization/roleAssignments/delete",
      "*/read",
      "Microsoft.Support/*",
    ],
  ],
  [
    "4d97b98b-1d4f-4787-a291-c67834d212e7",
    "Network Contributor",
    "Manages networks, not access to them.",
    [...common, "Microsoft.Network/*", "Microsoft.ResourceHealth/availabilityStatuses/read"],
  ],
  [
    "f1a07417-d97a-45cb-824c-7a7467783830",
    "Managed Identity Operator",
    "Reads and assigns user-assigned identities.",
    [
      ...common,
      "Microsoft.ManagedIdentity/userAssignedIdentities/*/read",
      "Microsoft.ManagedIdentity/userAssignedIdentities/*/assign/action",
    ],
  ],
  [
    "e40ec5ca-96e0-45a2-b4ff-59039f2c2b59",
    "Managed Identity Contributor",
    "Creates, reads, updates and deletes user-assigned identities.",
    [
      ...common,
      "Microsoft.ManagedIdentity/userAssignedIdentities/read",
      "Microsoft.ManagedIdentity/userAssignedIdentities/write",
      "Microsoft.ManagedIdentity/userAssignedIdentities/delete",
      "Microsoft.ManagedIdentity/userAssignedIdentities/*/read",
      "Microsoft.ManagedIdentity/userAssignedIdentities/*/write",
      "Microsoft.ManagedIdentity/userAssignedIdentities/*/delete",
    ],
  ],
  [
    "0ab0b1a8-8aac-4efd-b8c2-3ee1fb270be8",
    "Azure Kubernetes Service Cluster Admin Role",
    "Lists the admin credential of clusters.",
    [
      "Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action",
      "Microsoft.ContainerService/managedClusters/accessProfiles/listCredential/action",
      "Microsoft.ContainerService/managedClusters/read",
      "Microsoft.ContainerService/managedClusters/runcommand/action",
    ],
  ],
  [
    "4abbcc35-e782-43d8-92c5-2d3f1bd2253f",
    "Azure Kubernetes Service Cluster User Role",
    "Lists the user credential of clusters.",
    [
      "Microsoft.ContainerService/managedClusters/listClusterUserCredential/action",
      "Microsoft.ContainerService/managedClusters/read",
    ],
  ],
  [
    "1afdec4b-e479-420e-99e7-f82237c7c5e6",
    "Azure Kubernetes Service Cluster Monitoring User",
    "Lists the monitoring credential of clusters.",
    [
      "Microsoft.ContainerService/managedClusters/listClusterMonitoringUserCredential/action",
      "Microsoft.ContainerService/managedClusters/read",
    ],
  ],
  [
    "ed7f3fbd-7b88-4dd4-9017-9adb7ce333f8",
    "Azure Kubernetes Service Contributor Role",
    "Reads and writes clusters.",
    [
      ...common.filter((action) => action !== "Microsoft.Support/*"),
      "Microsoft.ContainerService/locations/*",
      "Microsoft.ContainerService/managedClusters/*",
      "Microsoft.ContainerService/managedclustersnapshots/*",
      "Microsoft.ContainerService/snapshots/*",
    ],
  ],
  [
    "3498e952-d568-435e-9b2c-8d77e338d7f7",
    "Azure Kubernetes Service RBAC Admin",
    "Manages all resources in a cluster or namespace, except quotas and namespaces.",
    [...kubernetes, "Microsoft.ContainerService/managedClusters/listClusterUserCredential/action"],
    {
      dataActions: ["Microsoft.ContainerService/managedClusters/*"],
      notDataActions: [
        "Microsoft.ContainerService/managedClusters/resourcequotas/write",
        "Microsoft.ContainerService/managedClusters/resourcequotas/delete",
        "Microsoft.ContainerService/managedClusters/namespaces/write",
        "Microsoft.ContainerService/managedClusters/namespaces/delete",
      ],
    },
  ],
  [
    "b1ff04bb-8a4e-4dc4-8eb5-8693973ce19b",
    "Azure Kubernetes Service RBAC Cluster Admin",
    "Manages all resources in the cluster.",
    [...kubernetes, "Microsoft.ContainerService/managedClusters/listClusterUserCredential/action"],
    { dataActions: ["Microsoft.ContainerService/managedClusters/*"] },
  ],
  [
    "7f6c6a51-bcf8-42ba-9220-52d62157d7db",
    "Azure Kubernetes Service RBAC Reader",
    "Sees most objects in a namespace, not roles or secrets.",
    kubernetes,
    { dataActions: onKinds([...workloadKinds, ...readOnlyKinds], "read") },
  ],
  [
    "a7ffa36f-339b-4b5c-8bdf-e2c188b2c0eb",
    "Azure Kubernetes Service RBAC Writer",
    "Reads and writes most objects in a namespace, not roles.",
    kubernetes,
    { dataActions: [...onKinds([...workloadKinds, "secrets"], "*"), ...onKinds(readOnlyKinds, "read")] },
  ],
  [
    "9980e02c-c2be-4d73-94e8-173b1dc7cf3c",
    "Virtual Machine Contributor",
    "Manages virtual machines, not the network or storage that they are connected to.",
    [
      ...common,
      "Microsoft.Compute/availabilitySets/*",
      "Microsoft.Compute/locations/*",
      "Microsoft.Compute/virtualMachines/*",
      "Microsoft.Compute/virtualMachineScaleSets/*",
      "Microsoft.Compute/disks/write",
      "Microsoft.Compute/disks/read",
      "Microsoft.Compute/disks/delete",
      "Microsoft.Network/applicationGateways/backendAddressPools/join/action",
      "Microsoft.Network/loadBalancers/backendAddressPools/join/action",
      "Microsoft.Network/loadBalancers/inboundNatPools/join/action",
      "Microsoft.Network/loadBalancers/inboundNatRules/join/action",
      "Microsoft.Network/loadBalancers/probes/join/action",
      "Microsoft.Network/loadBalancers/read",
      "Microsoft.Network/locations/*",
      "Microsoft.Network/networkInterfaces/*",
      "Microsoft.Network/networkSecurityGroups/join/action",
      "Microsoft.Network/networkSecurityGroups/read",
      "Microsoft.Network/publicIPAddresses/join/action",
      "Microsoft.Network/publicIPAddresses/read",
      "Microsoft.Network/virtualNetworks/read",
      "Microsoft.Network/virtualNetworks/subnets/join/action",
    ],
  ],
  [
    "b12aa53e-6015-4669-85d0-8515ebb3ae7f",
    "Private DNS Zone Contributor",
    "Manages private DNS zones, not the networks that they are linked to.",
    [
      ...common,
      "Microsoft.Network/privateDnsZones/*",
      "Microsoft.Network/privateDnsOperationResults/*",
      "Microsoft.Network/privateDnsOperationStatuses/*",
      "Microsoft.Network/virtualNetworks/read",
      "Microsoft.Network/virtualNetworks/join/action",
    ],
  ],
  [
    "befefa01-2a29-4197-83a8-272ff33ce314",
    "DNS Zone Contributor",
    "Manages DNS zones and records.",
    [...common, "Microsoft.Network/dnsZones/*"],
  ],
  [
    "7f951dda-4ed3-4680-a7ca-43fe172d538d",
    "AcrPull",
    "Pulls artifacts from a registry.",
    ["Microsoft.ContainerRegistry/registries/pull/read"],
  ],
  [
    "8311e382-0749-4cb8-b61a-304f252e45ec",
    "AcrPush",
    "Pushes to and pulls from a registry.",
    ["Microsoft.ContainerRegistry/registries/pull/read", "Microsoft.ContainerRegistry/registries/push/write"],
  ],
  [
    "43d0d8ad-25c7-4714-9337-8ba259a9fe05",
    "Monitoring Reader",
    "Reads all monitoring data.",
    ["*/read", "Microsoft.OperationalInsights/workspaces/search/action", "Microsoft.Support/*"],
  ],
  [
    "3913510d-42f4-4e42-8a64-420c390055eb",
    "Monitoring Metrics Publisher",
    "Publishes metrics of Azure resources.",
    [
      "Microsoft.Insights/Register/Action",
      "Microsoft.Support/*",
      "Microsoft.Resources/subscriptions/resourceGroups/read",
    ],
    { dataActions: ["Microsoft.Insights/Metrics/Write"] },
  ],
];

/** The roles that exist without anyone having made them, by id. */
export const builtInRoles: ReadonlyMap<string, Role> = new Map(
  rows.map(([id, roleName, description, actions, more]) => [
    id,
    {
      id,
      roleName,
      description,
      type: "BuiltInRole",
      assignableScopes: ["/"],
      permissions: [
        {
          actions,
          notActions: more?.notActions ?? [],
          dataActions: more?.dataActions ?? [],
          notDataActions: more?.notDataActions ?? [],
        },
      ],
    },
  ]),
);

export const ownerRoleId = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";
