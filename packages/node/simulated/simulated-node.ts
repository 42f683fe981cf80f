import { sleep } from "@byocni/base/core";
import {
  type ExecResult,
  type NodeRuntime,
  type ResourceUsage,
  type PodSandbox,
  RuntimeError,
  type RuntimeStatus,
  type SandboxRequest,
  type VolumeMount,
} from "@byocni/node/agent";
import { createConfMonitor } from "@byocni/node/cni";
import { volatileFolders } from "./aks-node-layer.ts";
import type { ClusterServices, SimulatedNodeOptions } from "./cluster-services.ts";
import { readInjectedBehaviours } from "./container/injected-behaviour.ts";
import { createSimulatedContainer, idFrom } from "./container/simulated-container.ts";
import { createVolumeTree, type VolumeTree } from "./container/volume-tree.ts";
import { createFileTree, type FileTree } from "./files/file-tree.ts";
import type { Mount } from "./files/mounted-files.ts";
import { isWithin, normalizePath, parentOf } from "./files/path.ts";
import { applySnapshot, type FileChange, snapshotTree } from "./files/snapshot.ts";
import { pullFailure } from "./images/pull-failure.ts";
import { type ImageReference, parseImageReference } from "./images/reference.ts";
import { createPodNetwork } from "./network/pod-network.ts";
import { createNodeDaemons } from "./node-daemons.ts";
import { runOnNode } from "./node-shell.ts";

/** A node runtime whose machine is simulated. */
export interface SimulatedNode extends NodeRuntime {
  readonly disk: FileTree;
  /** What the disk holds beyond what every node has, for a later life of the node. */
  snapshot(): readonly FileChange[];
  /** Called when there is something new for a snapshot. Returns how to stop. */
  onDisk(listener: () => void): () => void;
  /** `systemctl restart containerd`: CNI configuration is loaded afresh, containers run on. */
  restartContainerd(): void;
}

const confDirectory = "/etc/cni/net.d";

/** What an AKS node uses before any pod runs, roughly: its share of the reserved resources. */
const systemUsage: ResourceUsage = { cpuNanocores: 60_000_000, memoryBytes: 900 * 2 ** 20 };

interface VolumeMounted extends Mount {
  /** Absent for folders of the node. */
  readonly tree?: VolumeTree;
}

