import { CommandError, type Command } from "../../command.ts";
import { dataDirOption, resourceGroupOption, text } from "../options.ts";

export const clusterCreate: Command = {
  path: "cluster create",
  summary: "Create a cluster with no CNI plugin, and its resource group if there is none",
  arguments: [{ name: "<name>", description: "name of the cluster" }],
  options: [
    resourceGroupOption,
    { flags: "-l, --location <region>", description: "Azure region", default: "eastus" },
    { flags: "-c, --node-count <number>", description: "nodes of the first pool", default: "3" },
    { flags: "--kubernetes-version <version>", description: "Kubernetes version (default: AKS's)" },
    {
      flags: "--network-plugin <name>",
      description: "who brings the CNI",
      choices: ["none", "azure", "kubenet"],
      default: "none",
    },
    { flags: "--pod-cidr <cidr>", description: "address range of pods, to be used by the CNI" },
    dataDirOption,
  ],
  examples: ["byocni cluster create myAKSCluster --resource-group myResourceGroup"],
  async run({ args: [name = ""], options, output, env }) {
    const { requireInstance } = await import("../../session/instance.ts");
    const { createArmClient } = await import("../../session/arm-client.ts");
    const { clusterPath, printClusters } = await import("../../session/clusters.ts");
    const { ensureGroup } = await import("../../session/groups.ts");
    const count = Number(text(options, "nodeCount"));
    if (!Number.isInteger(count) || count < 1)
      throw new CommandError(`--node-count ${text(options, "nodeCount")}: a whole number from 1`, { exitCode: 64 });
    const { directory, instance } = requireInstance(text(options, "dataDir"), env);
    const arm = await createArmClient(instance, directory);
    const location = text(options, "location") ?? "eastus";
    const resourceGroup = text(options, "resourceGroup") ?? "";
    await ensureGroup(arm, resourceGroup, location);
    const kubernetesVersion = text(options, "kubernetesVersion");
    const podCidr = text(options, "podCidr");
    const cluster = await arm.finish("PUT", clusterPath(arm, { resourceGroup, name }), {
      location,
      identity: { type: "SystemAssigned" },
      properties: {
        dnsPrefix: name.replaceAll(/[^A-Za-z0-9-]/g, "").slice(0, 40) || "byocni",
        ...(kubernetesVersion ? { kubernetesVersion } : {}),
        agentPoolProfiles: [{ name: "nodepool1", count, mode: "System", vmSize: "Standard_D4s_v5" }],
        networkProfile: { networkPlugin: text(options, "networkPlugin") ?? "none", ...(podCidr ? { podCidr } : {}) },
      },
    });
    output.result(cluster, () => printClusters(cluster ? [cluster] : [], output));
  },
};
