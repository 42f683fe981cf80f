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
  InvalidParameter: { status: 400, message: "The value of parameter {parameter} is invalid. {reason}", source: sheet },
  RequiredParameter: {
    status: 400,
    code: "InvalidParameter",
    message: "Required parameter {parameter} is missing (null).",
    source: sheet,
  },
  PodSubnetNotSupported: {
    status: 400,
    code: "InvalidParameter",
    message: "Can only specify a pod subnet when using network plugin Azure or None",
    source: "Azure/AKS#3351",
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
  CidrStringParseError: { status: 400, message: "Cidr is invalid ({property})", source: "Azure/AKS#506" },
  ServiceCidrOverlapExistingSubnetsCidr: {
    status: 400,
    message: "The specified service CIDR {serviceCidr} is conflicted with an existing subnet CIDR {subnetCidr}",
    source: "Azure/AKS#1117, Azure/AKS#3551",
  },
  DnsServiceIpOutOfServiceCidr: {
    status: 400,
    message: "The DNS service IP {ip} is out of the range defined by service CIDR {serviceCidr}.",
    source: "Azure/azure-cli#15799",
  },
  NetworkProfileCIDROverlapVNET: {
    status: 400,
    message: "NetworkProfile CIDR {cidr} overlaps with reserved VNET CIDR {vnetCidr}",
    source: "Azure-Samples/graphrag-accelerator#211, Azure/AKS-Construction#403",
  },
  SubnetIsDelegated: {
    status: 400,
    message:
      "AgentPoolProfile subnet with id {id} cannot be used as it's a delegated subnet. Please check https://aka.ms/adv-network-prerequest for more details.",
    source: "Microsoft support article on SubnetIsDelegated",
  },
  AzureCNIOnlyForWindows: {
    status: 400,
    message: "Windows agent pools can only be added to AKS clusters using Azure-CNI.",
    source: "Azure/AKS#2839, Azure/AKS#3891",
  },
  KubeProxyConfigDisabledBYOCNIOnly: {
    status: 400,
    message:
      "Preflight validation check for resource(s) for container service {name} in resource group {resourceGroup} failed. Message: Disabling kube-proxy is only allowed for bring your own (BYO) CNI clusters. For more information, please check https://aka.ms/byo-cni.",
    source: "Azure/AKS#4563",
  },
  CiliumDataplaneRequiresNetworkPolicyCilium: {
    status: 400,
    message: "Cilium dataplane requires network policy cilium.",
    source: "Azure/AKS-Construction#535, Azure/azure-container-networking#4417",
  },
  NetworkPolicyAzureNotSupportedForKubenet: {
    status: 400,
    message: "NetworkPolicy azure is not supported for network plugin kubenet",
    source: "coder/docs#1091",
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
    code: "InvalidParameter",
    message: "Must define at least one system pool.",
    source: "text: Azure/AKS#1602; code: own choice among AKS's codes",
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
  NotImplemented: {
    status: 501,
    message: "byocni does not have {what}. What it has is listed in the support matrix.",
    source: "own",
  },
  OperationNotAllowed: { status: 409, message: "{reason}", source: "own" },
} as const;

export const aksFaults = armErrors(containerServiceErrorTable);
