import { addons } from "./addons.ts";
import { networkAgents } from "./network-agents.ts";
import { nodeAgents } from "./node-agents.ts";
import type { SystemObject } from "./object-parts.ts";
import type { AksSystemOptions } from "./system-options.ts";

/**
 * What AKS itself puts into a cluster, in an order in which it can be created. On nodes without CNI the agents in the
 * nodes' network run, the add-ons in the pod network wait.
 */
export function aksSystemManifests(options: AksSystemOptions): readonly SystemObject[] {
  const registry = options.registry ?? "mcr.microsoft.com";
  const version = options.kubernetesVersion.replace(/^v/, "");
  const objects = [
    ...nodeAgents(options, registry, version),
    ...networkAgents(options.network, registry, options.clusterCidrs ?? []),
    ...addons(options, registry),
  ];
  const order = [
    "Namespace",
    "ServiceAccount",
    "ConfigMap",
    "Service",
    "DaemonSet",
    "Deployment",
    "PodDisruptionBudget",
  ];
  return objects.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
