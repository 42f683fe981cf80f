import { isAlreadyExists, type KubeClient, type Node, type NodeCondition, refTo, resources } from "@byocni/kube/client";
import type { NodeDescription } from "./node-description.ts";

/** The Node object as kubelet registers it. */
export function nodeObjectOf(
  description: NodeDescription,
  runtimeVersion: string,
  conditions: readonly NodeCondition[],
): Node {
  const { name, ip, system, providerID, podCIDR } = description;
  const ready = conditions.some((condition) => condition.type === "Ready" && condition.status === "True");
  const notReady = ready ? [] : [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" as const }];
  const taints = [...(description.taints ?? []), ...notReady];
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: {
        "beta.kubernetes.io/arch": system.architecture,
        "beta.kubernetes.io/os": system.operatingSystem,
        "kubernetes.io/arch": system.architecture,
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": system.operatingSystem,
        ...description.labels,
      },
      annotations: {
        "node.alpha.kubernetes.io/ttl": "0",
        "volumes.kubernetes.io/controller-managed-attach-detach": "true",
        ...description.annotations,
      },
    },
    spec: {
      ...(podCIDR === undefined ? {} : { podCIDR, podCIDRs: [podCIDR] }),
      ...(providerID === undefined ? {} : { providerID }),
      ...(taints.length === 0 ? {} : { taints }),
    },
    status: {
      capacity: description.capacity,
      allocatable: description.allocatable,
      conditions,
      addresses: [
        { type: "InternalIP", address: ip },
        { type: "Hostname", address: name },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: { ...system, containerRuntimeVersion: runtimeVersion },
    },
  };
}

/**
 * Makes the Node object, or takes over the one that an earlier life of the node has left.
 *
 * @param conditionsAfter the conditions, given those that are there
 * @returns the object, and whether it was new
 */
export async function registerNode(
  client: KubeClient,
  description: NodeDescription,
  runtimeVersion: string,
  conditionsAfter: (previous: readonly NodeCondition[]) => readonly NodeCondition[],
): Promise<{ readonly node: Node; readonly created: boolean }> {
  const wanted = nodeObjectOf(description, runtimeVersion, conditionsAfter([]));
  let node: Node;
  let created = true;
  try {
    node = await client.create(resources.nodes, wanted);
    // Servers take a node's status at its creation; where one does not, it is told apart.
    if ((node.status?.conditions ?? []).length > 0) return { node, created };
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    node = await client.get(refTo(resources.nodes, wanted));
    created = false;
    const { labels, annotations } = wanted.metadata;
    const providerID = node.spec?.providerID ?? description.providerID;
    await client.patch(
      refTo(resources.nodes, wanted),
      { metadata: { labels, annotations }, ...(providerID === undefined ? {} : { spec: { providerID } }) },
      "merge",
    );
  }
  const status = { ...wanted.status, conditions: conditionsAfter(node.status?.conditions ?? []) };
  node = await client.patch(refTo(resources.nodes, wanted), { status }, "strategic", { subresource: "status" });
  return { node, created };
}
