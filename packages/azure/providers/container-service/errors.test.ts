import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { testSubscription, type TestAnswer } from "@byocni/azure/arm/testing";
import { type AksCloud, azClusterBody, azPoolBody, createAksCloud } from "../testing/index.ts";
import { containerServiceErrorTable } from "./errors.ts";

type Row = keyof typeof containerServiceErrorTable;
type Change = Parameters<typeof azClusterBody>[1];

interface Case {
  /** The whole text, as the source that the row names has it; its own values filled in. */
  readonly message: string | RegExp;
  /** Default: a PUT of `c` with this change is refused. */
  readonly change?: Change;
  run?(cloud: AksCloud): Promise<{ readonly status: number; readonly body: unknown }>;
}

const put = (cloud: AksCloud, name: string, change: Change = {}): Promise<TestAnswer> =>
  cloud.send("PUT", cloud.cluster(name), azClusterBody("2.74", change));
const putPool = (cloud: AksCloud, name: string, properties: JsonObject): Promise<TestAnswer> =>
  cloud.send("PUT", cloud.cluster(`c/agentPools/${name}`), azPoolBody("2.74", properties));
const make = (cloud: AksCloud, change: Change = {}): Promise<TestAnswer> =>
  cloud.make(cloud.cluster("c"), azClusterBody("2.74", change));
const upgradeRules = "For more information, please check https://aka.ms/aks/UpgradeVersionRules";
const pending =
  "please wait for it to finish before starting a new operation. See https://aka.ms/aks-pending-operation for more details";
