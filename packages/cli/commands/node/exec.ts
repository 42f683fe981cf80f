import type { Command } from "../../command.ts";
import { dataDirOption, resourceGroupOption, text } from "../options.ts";

export const nodeExec: Command = {
  path: "node exec",
  summary: "Run a command on a node, also while the cluster has no network",
  arguments: [
    { name: "<cluster>", description: "name of the cluster" },
    { name: "<node>", description: "name of the node" },
    { name: "<command...>", description: "the command, after --; one word is a line for the shell" },
  ],
  options: [resourceGroupOption, dataDirOption],
  examples: ["byocni node exec myAKSCluster aks-nodepool1-12345678-vmss000000 -g myResourceGroup -- ls /etc/cni/net.d"],
  exitCodes: { 0: "the command's own exit code" },
  async run(invocation) {
    const { args, options, output } = invocation;
    const { openArm } = await import("../../session/open-arm.ts");
    const { runOnNode, shellWords } = await import("../../session/nodes.ts");
    const { arm } = await openArm(invocation);
    const [name = "", node = "", ...words] = args;
    const cluster = { resourceGroup: text(options, "resourceGroup") ?? "", name };
    const outcome = await runOnNode(arm, cluster, node, shellWords(words));
    output.result(outcome, () => {
      output.write(outcome.stdout);
      if (outcome.stderr !== "") output.note(outcome.stderr.trimEnd());
    });
    return outcome.exitCode;
  },
};
