import { armErrors } from "@byocni/azure/types";

const sheet = "public AKS issues, collected in the AKS error table";

/** What the AKS resource provider refuses. */
export const containerServiceErrorTable = {
  InvalidResourceName: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The value of parameter resourceName is invalid: '{name}'. A cluster name has 1 to 63 letters, digits, '-' and '_', and starts and ends with a letter or digit.",
    source: "name pattern of managedClusters in bicep-types-az",
  },
  InvalidAgentPoolName: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The value of parameter agentPoolProfile.name is invalid: '{name}'. A node pool name has 1 to 12 lower-case letters and digits and starts with a letter.",
    source: "name pattern of agentPools in bicep-types-az",
  },
  InvalidParameter: {
    status: 400,
    message:
      "The value of parameter {parameter} is invalid. Error details: {reason} Please see https://aka.ms/aks-naming-rules for more details.",
    source: "Azure/bicep#14517, Microsoft support article on reserved resource names; the details are ours",
  },
  ReservedWord: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The value of parameter name is invalid. Error details: \"{name}\" managed cluster name is invalid because 'MICROSOFT' and 'WINDOWS' can't be used as either a whole word or a substring in the name.. Please see https://aka.ms/aks-naming-rules for more details.",
    source: "Microsoft support article on reserved resource names",
  },
  ReservedStart: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The value of parameter name is invalid. Error details: \"{name}\" managed cluster name is invalid because 'LOGIN' and 'XBOX' can't be used at the start of a resource name, but can be used later in the name.. Please see https://aka.ms/aks-naming-rules for more details.",
    source: "Microsoft support article on reserved resource names",
  },
  NodeResourceGroupTooLong: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The length of the node resource group name is too long. The maximum length is 80 and the length of the value provided is {length}. Please see https://aka.ms/aks-naming-rules for more details.",
    source: "rancher/dashboard (recorded answer of managedClusters/write); the code is own choice among AKS's codes",
  },
  PoolCountOutOfRange: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The value of parameter agentPoolProfile.{member} is invalid. Error details: agentPoolProfile.{member} was {count}. It must be greater or equal to minCount:{least} and less than or equal to maxCount:1000. If allowedMinCount was expected to be 0 but is 1: 1) The nodepool is a VMAS pool. 2) api Version is less than 2020-03-01. 3) The node is a system pool. Please see https://aka.ms/aks-naming-rules for more details.",
    source: "kubernetes-sigs/cluster-api-provider-azure#5947, Azure/azure-cli#22442",
  },
  SpotMaxSurge: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The value of parameter agentPoolProfile.upgrade.maxSurge is invalid. Error details: Spot pools can't set max surge. Please see https://aka.ms/aks-naming-rules for more details.",
    source: "Azure/bicep#14517, Azure/bicep-types-az#2217",
  },
  InsufficientMaxPods: {
    status: 400,
    message:
      "The AgentPoolProfile '{pool}' has an invalid total maxPods(maxPods per node * node count), the total maxPods({maxPods} * {count}) should be larger than 30. Please refer to aka.ms/aks-min-max-pod for more detail.",
    source: "rule: Azure/AKS#931, Azure/AKS#1422; text: public answers about azurerm_kubernetes_cluster",
  },
  CanNotTaintAllAgentPools: {
    status: 400,
    message:
      "Operation failed due to insufficient nodes for system pod scheduling. Placing custom taints on all node pools is not supported.",
    source: "Azure/AKS#1484; CriticalAddonsOnly is let through: Azure/AKS#1833",
  },
  PowerStateConflict: {
    status: 409,
    code: "OperationNotAllowed",
    message:
      "managed cluster is in Provisioning State({provisioning}) and Power State({power}), {operation} cannot be performed",
    source: "MicrosoftDocs/azure-docs#85161; status and code are own choice among AKS's",
  },
  AutoProvisioningStop: {
    status: 409,
    code: "OperationNotAllowed",
    message:
      "Unable to perform 'stopping' operation since the cluster enables .properties.nodeProvisioningProfile.mode 'Auto'",
    source: "MicrosoftDocs/azure-docs#118661",
  },
  UnmarshalError: {
    status: 400,
    message:
      'UnmarshalEntity encountered error: json: unknown field "{field}" Check that the field is in the right location, is spelled correctly, and is supported in the API version. Visit aka.ms/aks/apiversions for more API version information..',
    source: "Azure/azure-rest-api-specs#40740, Azure/terraform-azurerm-avm-res-containerservice-managedcluster#152",
  },
  RequiredParameter: {
    status: 400,
    code: "InvalidParameter",
    message: "Required parameter {parameter} is missing (null).",
    source: sheet,
  },
  AgentPoolK8sVersionNotSupported: {
    status: 400,
    message:
      "Version {version} is not supported in this region. Please use [az aks get-versions] command to get the supported version list in this region. For more information, please check https://aka.ms/supported-version-list",
    source: sheet,
  },
  PropertyChangeNotAllowed: {
    status: 400,
    message: "Changing property '{property}' is not allowed.",
    source: "Azure/AKS#409, kubernetes/autoscaler#1051",
  },
  AgentPoolIntroduced: {
    status: 400,
    code: "BadRequest",
    message:
      "A new agent pool was introduced. Adding agent pools to an existing cluster is not allowed through managed cluster operations. For agent pool specific change, please use per agent pool operations: https://aka.ms/agent-pool-rest-api",
    source: "Azure/AKS#4383, Azure/bicep#9644, pulumi/pulumi-azure-native#579",
  },
  SystemPoolRequired: {
    status: 400,
    code: "MustDefineAtLeastOneSystemPool",
    message: "Must define at least one system pool.",
    source: "Azure/AKS#1568, Azure/AKS#1602, Azure/azure-quickstart-templates#11719",
  },
  LastAgentPool: {
    status: 400,
    code: "OperationNotAllowed",
    message: "There has to be at least one agent pool.",
    source: "Azure/AKS#2560, pulumi/pulumi-azure-native#1575",
  },
  OperationInProgress: {
    status: 409,
    code: "OperationNotAllowed",
    message:
      "Operation is not allowed: Another operation ({what}) is in progress, please wait for it to finish before starting a new operation. See https://aka.ms/aks-pending-operation for more details",
    source: "Azure/terraform-azurerm-avm-ptn-aks-production#25, Azure/azure-workload-identity#417",
  },
  AgentPoolOperationInProgress: {
    status: 409,
    code: "OperationNotAllowed",
    message:
      "Operation is not allowed: Another agentpool operation ({what}) is in progress, please wait for it to finish before starting a new operation. See https://aka.ms/aks-pending-operation for more details",
    source: "cilium/cilium#25944",
  },
  UpgradeNotAllowed: {
    status: 400,
    code: "OperationNotAllowed",
    message:
      "Upgrading Kubernetes version {from} to {to} is not allowed. Available upgrades: [{upgrades}]. Please see https://aka.ms/aks-supported-k8s-ver for version details.",
    source: "Microsoft support article on upgrade failures; AKS workshops with the recorded answer",
  },
  NodePoolAheadOfControlPlane: {
    status: 400,
    code: "NodePoolMcVersionIncompatible",
    message:
      "Node pool version {pool} and control plane version {controlPlane} are incompatible. Minor version of node pool version {poolMinor} is bigger than control plane version {minor}. For more information, please check https://aka.ms/aks/UpgradeVersionRules",
    source: "Microsoft support article on NodePoolMcVersionIncompatible; public logs of azurerm_kubernetes_cluster",
  },
  NodePoolTooFarBehind: {
    status: 400,
    code: "NodePoolMcVersionIncompatible",
    message:
      "Node pool version {pool} and control plane version {controlPlane} are incompatible. Minor version of node pool cannot be more than 3 versions less than control plane's version. Minor version of node pool is {poolMinor} and control plane is {minor}. For more information, please check https://aka.ms/aks/UpgradeVersionRules",
    source: "Microsoft support article on upgrade failures",
  },
  LocalAccountsDisabled: {
    status: 400,
    code: "BadRequest",
    message: "Getting static credential is not allowed because this cluster is set to disable local accounts.",
    source: "public AKS issues on disableLocalAccounts",
  },
  CommandNotStarted: {
    status: 400,
    code: "KubernetesPerformanceError",
    message:
      "Failed to run command due to cluster perf issue, container {container} in aks-command namespace did not start within 30s on your cluster, retry may helps. If issue persist, you may need to tune your cluster with better performance (larger node/paid tier).",
    source: "Azure/azure-cli#27776; the status is not known",
  },
  RunCommandDisabled: {
    status: 400,
    code: "BadRequest",
    message: "Run command is disabled for this cluster (apiServerAccessProfile.disableRunCommand).",
    source: "AKS documentation on disabling run command; the text is ours",
  },
  NoAadProfile: {
    status: 400,
    code: "BadRequest",
    message: "The cluster has no aadProfile that could be reset.",
    source: "own text",
  },
  NothingToAbort: {
    status: 409,
    code: "OperationNotAllowed",
    message: "There is no operation in progress on {name} that could be aborted.",
    source: "own text",
  },
  NodeResourceGroupTaken: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The value of parameter nodeResourceGroup is invalid. The resource group {name} exists already: AKS makes its node resource group itself.",
    source: "AKS documentation: the name must not be that of an existing group; own text",
  },
  KubeletIdentityNeedsUserAssigned: {
    status: 400,
    code: "CustomKubeletIdentityOnlySupportedOnUserAssignedMSICluster",
    message: "A custom kubelet identity is supported only on a cluster with a user-assigned identity.",
    source: "code: public notes on azurerm_kubernetes_cluster; the text is ours",
  },
  KubeletIdentityMissingPermission: {
    status: 400,
    code: "CustomKubeletIdentityMissingPermissionError",
    message:
      "The cluster using user-assigned managed identity must be granted 'Managed Identity Operator' role to assign kubelet identity.",
    source: "public logs of azurerm_kubernetes_cluster and of Bicep deployments",
  },
  LinkedAuthorizationFailed: {
    status: 403,
    message:
      "The client '{client}' with object id '{objectId}' has permission to perform action '{action}' on scope '{scope}'; however, it does not have permission to perform action(s) '{linkedActions}' on the linked scope(s) '{linkedScopes}' (respectively) or the linked scope(s) are invalid.",
    source: "Azure/mpf (recorded answer of managedClusters/write); many public AKS issues",
  },
  NotImplemented: {
    status: 501,
    message: "byocni does not have {what}. What it has is listed in the support matrix.",
    source: "own",
  },
  OperationNotAllowed: { status: 409, message: "{reason}", source: "own" },
} as const;

export const aksFaults = armErrors(containerServiceErrorTable);