const naming = "Please see https://aka.ms/aks-naming-rules for more details.";
const identities = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.ManagedIdentity/userAssignedIdentities`;

async function withIdentities(cloud: AksCloud): Promise<object> {
  for (const name of ["own", "kubelet"])
    await cloud.make(cloud.resource(`Microsoft.ManagedIdentity/userAssignedIdentities/${name}`, "2023-01-31"), {
      location: "eastus",
    });
  return { type: "UserAssigned", userAssignedIdentities: { [`${identities}/own`]: {} } };
}
const kubelet = { identityProfile: { kubeletidentity: { resourceId: `${identities}/kubelet` } } };

/** One case for each row: a row without one does not compile. */
const cases: Readonly<Record<Row, Case>> = {
  InvalidResourceName: {
    message: /resourceName is invalid: '-c'/,
    run: (cloud) => put(cloud, "-c"),
  },
  InvalidAgentPoolName: {
    message: /agentPoolProfile\.name is invalid: 'Pool'/,
    run: async (cloud) => {
      await make(cloud);
      return putPool(cloud, "Pool", {});
    },
  },
  InvalidParameter: {
    message: `The value of parameter agentPoolProfile.nodepool1.count is invalid. Error details: It must be a whole number from 0 to 1000. ${naming}`,
    change: { pool: { count: 1001 } },
  },
  ReservedWord: {
    message: `The value of parameter name is invalid. Error details: "omsagent-aks-dev-microsoft" managed cluster name is invalid because 'MICROSOFT' and 'WINDOWS' can't be used as either a whole word or a substring in the name.. ${naming}`,
    run: (cloud) => put(cloud, "omsagent-aks-dev-microsoft"),
  },
  ReservedStart: {
    message: `The value of parameter name is invalid. Error details: "login" managed cluster name is invalid because 'LOGIN' and 'XBOX' can't be used at the start of a resource name, but can be used later in the name.. ${naming}`,
    run: (cloud) => put(cloud, "login"),
  },
  NodeResourceGroupTooLong: {
    message: `The length of the node resource group name is too long. The maximum length is 80 and the length of the value provided is 87. ${naming}`,
    change: { properties: { nodeResourceGroup: "g".repeat(87) } },
  },
  PoolCountOutOfRange: {
    message: `The value of parameter agentPoolProfile.count is invalid. Error details: agentPoolProfile.count was 0. It must be greater or equal to minCount:1 and less than or equal to maxCount:1000. If allowedMinCount was expected to be 0 but is 1: 1) The nodepool is a VMAS pool. 2) api Version is less than 2020-03-01. 3) The node is a system pool. ${naming}`,
    change: { pool: { count: 0 } },
  },
  SpotMaxSurge: {
    message: `The value of parameter agentPoolProfile.upgrade.maxSurge is invalid. Error details: Spot pools can't set max surge. ${naming}`,
    run: async (cloud) => {
      await make(cloud);
      return putPool(cloud, "spot", { scaleSetPriority: "Spot", upgradeSettings: { maxSurge: "1" } });
    },
  },
  InsufficientMaxPods: {
    message:
      "The AgentPoolProfile 'nodepool1' has an invalid total maxPods(maxPods per node * node count), the total maxPods(10 * 2) should be larger than 30. Please refer to aka.ms/aks-min-max-pod for more detail.",
    change: { pool: { maxPods: 10, count: 2 } },
  },
  CanNotTaintAllAgentPools: {
    message:
      "Operation failed due to insufficient nodes for system pod scheduling. Placing custom taints on all node pools is not supported.",
    change: { pool: { nodeTaints: ["dedicated=a:NoSchedule"] } },
  },
  PowerStateConflict: {
    message:
      "managed cluster is in Provisioning State(Succeeded) and Power State(Stopped), stopping cannot be performed",
    run: async (cloud) => {
      await make(cloud);
      await cloud.finish(await cloud.send("POST", cloud.cluster("c/stop")));
      return cloud.send("POST", cloud.cluster("c/stop"));
    },
  },
  AutoProvisioningStop: {
    message:
      "Unable to perform 'stopping' operation since the cluster enables .properties.nodeProvisioningProfile.mode 'Auto'",
    run: async (cloud) => {
      await make(cloud, { properties: { nodeProvisioningProfile: { mode: "Auto" } } });
      return cloud.send("POST", cloud.cluster("c/stop"));
    },
  },
  UnmarshalError: {
    message:
      'UnmarshalEntity encountered error: json: unknown field "sshAccess" Check that the field is in the right location, is spelled correctly, and is supported in the API version. Visit aka.ms/aks/apiversions for more API version information..',
    change: { properties: { sshAccess: "LocalUser" } },
  },
  RequiredParameter: {
    message: "Required parameter agentPoolProfiles is missing (null).",
    change: { properties: { agentPoolProfiles: null } },
  },
  AgentPoolK8sVersionNotSupported: {
    message:
      "Version 2.9.1 is not supported in this region. Please use [az aks get-versions] command to get the supported version list in this region. For more information, please check https://aka.ms/supported-version-list",
    change: { properties: { kubernetesVersion: "2.9.1" } },
  },
  PropertyChangeNotAllowed: {
    message: "Changing property 'networkProfile.networkPlugin' is not allowed.",
    run: async (cloud) => {
      await make(cloud);
      return put(cloud, "c", { network: { networkPlugin: "azure" } });
    },
  },
  AgentPoolIntroduced: {
    message:
      "A new agent pool was introduced. Adding agent pools to an existing cluster is not allowed through managed cluster operations. For agent pool specific change, please use per agent pool operations: https://aka.ms/agent-pool-rest-api",
    run: async (cloud) => {
      await make(cloud);
      return put(cloud, "c", { pool: { name: "another" } });
    },
  },
  SystemPoolRequired: {
    message: "Must define at least one system pool.",
    change: { pool: { mode: "User" } },
  },
  LastAgentPool: {
    message: "There has to be at least one agent pool.",
    run: async (cloud) => {
      await make(cloud);
      return cloud.send("DELETE", cloud.cluster("c/agentPools/nodepool1"));
    },
  },
  OperationInProgress: {
    message: `Operation is not allowed: Another operation (Creating) is in progress, ${pending}`,
    run: async (cloud) => {
      const open = cloud.host.hold();
      const creation = await put(cloud, "c");
      const refused = await put(cloud, "c");
      open();
      await cloud.finish(creation);
      return refused;
    },
  },
  AgentPoolOperationInProgress: {
    message: `Operation is not allowed: Another agentpool operation (two - Creating) is in progress, ${pending}`,
    run: async (cloud) => {
      await make(cloud);
      const open = cloud.host.hold();
      const creation = await putPool(cloud, "two", {});
      const refused = await put(cloud, "c");
      open();
      await cloud.finish(creation);
      return refused;
    },
  },
  UpgradeNotAllowed: {
    message:
      "Upgrading Kubernetes version 1.34.4 to 1.36.3 is not allowed. Available upgrades: [1.35.4]. Please see https://aka.ms/aks-supported-k8s-ver for version details.",
    run: async (cloud) => {
      await make(cloud, { properties: { kubernetesVersion: "1.34.4" } });
      return put(cloud, "c", { properties: { kubernetesVersion: "1.36.3" } });
    },
  },
  NodePoolAheadOfControlPlane: {
    message: `Node pool version 1.35.4 and control plane version 1.34.4 are incompatible. Minor version of node pool version 35 is bigger than control plane version 34. ${upgradeRules}`,
    run: async (cloud) => {
      await make(cloud, { properties: { kubernetesVersion: "1.34.4" } });
      return putPool(cloud, "two", { orchestratorVersion: "1.35.4" });
    },
  },
  NodePoolTooFarBehind: {
    message: `Node pool version 1.31.14 and control plane version 1.35.4 are incompatible. Minor version of node pool cannot be more than 3 versions less than control plane's version. Minor version of node pool is 31 and control plane is 35. ${upgradeRules}`,
    run: async (cloud) => {
      await make(cloud, { properties: { kubernetesVersion: "1.35.4" } });
      return putPool(cloud, "two", { orchestratorVersion: "1.31.14" });
    },
  },
  LocalAccountsDisabled: {
    message: "Getting static credential is not allowed because this cluster is set to disable local accounts.",
    run: async (cloud) => {
      await make(cloud, { properties: { disableLocalAccounts: true } });
      return cloud.send("POST", cloud.cluster("c/listClusterAdminCredential"));
    },
  },
  CommandNotStarted: {
    message:
      /^Failed to run command due to cluster perf issue, container command-[0-9a-f]{32} in aks-command namespace did not start within 30s on your cluster, retry may helps\. If issue persist, you may need to tune your cluster with better performance \(larger node\/paid tier\)\.$/,
    run: async (cloud) => {
      await make(cloud);
      return cloud.send("POST", cloud.cluster("c/runCommand"), { command: "kubectl get nodes" });
    },
  },
  RunCommandDisabled: {
    message: /^Run command is disabled/,
    run: async (cloud) => {
      await make(cloud, { properties: { apiServerAccessProfile: { disableRunCommand: true } } });
      return cloud.send("POST", cloud.cluster("c/runCommand"), { command: "ls" });
    },
  },
  NoAadProfile: {
    message: /no aadProfile/,
    run: async (cloud) => {
      await make(cloud);
      return cloud.send("POST", cloud.cluster("c/resetAADProfile"), {});
    },
  },
  NothingToAbort: {
    message: /no operation in progress on c/,
    run: async (cloud) => {
      await make(cloud);
      return cloud.send("POST", cloud.cluster("c/abort"));
    },
  },
  NodeResourceGroupTaken: {
    message: /The resource group rg exists already/,
    change: { properties: { nodeResourceGroup: "rg" } },
  },
  KubeletIdentityNeedsUserAssigned: {
    message: /only on a cluster with a user-assigned identity/,
    run: async (cloud) => {
      await withIdentities(cloud);
      return put(cloud, "c", { properties: kubelet });
    },
  },
  KubeletIdentityMissingPermission: {
    message:
      "The cluster using user-assigned managed identity must be granted 'Managed Identity Operator' role to assign kubelet identity.",
    run: async (cloud) => {
      const identity = await withIdentities(cloud);
      const body = azClusterBody("2.74", { properties: kubelet });
      return cloud.send("PUT", cloud.cluster("c"), { ...body, identity });
    },
  },
  LinkedAuthorizationFailed: {
    message:
      /^The client '[0-9a-f-]+' with object id '[0-9a-f-]+' has permission to perform action 'Microsoft\.Compute\/virtualMachineScaleSets\/write' on scope '[^']+'; however, it does not have permission to perform action\(s\) 'Microsoft\.Network\/virtualNetworks\/subnets\/join\/action,Microsoft\.Network\/virtualNetworks\/subnets\/read' on the linked scope\(s\) '[^']+' \(respectively\) or the linked scope\(s\) are invalid\.$/,
    run: async (cloud) => {
      const identity = await withIdentities(cloud);
      await cloud.make(cloud.network("virtualNetworks/v"), {
        location: "eastus",
        properties: {
          addressSpace: { addressPrefixes: ["10.240.0.0/12"] },
          subnets: [{ name: "s", properties: { addressPrefix: "10.240.0.0/24" } }],
        },
      });
      const vnetSubnetID = `/subscriptions/${testSubscription}/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/s`;
      const body = azClusterBody("2.74", { pool: { vnetSubnetID } });
      const { body: ended } = await cloud.finish(await cloud.send("PUT", cloud.cluster("c"), { ...body, identity }));
      // Of an operation, the failure has no status of its own.
      return { status: 403, body: ended };
    },
  },
  NotImplemented: {
    message: /node pools of type AvailabilitySet/,
    change: { pool: { type: "AvailabilitySet" } },
  },
  OperationNotAllowed: {
    message: /stopped: it has no API server/,
    run: async (cloud) => {
      await make(cloud);
      await cloud.finish(await cloud.send("POST", cloud.cluster("c/stop")));
      return cloud.send("POST", cloud.cluster("c/listClusterUserCredential"));
    },
  },
};

describe("what the AKS provider refuses", () => {
  let cloud: AksCloud;
  beforeEach(async () => {
    cloud = await createAksCloud();
  });

  it.each(Object.entries(cases) as [Row, Case][])("%s", async (row, { message, change, run }) => {
    const { status, source, ...more } = containerServiceErrorTable[row];
    expect(source).not.toBe("");
    const answer = await (run ? run(cloud) : put(cloud, "c", change));
    expect(answer).toMatchObject({
      status,
      body: {
        error: {
          code: "code" in more ? more.code : row,
          message: typeof message === "string" ? message : expect.stringMatching(message),
        },
      },
    });
  });
});
