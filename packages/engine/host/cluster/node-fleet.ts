import type { Clock, Closeable, Logger, Random, Timer } from "@byocni/base/core";
import type { HttpCaller } from "@byocni/base/http";
import type { Store } from "@byocni/base/store";
import type { ClusterSpec, NodeCommandResult, NodePoolSpec, NodeStatus } from "@byocni/azure/providers";
import { createKubeClient, type Node, resources } from "@byocni/kube/client";
import { createClusterAccess, createNodePool, kubernetesServiceEnvironment, type NodeAgent } from "@byocni/node/agent";
import {
  type FileChange,
  type ImageCatalog,
  type SimulatedCluster,
  type SimulatedNode,
  createSimulatedCluster,
} from "@byocni/node/simulated";
import { networkFiles } from "./aks-network.ts";
import { describeNode } from "./describe-node.ts";
import { nodeImage } from "./node-image.ts";
import { type NodeRecord, createNodeRecords } from "./node-records.ts";
import { planNodes } from "./plan-nodes.ts";

export interface NodeFleetDeps {
  readonly spec: ClusterSpec;
  readonly caller: HttpCaller;
  /** Addresses and disks of the nodes. */
  readonly disks: Store;
  /** Images that only this engine knows. */
  readonly images: ImageCatalog;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** The nodes of one cluster. */
export interface NodeFleet extends Closeable {
  /** Makes the nodes be as described. Resolves when every one of them is registered. */
  apply(spec: ClusterSpec, signal: AbortSignal): Promise<void>;
  nodes(): Promise<readonly NodeStatus[]>;
  /** No machine is or was there. */
  isEmpty(): boolean;
  run(node: string, script: string): Promise<NodeCommandResult>;
  agent(node: string): NodeAgent | undefined;
  agents(): Iterable<NodeAgent>;
  /** Takes machines away for good; names that are not there are passed over. Gives those that were removed. */
  remove(names: readonly string[]): Promise<readonly NodeRecord[]>;
}

/** How long a disk rests before it is saved, so that a burst of changes is one write. */
const diskSaveDelayMs = 10;

export async function createNodeFleet(deps: NodeFleetDeps): Promise<NodeFleet> {
  const { clock, random, logger, spec } = deps;
  const client = createKubeClient(deps.caller, { userAgent: "kubelet", fieldManager: "kubelet" });
  const records = createNodeRecords(deps.disks);
  const pool = createNodePool({
    client,
    clock,
    random,
    logger: logger.with({ part: "nodes" }),
    clusterDns: spec.network.dnsServiceIP,
    // AKS points the pods of kube-system at the API server's public name, all others at the service.
    serviceEnvironment: (namespace) =>
      kubernetesServiceEnvironment(namespace === "kube-system" ? spec.fqdn : firstServiceAddress(spec)),
  });
  const had = (await records.all()).length > 0;
  const machines = new Map<string, SimulatedNode>();
  const known = new Map<string, NodeRecord>();
  const clusters = new Map<string, SimulatedCluster>();
  const saves = new Map<string, Timer>();
  let writing: Promise<unknown> = Promise.resolve();
  let closed = false;

  const access = createClusterAccess(client);

  /** Nodes of one containerd version share what machines of one cluster share. */
  function clusterFor(nodePool: NodePoolSpec): SimulatedCluster {
    const { containerdVersion } = nodeImage(nodePool.nodeImageVersion);
    let cluster = clusters.get(containerdVersion);
    if (!cluster) {
      const [podCidr] = spec.network.podCidrs;
      const [serviceCidr] = spec.network.serviceCidrs;
      cluster = createSimulatedCluster({
        clock,
        random,
        access,
        containerdVersion,
        images: deps.images,
        ...(podCidr === undefined ? {} : { podCidr }),
        ...(serviceCidr === undefined ? {} : { serviceCidr }),
      });
      clusters.set(containerdVersion, cluster);
    }
    return cluster;
  }

  function saveDisk(name: string, machine: SimulatedNode): void {
    if (closed || saves.has(name)) return;
    saves.set(
      name,
      clock.setTimer(diskSaveDelayMs, () => {
        saves.delete(name);
        if (known.has(name)) writing = Promise.all([writing, records.putDisk(name, machine.snapshot())]);
        writing.catch((error: unknown) => logger.error("a node's disk was not saved", { node: name, error }));
      }),
    );
  }

  function start(current: ClusterSpec, record: NodeRecord, disk: readonly FileChange[] | undefined): Promise<unknown> {
    const nodePool = current.pools.find(({ name }) => name === record.pool);
    if (!nodePool) throw new Error(`the node ${record.name} belongs to no pool`);
    const machine = clusterFor(nodePool).createNode({
      name: record.name,
      ip: record.ip,
      ...(disk ? { disk } : { files: networkFiles(current, nodePool, record) }),
      ...(record.pods ? { podAddresses: record.pods } : {}),
    });
    machines.set(record.name, machine);
    known.set(record.name, record);
    machine.onDisk(() => saveDisk(record.name, machine));
    return pool.add(describeNode(current, nodePool, record), machine).registered;
  }

  async function discard(gone: readonly NodeRecord[]): Promise<void> {
    await Promise.all(
      gone.map(async ({ name }) => {
        known.delete(name);
        machines.delete(name);
        await pool.remove(name, { deleteObject: true });
      }),
    );
    await records.remove(gone.map(({ name }) => name));
  }

  async function apply(current: ClusterSpec, signal: AbortSignal): Promise<void> {
    const present = known.size > 0 ? [...known.values()] : await records.all();
    const plan = planNodes(current, present);
    await discard(plan.remove);
    signal.throwIfAborted();
    await records.put(plan.add);
    const waking = plan.keep.filter(({ name }) => !known.has(name));
    const disks = waking.length > 0 ? await records.disks() : new Map<string, readonly FileChange[]>();
    await Promise.all([
      ...waking.map((record) => start(current, record, disks.get(record.name))),
      ...plan.add.map((record) => start(current, record, undefined)),
    ]);
    signal.throwIfAborted();
    await updateLabels(current, plan.keep);
  }

  /** Labels of a pool can change while its nodes stay. */
  async function updateLabels(current: ClusterSpec, kept: readonly NodeRecord[]): Promise<void> {
    for (const record of kept) {
      const nodePool = current.pools.find(({ name }) => name === record.pool);
      if (!nodePool || Object.keys(nodePool.nodeLabels).length === 0) continue;
      await client.patch(
        { ...resources.nodes, name: record.name },
        { metadata: { labels: nodePool.nodeLabels } },
        "merge",
      );
    }
  }

  async function close(): Promise<void> {
    // The disks are kept as they are now: what ends with the machines must not change them any more.
    closed = true;
    const unsaved: Promise<void>[] = [];
    for (const [name, timer] of saves) {
      timer.cancel();
      const machine = machines.get(name);
      if (machine && known.has(name)) unsaved.push(records.putDisk(name, machine.snapshot()));
    }
    saves.clear();
    await Promise.all([writing, ...unsaved]);
    await pool.close();
  }

  return {
    apply,
    async nodes() {
      const { items } = await client.list(resources.nodes);
      return items.flatMap((node) => statusOf(node, known));
    },
    isEmpty: () => !had && known.size === 0,
    async run(name, script) {
      const machine = machines.get(name);
      if (!machine) throw new Error(`there is no node ${name}`);
      return machine.exec(["sh", "-c", script]);
    },
    agent: (node) => pool.get(node),
    agents: () => pool.nodes.values(),
    async remove(names) {
      const gone = [...known.values()].filter(({ name }) => names.includes(name));
      await discard(gone);
      return gone;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function statusOf(node: Node, known: ReadonlyMap<string, NodeRecord>): readonly NodeStatus[] {
  const record = known.get(node.metadata.name);
  if (!record) return [];
  const ready = node.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false;
  return [{ name: record.name, pool: record.pool, ready, address: record.ip }];
}

/** The address of the service `kubernetes`: the first of the service range. */
function firstServiceAddress({ network }: ClusterSpec): string {
  const [range = "10.0.0.0/16"] = network.serviceCidrs;
  const octets = (range.split("/")[0] ?? "").split(".");
  return octets.length === 4 ? [...octets.slice(0, 3), String(Number(octets[3]) + 1)].join(".") : "10.0.0.1";
}
