import { CommandError } from "../command.ts";
import type { ArmClient } from "./arm-client.ts";
import { clusterPath, type ClusterAddress } from "./clusters.ts";

const computeVersion = "2024-11-01";

export interface NodeOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The machine behind a node: `aks-nodepool1-12345678-vmss00000a` is instance 10 (base 36) of its scale set. */
export function machineOf(node: string): { readonly scaleSet: string; readonly instance: string } | undefined {
  const match = /^(aks-[a-z0-9]+-\d+-vmss)([0-9a-z]{6})$/.exec(node);
  if (!match) return undefined;
  return { scaleSet: match[1] ?? "", instance: String(Number.parseInt(match[2] ?? "", 36)) };
}

/**
 * Runs a command on a node the way that works without a CNI plugin: the run command of its scale set.
 * @throws CommandError when there is no such cluster or node
 */
export async function runOnNode(
  arm: ArmClient,
  cluster: ClusterAddress,
  node: string,
  command: string,
): Promise<NodeOutcome> {
  const machine = machineOf(node);
  if (!machine)
    throw new CommandError(`${node} is not the name of a node`, { hint: "See `kubectl get nodes`.", exitCode: 64 });
  const body = await arm.call("GET", clusterPath(arm, cluster));
  const properties = body?.["properties"] as { readonly nodeResourceGroup?: string } | undefined;
  if (!properties?.nodeResourceGroup)
    throw new CommandError(`there is no cluster ${cluster.name} in resource group ${cluster.resourceGroup}`, {
      exitCode: 3,
    });
  const group = `/subscriptions/${arm.subscriptionId}/resourceGroups/${properties.nodeResourceGroup}`;
  const set = `${group}/providers/Microsoft.Compute/virtualMachineScaleSets/${machine.scaleSet}`;
  const path = `${set}/virtualMachines/${machine.instance}/runCommand?api-version=${computeVersion}`;
  const answer = await arm.finish("POST", path, { commandId: "RunShellScript", script: [command] });
  const [status] = (answer?.["value"] ?? []) as readonly { readonly message?: string }[];
  return readMessage(status?.message ?? "");
}

/** Both streams in one text, as the agent of Linux machines reports them. */
export function readMessage(message: string): NodeOutcome {
  const [, streams = ""] = message.split(/\[stdout\]\n/);
  const [stdout = "", rest = ""] = streams.split("\n[stderr]\n");
  const exit = /(?:^|\n)exit status (\d+)\n$/.exec(rest);
  const stderr = exit ? rest.slice(0, exit.index === 0 ? 0 : exit.index + 1) : rest;
  return { exitCode: exit ? Number(exit[1]) : 0, stdout, stderr };
}

/** Words as a shell reads them back. */
export function shellWords(words: readonly string[]): string {
  if (words.length === 1) return words[0] ?? "";
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(" ");
}
