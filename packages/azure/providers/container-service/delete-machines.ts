import { type Json, isJsonObject } from "@byocni/base/core";
import type { ActionDefinition, OperationContext } from "@byocni/azure/arm";
import { parentResource } from "@byocni/azure/types";
import type { ClusterHost } from "./cluster-host.ts";
import type { ClusterWork } from "./cluster-operations.ts";
import { clusterOf } from "./cluster-spec.ts";
import { aksFaults } from "./errors.ts";
import type { AgentPoolProperties } from "./properties.ts";

/** POST `agentPools/{pool}/deleteMachines`: takes the machines named away, and as many from the pool's count. */
export function deleteMachinesAction(host: ClusterHost): ActionDefinition {
  return {
    name: "deleteMachines",
    async run({ id, body }, { resources }) {
      if (!host.removeNodes) throw aksFaults.NotImplemented({ what: "deleteMachines on this cluster host" });
      const names = machineNames(body);
      const clusterId = parentResource(id);
      const cluster = clusterId && (await resources.get(clusterId));
      const nodes = cluster ? await host.nodes(clusterOf(cluster).hidden.uid) : [];
      const missing = names.find((name) => !nodes.some((node) => node.name === name && node.pool === id.name));
      if (missing !== undefined) throw invalid(`There is no machine ${missing} in the node pool ${id.name}.`);
      return { kind: "operation", operation: { kind: "deleteMachines", state: "Deleting", input: { names } } };
    },
  };
}

/** The work of it; bears repetition: machines that are gone already are passed over. */
export async function deleteMachines(operation: OperationContext, host: ClusterHost, work: ClusterWork): Promise<void> {
  const clusterId = parentResource(operation.id);
  const cluster = clusterId && (await operation.resources.get(clusterId));
  if (!cluster) throw new Error(`the cluster of ${operation.id.text} is gone`);
  const { uid } = clusterOf(cluster).hidden;
  const names = operation.input["names"] as readonly string[];
  const there = (await host.nodes(uid)).map(({ name }) => name);
  const left = names.filter((name) => there.includes(name));
  if (left.length > 0) await host.removeNodes?.(uid, left);
  if (operation.progress["counted"] !== true) {
    await operation.update((current) => {
      const { count } = current.properties as AgentPoolProperties;
      return { ...current, properties: { ...current.properties, count: Math.max(0, count - names.length) } };
    });
    await operation.save({ counted: true });
  }
  await work.applyCluster(operation);
}

function machineNames(body: Json | undefined): readonly string[] {
  const names = isJsonObject(body) ? body["machineNames"] : undefined;
  if (!Array.isArray(names) || names.length === 0 || !names.every((name) => typeof name === "string"))
    throw invalid("It must be an array with the name of at least one machine.");
  return [...new Set(names)];
}

function invalid(reason: string) {
  return aksFaults.InvalidParameter({ parameter: "machineNames", reason }, { target: "machineNames" });
}
