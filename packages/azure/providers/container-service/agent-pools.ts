import { assert } from "@byocni/base/core";
import type { PrepareRequest, Prepared, ProviderContext, StoredType } from "@byocni/azure/arm";
import { fillAgentPool } from "./agent-pool-defaults.ts";
import { versionsSince } from "./api-versions.ts";
import { clusterFacts } from "./cluster-facts.ts";
import type { ClusterHost } from "./cluster-host.ts";
import { type ClusterWork, abortAction } from "./cluster-operations.ts";
import { clusterOf, specOf } from "./cluster-spec.ts";
import { deleteMachines, deleteMachinesAction } from "./delete-machines.ts";
import { enforceRules } from "./enforce-rules.ts";
import { aksFaults } from "./errors.ts";
import { type MemberTables, shownProperties } from "./members/member-tables.ts";
import { bareTag, poolNamePattern } from "./names.ts";
import { poolInVersion } from "./show-members.ts";
import { fromSnapshot } from "./snapshots.ts";
import { nodeImageOf } from "./node-image.ts";
import type { AgentPoolProperties } from "./properties.ts";

/** `Microsoft.ContainerService/managedClusters/agentPools`: another view of the cluster's `agentPoolProfiles`. */
export function agentPools(host: ClusterHost, work: ClusterWork, members: MemberTables): StoredType {
  return {
    kind: "stored",
    name: "managedClusters/agentPools",
    apiVersions: versionsSince("2019-02-01"),
    embedded: { property: "agentPoolProfiles", shape: "flat" },
    nameRule: { pattern: poolNamePattern, refuse: (name) => aksFaults.InvalidAgentPoolName({ name }) },
    patch: "none",
    prepare: (request, context) =>
      prepare({ ...request, body: members.take(memberType, request.apiVersion, request.body) }, context),
    async beforeDelete(resource, context) {
      if (context.cascade) return;
      const cluster = await context.resources.get(
        resource.id.text.slice(0, resource.id.text.lastIndexOf("/agentPools/")),
      );
      assert(cluster, "a pool has a cluster");
      const left = clusterOf(cluster).properties.agentPoolProfiles.filter(({ name }) => name !== resource.name);
      if (left.length === 0) throw aksFaults.LastAgentPool({}, { target: "agentPoolProfile" });
      if (!left.some(({ mode }) => mode === "System"))
        throw aksFaults.SystemPoolRequired({}, { target: "agentPoolProfile" });
    },
    actions: [
      {
        name: "upgradeNodeImageVersion",
        run: () => ({
          kind: "operation",
          operation: { kind: "upgradeNodeImage", state: "UpgradingNodeImageVersion" },
        }),
      },
      deleteMachinesAction(host),
      abortAction,
    ],
    operations: {
      apply: work.operations.apply,
      deleteMachines: (operation) => deleteMachines(operation, host, work),
      async upgradeNodeImage(operation) {
        await operation.update((current) => {
          const { currentOrchestratorVersion, osSKU } = current.properties as AgentPoolProperties;
          const nodeImageVersion = nodeImageOf(currentOrchestratorVersion, osSKU);
          return { ...current, properties: { ...current.properties, nodeImageVersion } };
        });
        await work.applyCluster(operation);
      },
      async delete(operation) {
        const cluster = await operation.resources.get(
          operation.id.text.slice(0, operation.id.text.toLowerCase().lastIndexOf("/agentpools/")),
        );
        assert(cluster, "a pool has a cluster");
        const spec = await specOf(cluster, operation);
        await host.apply(
          { ...spec, pools: spec.pools.filter(({ name }) => name !== operation.id.name) },
          operation.signal,
        );
        await work.reconcile(cluster, operation, operation.id.name);
      },
    },
    deleteOperation: { kind: "delete", state: "Deleting" },
    project({ properties, etag }, { apiVersion }) {
      const own = poolInVersion({ ...properties, eTag: bareTag(etag) }, apiVersion);
      const shown = shownProperties(members, memberType, apiVersion, own);
      const hidden = Object.keys(properties).filter((name) => !(name in shown));
      return { properties: { ...Object.fromEntries(hidden.map((name) => [name, undefined])), ...shown } };
    },
    notImplementedActions: ["completeUpgrade"],
  };
}

const memberType = "managedClusters/agentPools";

async function prepare(request: PrepareRequest, context: ProviderContext): Promise<Prepared> {
  const { parent, existing, body, id } = request;
  assert(parent, "a pool has a cluster");
  const { properties } = clusterOf(parent);
  const known = existing && ({ ...existing.properties, name: existing.name } as AgentPoolProperties);
  const filled = await fromSnapshot(body.properties ?? {}, context);
  const pool = fillAgentPool(
    existing?.name ?? id.name,
    filled.body,
    {
      nodeImageVersion: filled.nodeImageVersion,
      network: properties.networkProfile,
      version: properties.currentKubernetesVersion,
      askedVersion: properties.kubernetesVersion,
      defaultMode: "User",
      path: "properties",
      apiVersion: request.apiVersion,
    },
    known,
  );
  const others = properties.agentPoolProfiles.filter(({ name }) => name !== pool.name);
  if (![...others, pool].some(({ mode }) => mode === "System"))
    throw aksFaults.SystemPoolRequired({}, { target: "agentPoolProfile.mode" });
  const facts = await clusterFacts(
    {
      request,
      name: parent.name,
      resourceGroup: parent.id.resourceGroup ?? "",
      properties: { ...properties, agentPoolProfiles: [...others, pool] },
      sentNetwork: properties.networkProfile,
      subjects: new Map([[pool.name, "properties"]]),
      identity: parent.identity,
      existing: parent,
    },
    context,
  );
  enforceRules(facts, context, "pool");
  const { name: _name, ...state } = pool;
  const scaled = known !== undefined && known.count !== pool.count;
  return {
    state: { properties: state },
    operation: { kind: "apply", state: existing ? (scaled ? "Scaling" : "Updating") : "Creating" },
    ...(pool.vnetSubnetID === undefined
      ? {}
      : { linked: [{ scope: pool.vnetSubnetID, action: "Microsoft.Network/virtualNetworks/subnets/join/action" }] }),
  };
}
