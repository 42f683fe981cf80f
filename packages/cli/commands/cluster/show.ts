import { CommandError, type Command } from "../../command.ts";
import { dataDirOption, resourceGroupOption, text } from "../options.ts";

export const clusterShow: Command = {
  path: "cluster show",
  summary: "Show a cluster as Resource Manager has it",
  arguments: [{ name: "<name>", description: "name of the cluster" }],
  options: [resourceGroupOption, dataDirOption],
  async run({ args: [name = ""], options, output, env }) {
    const { requireInstance } = await import("../../session/instance.ts");
    const { createArmClient } = await import("../../session/arm-client.ts");
    const { clusterPath, printClusters } = await import("../../session/clusters.ts");
    const { directory, instance } = requireInstance(text(options, "dataDir"), env);
    const arm = await createArmClient(instance, directory);
    const resourceGroup = text(options, "resourceGroup") ?? "";
    const cluster = await arm.call("GET", clusterPath(arm, { resourceGroup, name }));
    if (!cluster)
      throw new CommandError(`there is no cluster ${name} in resource group ${resourceGroup}`, { exitCode: 3 });
    output.result(cluster, () => printClusters([cluster], output));
  },
};