export function createSimulatedNode(services: ClusterServices, options: SimulatedNodeOptions): SimulatedNode {
  const { clock } = services;
  const now = (): number => clock.now();
  const diskListeners = new Set<() => void>();
  const disk = createFileTree({
    base: services.baseLayer,
    now,
    onChange(path) {
      if (diskListeners.size === 0 || volatileFolders.some((folder) => isWithin(path, folder))) return;
      for (const listener of diskListeners) listener();
    },
  });
  if (options.disk) applySnapshot(disk, options.disk);
  else {
    for (const [path, text] of Object.entries(options.files ?? {})) {
      disk.makeDirectory(parentOf(path), { parents: true });
      disk.writeFile(path, text, { mode: path.startsWith("/opt/cni/bin/") ? 0o755 : 0o644 });
    }
  }
  const newId = (): string => idFrom(services.random.bytes(16));
  const context = createNodeDaemons({
    name: options.name,
    ip: options.ip,
    clock,
    files: disk,
    cluster: services.context,
    bridges: new Map<string, string>(),
    ...(options.podAddresses ? { podAddresses: options.podAddresses } : {}),
  });
  const network = createPodNetwork(context);
  // containerd makes the directory when it starts.
  disk.makeDirectory(confDirectory, { parents: true });
  const monitor = createConfMonitor({ view: disk, profile: services.profile, askStatus: network.askStatus });
  const listeners = new Set<() => void>();
  const images = new Set<string>();
  const sandboxes = new Set<PodSandbox>();
  const lifetime = new AbortController();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  /** What was last told, so that events that change nothing wake nobody. */
  let told = "";
  function check(): void {
    const state = monitor.state();
    const summary = `${monitor.stopped() ?? ""} ${state.message} ${state.networkName ?? ""}`;
    if (summary === told) return;
    told = summary;
    changed();
  }
  function restartContainerd(): void {
    disk.makeDirectory(confDirectory, { parents: true });
    monitor.restart();
    check();
  }
  disk.watch(confDirectory, (event) => {
    const before = monitor.stopped();
    monitor.handle(event);
    check();
    if (before !== undefined || monitor.stopped() === undefined) return;
    void sleep(clock, services.containerdRestartMs, lifetime.signal).then(restartContainerd, () => {});
  });
  // STATUS answers may change with the plugin programs, and with the daemons behind them.
  disk.watch("/opt/cni/bin", check);
  context.onDaemon(check);

  function reference(image: string): ImageReference {
    const parsed = parseImageReference(image);
    if (parsed) return parsed;
    throw new RuntimeError(
      `failed to parse image reference ${JSON.stringify(image)}: invalid reference format`,
      "InvalidArgument",
    );
  }

  async function runSandbox(request: SandboxRequest): Promise<PodSandbox> {
    const injected = await readInjectedBehaviours(request.annotations);
    const id = newId();
    let ips: readonly string[] = [];
    const failed = (cause: string): RuntimeError =>
      new RuntimeError(`failed to setup network for sandbox "${id}": ${cause}`);
    if (!request.hostNetwork) {
      const loaded = monitor.network();
      if (!loaded) throw failed("cni plugin not initialized");
      try {
        ips = network.attach(loaded, id);
      } catch (error) {
        throw failed(error instanceof Error ? error.message : String(error));
      }
      if (ips.length === 0) throw new RuntimeError(`failed to find network info for sandbox "${id}"`);
    }
    const trees = new Map<string, VolumeTree>();
    const containers = new Set<{ stop(grace: number): Promise<void> }>();
    const mountOf = ({ volume: name, mountPath, subPath, readOnly }: VolumeMount): VolumeMounted => {
      const volume = request.volumes.get(name);
      const place = { at: normalizePath(mountPath), readOnly };
      if (volume?.kind === "host") {
        const source = normalizePath(subPath, normalizePath(volume.path));
        // containerd makes what a container is to mount.
        if (!disk.stat(source)) disk.makeDirectory(source, { parents: true });
        return { ...place, files: disk, source };
      }
      // A sub-path of files from the API is a copy of its own: what changes there later does not reach it.
      const copied = volume?.kind === "files" && subPath !== "";
      const tree = (copied ? undefined : trees.get(name)) ?? createVolumeTree(volume ?? { kind: "empty" }, now);
      if (!copied) trees.set(name, tree);
      const source = normalizePath(subPath);
      if (source !== "/" && !tree.files.stat(source)) tree.files.makeDirectory(source, { parents: true });
      return {
        ...place,
        get files() {
          return tree.files;
        },
        source,
        tree,
      };
    };
    const sandbox: PodSandbox = {
      id,
      ips,
      createContainer(container) {
        const image = reference(container.image);
        const { model, layer } = services.imageOf(image);
        const init = container.kind === "init";
        const mounts = container.mounts.map(mountOf);
        const made = createSimulatedContainer({
          node: context,
          pod: request,
          request: container,
          image,
          model,
          layer,
          mounts,
          prepare: async () => {
            for (const { tree } of mounts) await tree?.prepare();
          },
          injected: injected(container.name, init),
          daemon: container.kind === "daemon",
          newId,
        });
        containers.add(made);
        void made.exited.then(() => containers.delete(made));
        return made;
      },
      updateVolume: (name, files) => trees.get(name)?.update(files),
      async stop() {
        await Promise.all(Array.from(containers, (container) => container.stop(0)));
        if (!request.hostNetwork && sandboxes.has(sandbox)) {
          const loaded = monitor.network();
          const failure = (cause: string): RuntimeError =>
            new RuntimeError(`failed to destroy network for sandbox ${JSON.stringify(id)}: ${cause}`);
          if (!loaded) throw failure("cni plugin not initialized");
          try {
            network.detach(loaded, id);
          } catch (error) {
            throw failure(error instanceof Error ? error.message : String(error));
          }
        }
        sandboxes.delete(sandbox);
      },
    };
    sandboxes.add(sandbox);
    return sandbox;
  }

  return {
    version: `containerd://${services.containerdVersion}`,
    files: disk,
    disk,
    status(): RuntimeStatus {
      const stopped = monitor.stopped();
      return { network: monitor.state(), ...(stopped === undefined ? {} : { down: stopped }) };
    },
    onStatus(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    prepareHostPath(path, type) {
      const kind = disk.stat(path)?.kind;
      const create = type.endsWith("OrCreate");
      const wanted = type.startsWith("Directory") ? "directory" : type.startsWith("File") ? "file" : undefined;
      if (wanted === undefined || kind === wanted) return undefined;
      if (!create || kind !== undefined) return `hostPath type check failed: ${path} is not a ${wanted}`;
      disk.makeDirectory(parentOf(normalizePath(path)), { parents: true });
      if (wanted === "directory") disk.makeDirectory(path, { parents: true });
      else disk.writeFile(path, "");
      return undefined;
    },
    hasImage: (image) => images.has(parseImageReference(image)?.name ?? image),
    async pullImage(image) {
      const parsed = reference(image);
      const failure = pullFailure(parsed);
      if (failure) throw failure;
      images.add(parsed.name);
      // Only a stand-in for the size: it depends on nothing but the name, so that it never changes.
      return Promise.resolve({ sizeBytes: 5_000_000 + (Number.parseInt(parsed.id.slice(-6), 16) % 90_000_000) });
    },
    runSandbox,
    systemUsage: () => systemUsage,
    exec: (command, input): Promise<ExecResult> =>
      runOnNode({
        node: context,
        monitor,
        restartContainerd,
        images,
        sandboxes,
        command,
        ...(input === undefined ? {} : { input }),
      }),
    snapshot: () => snapshotTree(disk, services.baseLayer, volatileFolders),
    onDisk(listener) {
      diskListeners.add(listener);
      return () => void diskListeners.delete(listener);
    },
    restartContainerd,
    async close() {
      lifetime.abort(new Error("closed"));
      listeners.clear();
      for (const sandbox of sandboxes) await sandbox.stop().catch(() => {});
      sandboxes.clear();
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}
