import type { Command } from "../../command.ts";
import { dataDirOption, text } from "../options.ts";

export const clusterList: Command = {
  path: "cluster list",
  summary: "List clusters",
  options: [{ flags: "-g, --resource-group <name>", description: "only of this resource group" }, dataDirOption],
  async run({ options, output, env }) {
    const { requireInstance } = await import("../../session/instance.ts");
    const { createArmClient } = await import("../../session/arm-client.ts");
    const { clustersPath, printClusters } = await import("../../session/clusters.ts");
    const { directory, instance } = requireInstance(text(options, "dataDir"), env);
    const arm = await createArmClient(instance, directory);
    const body = await arm.call("GET", clustersPath(arm, text(options, "resourceGroup")));
    const clusters = (body?.["value"] ?? []) as readonly Readonly<Record<string, unknown>>[];
    output.result(clusters, () => {
      if (clusters.length === 0) output.note("no clusters");
      else printClusters(clusters, output);
    });
  },
};
