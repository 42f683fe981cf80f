import type { Command } from "../../command.ts";
import { dataDirOption, resourceGroupOption, text } from "../options.ts";

export const clusterDelete: Command = {
  path: "cluster delete",
  summary: "Delete a cluster and everything in it",
  arguments: [{ name: "<name>", description: "name of the cluster" }],
  options: [resourceGroupOption, dataDirOption],
  async run({ args: [name = ""], options, output, env }) {
    const { requireInstance } = await import("../../session/instance.ts");
    const { createArmClient } = await import("../../session/arm-client.ts");
    const { clusterPath } = await import("../../session/clusters.ts");
    const { directory, instance } = requireInstance(text(options, "dataDir"), env);
    const arm = await createArmClient(instance, directory);
    const address = { resourceGroup: text(options, "resourceGroup") ?? "", name };
    const existed = Boolean(await arm.call("GET", clusterPath(arm, address)));
    if (existed) await arm.finish("DELETE", clusterPath(arm, address));
    output.result({ deleted: existed }, () => output.line(existed ? `deleted ${name}` : `there is no cluster ${name}`));
  },
};
