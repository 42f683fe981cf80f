import type { JsonObject } from "@byocni/base/core";
import type { ComputedType, ReadRequest, Resource } from "@byocni/azure/arm";
import { versionsSince } from "./api-versions.ts";
import type { ClusterHost, NodeStatus } from "./cluster-host.ts";
import { machineIndex, scaleSetName } from "./names.ts";
import { nodeGroupNames } from "./node-group/names.ts";
import { clusterOf } from "./cluster-spec.ts";

/** `managedClusters/agentPools/machines`: the nodes of a pool as AKS counts them. */
export function machines(host: ClusterHost): ComputedType {
  async function all({ parent }: ReadRequest, resources: { get(id: string): Promise<Resource | undefined> }) {
    const end = parent?.id.text.toLowerCase().lastIndexOf("/agentpools/") ?? -1;
    const cluster = parent && end > 0 ? await resources.get(parent.id.text.slice(0, end)) : undefined;
    if (!parent || !cluster) return undefined;
    const { properties, hidden } = clusterOf(cluster);
    if (properties.powerState.code === "Stopped" || cluster.provisioningState === "Creating") return [];
    const nodes = (await host.nodes(hidden.uid)).filter(({ pool }) => pool === parent.name);
    return nodes.map((node) => machine(cluster, parent, node));
  }
  return {
    kind: "computed",
    name: "managedClusters/agentPools/machines",
    apiVersions: [
      ...versionsSince("2024-07-01"),
      ...versionsSince("2023-07-02-preview").filter((version) => version.includes("preview")),
    ].filter((version, index, all) => all.indexOf(version) === index),
    async list(request, { resources }) {
      const value = await all(request, resources);
      return value && { value };
    },
    async get(request, { resources }) {
      return (await all(request, resources))?.find(({ name }) => name === request.names.at(-1));
    },
  };
}

function machine(cluster: Resource, pool: Resource, node: NodeStatus): JsonObject {
  const names = nodeGroupNames(cluster);
  const scaleSet = scaleSetName(pool.name, clusterOf(cluster).hidden.uid);
  const index = machineIndex(node.name);
  const name = `${scaleSet}${index.toString(36).padStart(6, "0")}`;
  return {
    id: `${pool.id.text}/machines/${name}`,
    name,
    type: "Microsoft.ContainerService/managedClusters/agentPools/machines",
    properties: {
      resourceId: `${names.id("Microsoft.Compute/virtualMachineScaleSets", scaleSet)}/virtualMachines/${index}`,
      network: { ipAddresses: [{ family: "IPv4", ip: node.address }] },
    },
  };
}
