import type { JsonObject } from "@byocni/base/core";
import type { ActionDefinition, OperationContext, OperationRunner, Resource, ResourceState } from "@byocni/azure/arm";
import type { ClusterHost } from "./cluster-host.ts";
import { clusterOf, specOf } from "./cluster-spec.ts";
import { aksFaults } from "./errors.ts";
import { nodeGroupNames } from "./node-group/names.ts";
import { outboundIps } from "./node-group/network.ts";
import type { NodeGroupContents } from "./node-group/node-group.ts";
import type { ManagedClusterProperties } from "./properties.ts";
import { requireSubnetAccess } from "./subnet-access.ts";

/** How long AKS takes, in milliseconds; played only with `--latency azure` (a creation was recorded with 8.5 minutes). */
const durations = {
  create: 510_000,
  update: 60_000,
  delete: 240_000,
  stop: 120_000,
  start: 180_000,
  rotate: 600_000,
  rotateKeys: 300_000,
  reset: 120_000,
} as const;

/** The cluster itself, whether the operation is on it or on one of its pools. */
async function clusterResource(operation: OperationContext): Promise<Resource> {
  const { text } = operation.id;
  const parent = text.toLowerCase().lastIndexOf("/agentpools/");
  if (parent === -1) return operation.resource();
  const cluster = await operation.resources.get(text.slice(0, parent));
  if (!cluster) throw new Error(`the cluster of ${text} is gone`);
  return cluster;
}

/** The work on clusters and pools, shared by both types. */
export interface ClusterWork {
  readonly operations: Readonly<
    Record<"create" | "apply" | "delete" | "stop" | "start" | "rotate" | "rotateKeys" | "reset", OperationRunner>
  >;
  readonly reconcile: NodeGroupContents;
  /** Makes cluster and node resource group be as they are stored. */
  applyCluster(operation: OperationContext): Promise<void>;
}

export function createClusterWork(host: ClusterHost, reconcile: NodeGroupContents): ClusterWork {
  async function applyCluster(operation: OperationContext): Promise<void> {
    const cluster = await clusterResource(operation);
    await requireSubnetAccess(cluster, operation);
    // Neither needs the other: nodes are up sooner.
    const spec = await specOf(cluster, operation);
    const done = await Promise.allSettled([host.apply(spec, operation.signal), reconcile(cluster, operation)]);
    for (const result of done) if (result.status === "rejected") throw result.reason;
  }

  async function power(operation: OperationContext, code: "Running" | "Stopped"): Promise<void> {
    const cluster = await operation.update((current) => withPower(current, code));
    await reconcile(cluster, operation);
  }

  return {
    reconcile,
    applyCluster,
    operations: {
      async create(operation) {
        await operation.takes(durations.create);
        await applyCluster(operation);
        await operation.update((current) => withCreationResults(current));
      },
      async apply(operation) {
        await operation.takes(durations.update);
        await applyCluster(operation);
        // On a pool the cluster's own answers stay as they are.
        if (operation.id.types.length === 1) await operation.update((current) => withCreationResults(current));
      },
      async delete(operation) {
        await operation.takes(durations.delete);
        await removeCluster(await operation.resource(), host, operation);
      },
      async rotate(operation) {
        await operation.takes(durations.rotate);
        await host.rotateCertificates?.(clusterOf(await operation.resource()).hidden.uid);
      },
      async rotateKeys(operation) {
        await operation.takes(durations.rotateKeys);
        await host.rotateServiceAccountKeys?.(clusterOf(await operation.resource()).hidden.uid);
      },
      async reset(operation) {
        await operation.takes(durations.reset);
        const { profile, value } = operation.input;
        await operation.update((current) => ({
          ...current,
          properties: { ...current.properties, [String(profile)]: value },
        }));
      },
      async stop(operation) {
        await operation.takes(durations.stop);
        const { hidden } = clusterOf(await operation.resource());
        await host.stop(hidden.uid);
        await power(operation, "Stopped");
      },
      async start(operation) {
        await operation.takes(durations.start);
        const { hidden } = clusterOf(await operation.resource());
        await host.start(hidden.uid);
        await power(operation, "Running");
        // What was changed while it was stopped comes into being now.
        await host.apply(await specOf(await operation.resource(), operation), operation.signal);
      },
    },
  };
}

/** POST `abort`: ends the operation under way on a cluster or pool, which then shows as canceled. */
export const abortAction: ActionDefinition = {
  name: "abort",
  async run({ id }, context) {
    if (!(await context.cancelOperation(id))) throw aksFaults.NothingToAbort({ name: id.name });
    return { kind: "empty", status: 204 };
  },
};

/** Takes away all that came with a cluster; bears repetition. */
export async function removeCluster(
  resource: Resource,
  host: ClusterHost,
  context: Pick<OperationContext, "resources" | "directory">,
): Promise<void> {
  const { properties, hidden } = clusterOf(resource);
  await host.delete(hidden.uid);
  for (const objectId of hidden.principals) await context.directory.removePrincipal(objectId);
  const { subscriptionId = "" } = resource.id;
  const group = await context.resources.getGroup(subscriptionId, properties.nodeResourceGroup);
  if (group?.managedBy?.toLowerCase() === resource.id.key)
    await context.resources.removeGroup(subscriptionId, properties.nodeResourceGroup);
}

/** What AKS shows only once a cluster stands: its outbound addresses and the identity of its kubelets. */
function withCreationResults(current: Resource): ResourceState {
  const { properties, hidden } = clusterOf(current);
  const names = nodeGroupNames(current);
  const loadBalancer = properties.networkProfile["loadBalancerProfile"] as JsonObject | undefined;
  const network = loadBalancer
    ? {
        ...properties.networkProfile,
        loadBalancerProfile: {
          ...loadBalancer,
          effectiveOutboundIPs: outboundIps(current, names).all.map((id) => ({ id })),
        },
      }
    : properties.networkProfile;
  return {
    ...current,
    properties: {
      ...properties,
      networkProfile: network,
      identityProfile: {
        kubeletidentity: {
          resourceId: names.kubeletIdentityId.replace("/resourceGroups/", "/resourcegroups/"),
          clientId: hidden.kubeletIdentity.clientId,
          objectId: hidden.kubeletIdentity.objectId,
        },
      },
    },
  };
}

function withPower(current: Resource, code: "Running" | "Stopped"): ResourceState {
  const { properties } = clusterOf(current);
  const changed: ManagedClusterProperties = {
    ...properties,
    powerState: { code },
    agentPoolProfiles: properties.agentPoolProfiles.map((pool) => ({ ...pool, powerState: { code } })),
  };
  return { ...current, properties: changed };
}
