import { type Clock, type Closeable, type JsonObject, type Logger, type Random, createCloser } from "@byocni/base/core";
import type { StoreHost } from "@byocni/base/store";
import type { ClusterHost, ClusterSpec, NodePoolSpec } from "@byocni/azure/providers";
import type { ClusterSummary, DataDirectory } from "@byocni/engine/instance";
import { rm } from "node:fs/promises";
import { type ClusterDoor, openClusterDoor } from "./cluster-door.ts";
import { type ClusterRecord, createClusterRecords } from "./cluster-record.ts";
import type { EntraDirectory } from "./entra-access.ts";
import { freePort } from "./free-port.ts";
import type { RunningCluster } from "./running-cluster.ts";

export interface ClusterHostDeps {
  readonly directory: DataDirectory;
  readonly stores: StoreHost;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** May commands in a cluster run the kubectl and helm of this machine? Default: no. */
  readonly allowCommands?: boolean;
  /** For clusters whose users are those of Entra. Absent: nobody of them is known. */
  readonly entra?: EntraDirectory;
}

/** The clusters of this engine. */
export interface EngineClusterHost extends ClusterHost, Closeable {
  /**
   * Starts the clusters that an earlier run left running. Resolves when their ports are open; `done` settles when they
   * and their nodes are up. One that fails is logged; the others go on.
   */
  restore(): Promise<{ readonly done: Promise<void> }>;
  summaries(): Promise<readonly ClusterSummary[]>;
  /** Keys of the cluster that issues tokens under this name; undefined when none that runs does. */
  issuerKeys(issuer: string): Promise<readonly JsonObject[] | undefined>;
}

