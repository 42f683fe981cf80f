import { CommandError, type Command } from "../../command.ts";
import { dataDirOption, resourceGroupOption, text } from "../options.ts";

export const clusterCredentials: Command = {
  path: "cluster credentials",
  summary: "Merge a cluster's access into a kubeconfig file, as az aks get-credentials does",
  arguments: [{ name: "<name>", description: "name of the cluster" }],
  options: [
    resourceGroupOption,
    { flags: "-a, --admin", description: "the cluster administrator's credentials" },
    {
      flags: "-f, --file <path>",
      description: "file to merge into, - for stdout (default: KUBECONFIG or ~/.kube/config)",
    },
    dataDirOption,
  ],
  async run({ args: [name = ""], options, output, env }) {
    const { requireInstance } = await import("../../session/instance.ts");
    const { createArmClient } = await import("../../session/arm-client.ts");
    const { clusterPath } = await import("../../session/clusters.ts");
    const { kubeconfigPath, mergeKubeconfig } = await import("../../session/kubeconfig.ts");
    const { directory, instance } = requireInstance(text(options, "dataDir"), env);
    const arm = await createArmClient(instance, directory);
    const action = options["admin"] === true ? "/listClusterAdminCredential" : "/listClusterUserCredential";
    const resourceGroup = text(options, "resourceGroup") ?? "";
    const body = await arm.call("POST", clusterPath(arm, { resourceGroup, name }, action));
    const [first] = (body?.["kubeconfigs"] ?? []) as readonly { readonly value?: string }[];
    if (!first?.value) throw new CommandError(`the cluster ${name} gave no credentials`);
    const yaml = Buffer.from(first.value, "base64").toString("utf8");
    const file = text(options, "file") ?? kubeconfigPath(env);
    if (file === "-") {
      output.line(yaml.trimEnd());
      return;
    }
    const context = mergeKubeconfig(file, yaml);
    output.result({ file, context }, () => output.line(`merged "${context}" as current context in ${file}`));
  },
};