export async function createClusterHost(deps: ClusterHostDeps): Promise<EngineClusterHost> {
  const { directory, stores, logger } = deps;
  const records = createClusterRecords(await stores.open("engine"));
  const closer = createCloser();
  /** Started or starting; a failed start is taken out again. */
  const clusters = new Map<string, Promise<RunningCluster>>();
  /** Ports that are open or opening for clusters that have not yet begun to start. */
  const doors = new Map<string, Promise<ClusterDoor>>();
  /** One change a cluster at a time. */
  const queues = new Map<string, Promise<unknown>>();

  function inTurn<T>(uid: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(uid) ?? Promise.resolve()).then(work, work);
    const settled = turn.catch(() => {});
    queues.set(uid, settled);
    void settled.then(() => {
      if (queues.get(uid) === settled) queues.delete(uid);
    });
    return turn;
  }

  function run(record: ClusterRecord): Promise<RunningCluster> {
    const { uid } = record.spec;
    const known = clusters.get(uid);
    if (known) return known;
    const starting = start(record);
    clusters.set(uid, starting);
    starting.catch(() => clusters.delete(uid));
    return starting;
  }

  async function start(record: ClusterRecord): Promise<RunningCluster> {
    const door = await doorOf(record);
    doors.delete(record.spec.uid);
    // Everything of Kubernetes is loaded with the first cluster: a start without clusters does not wait for it.
    const { startCluster } = await import("./running-cluster.ts");
    return startCluster({ ...deps, record, door });
  }

  function doorOf(record: ClusterRecord): Promise<ClusterDoor> {
    const { uid, name } = record.spec;
    let door = doors.get(uid);
    if (!door) {
      door = openClusterDoor({ ...deps, logger: logger.with({ cluster: name }), record });
      doors.set(uid, door);
      door.catch(() => doors.delete(uid));
    }
    return door;
  }

  /** Starts a cluster and its nodes as they were when it was halted. */
  async function wake(record: ClusterRecord): Promise<void> {
    const cluster = await run(record);
    await cluster.apply(record.spec, closer.signal);
  }

  async function halt(uid: string): Promise<void> {
    const running = clusters.get(uid);
    clusters.delete(uid);
    if (running) await (await running).close();
  }

  async function running(uid: string): Promise<RunningCluster> {
    const record = await records.get(uid);
    if (!record) throw new Error(`there is no cluster ${uid}`);
    if (record.power === "Stopped") throw new Error(`the cluster ${record.spec.name} is stopped`);
    return run(record);
  }

  closer.add({
    async close() {
      await Promise.all([...clusters.keys()].map((uid) => halt(uid)));
      await Promise.allSettled(Array.from(doors.values(), async (door) => (await door).close()));
    },
  });

  return {
    apply: (spec: ClusterSpec, signal) =>
      inTurn(spec.uid, async () => {
        const known = await records.get(spec.uid);
        const port = known?.port ?? (await freePort((await records.all()).map((record) => record.port)));
        const record: ClusterRecord = { spec, port, power: known?.power ?? "Running" };
        await records.put(record);
        if (record.power === "Stopped") return;
        signal.throwIfAborted();
        // What the API server is started with makes another one of it, on the same state.
        const isOther = known && startedWith(known.spec) !== startedWith(spec);
        if (isOther === true) await halt(spec.uid);
        const cluster = await run(record);
        await cluster.apply(spec, signal);
      }),
    async issuerKeys(issuer) {
      const record = (await records.all()).find(({ spec, power }) => spec.issuer === issuer && power === "Running");
      return record && (await run(record)).tokenKeys();
    },
    delete: (uid) =>
      inTurn(uid, async () => {
        await halt(uid);
        await records.remove(uid);
        await Promise.all([stores.drop(`cluster-${uid}`), stores.drop(`disks-${uid}`)]);
        await rm(directory.cluster(uid), { recursive: true, force: true });
      }),
    stop: (uid) =>
      inTurn(uid, async () => {
        const record = await records.get(uid);
        if (record) await records.put({ ...record, power: "Stopped" });
        await halt(uid);
      }),
    start: (uid) =>
      inTurn(uid, async () => {
        const record = await records.get(uid);
        if (!record) throw new Error(`there is no cluster ${uid}`);
        const started: ClusterRecord = { ...record, power: "Running" };
        await records.put(started);
        await wake(started);
      }),
    rotateCertificates: (uid) =>
      inTurn(uid, async () => {
        const record = await records.get(uid);
        if (!record) throw new Error(`there is no cluster ${uid}`);
        await halt(uid);
        await rm(directory.cluster(uid), { recursive: true, force: true });
        if (record.power === "Running") await wake(record);
      }),
    rotateServiceAccountKeys: (uid) =>
      inTurn(uid, async () => {
        const record = await records.get(uid);
        if (!record) throw new Error(`there is no cluster ${uid}`);
        await halt(uid);
        const { rotateSigningKey } = await import("@byocni/kube/server");
        await rotateSigningKey(await stores.open(`cluster-${uid}`));
        if (record.power === "Running") await wake(record);
      }),
    removeNodes: (uid, nodes) =>
      inTurn(uid, async () => {
        const record = await records.get(uid);
        if (!record) throw new Error(`there is no cluster ${uid}`);
        const removed = await (await running(uid)).removeNodes(nodes);
        const left = (pool: NodePoolSpec): number =>
          pool.count - removed.filter(({ pool: name }) => name === pool.name).length;
        const pools = record.spec.pools.map((pool) => ({ ...pool, count: left(pool) }));
        await records.put({ ...record, spec: { ...record.spec, pools } });
      }),
    kubeconfig: async (uid, kind, names) => (await running(uid)).kubeconfig(kind, names),
    nodes: async (uid) => (await running(uid)).nodes(),
    runCommand: async (uid, request) => (await running(uid)).commands.start(request),
    commandResult: async (uid, id) => (await running(uid)).commands.result(id),
    runOnNode: async (uid, node, script) => (await running(uid)).runOnNode(node, script),
    async restore() {
      const stopped = (await records.all()).filter(({ power }) => power === "Running");
      // What is wrong with a port is told when its cluster is started.
      await Promise.allSettled(stopped.map((record) => doorOf(record)));
      const started = stopped.map((record) =>
        inTurn(record.spec.uid, () => wake(record)).catch((error: unknown) => {
          logger.error("a cluster did not start", { cluster: record.spec.name, uid: record.spec.uid, error });
        }),
      );
      return { done: Promise.all(started).then(() => {}) };
    },
    async summaries() {
      const summaries: ClusterSummary[] = [];
      for (const { spec, port, power } of await records.all()) {
        const nodes = power === "Running" && clusters.has(spec.uid) ? await (await running(spec.uid)).nodes() : [];
        summaries.push({
          uid: spec.uid,
          name: spec.name,
          resourceGroup: spec.resourceGroup,
          kubernetesVersion: spec.kubernetesVersion,
          state: power,
          server: `https://127.0.0.1:${port}`,
          nodes: nodes.length,
          ready: nodes.filter(({ ready }) => ready).length,
        });
      }
      return summaries;
    },
    close: () => closer.close(),
    [Symbol.asyncDispose]: () => closer.close(),
  };
}

/** The part of a description that a running API server cannot change. */
function startedWith({ kubernetesVersion, issuer, entra }: ClusterSpec): string {
  return JSON.stringify([kubernetesVersion, issuer, entra]);
}
