import type {
  ClusterHost,
  ClusterSpec,
  CommandRequest,
  CommandResult,
  NodeCommandResult,
  NodeStatus,
} from "../container-service/cluster-host.ts";

/** A cluster host that only keeps books: what was asked of it, and which nodes there would be. */
export interface FakeClusterHost extends ClusterHost {
  /** Clusters that exist, by uid, as last described. */
  readonly clusters: ReadonlyMap<string, { readonly spec: ClusterSpec; readonly power: "Running" | "Stopped" }>;
  /** Every call in order, for example `apply mycluster`, `delete`, `stop`. */
  readonly calls: readonly string[];
  /** Scripts that were run, with their node. */
  readonly scripts: readonly { readonly node: string; readonly script: string }[];
  /** Commands that were started, and how they stand; a test ends them. */
  readonly commands: Map<string, { readonly request: CommandRequest; result: CommandResult }>;
  /** The one cluster there is. @throws Error when there are none or several */
  only(): ClusterSpec;
  /** Lets every `apply` from now on fail with this error, or succeed again. */
  failWith(error: Error | undefined): void;
  /** Holds every `apply` from now on until the returned function is called. */
  hold(): () => void;
}

/** Node names as scale sets make them: a base-36 index of six characters. */
export function fakeNodes(spec: ClusterSpec): readonly NodeStatus[] {
  return spec.pools.flatMap((pool) =>
    Array.from({ length: pool.count }, (_, index) => ({
      name: `${pool.scaleSetName}${index.toString(36).padStart(6, "0")}`,
      pool: pool.name,
      ready: spec.network.plugin !== "none",
      address: `10.224.0.${4 + index}`,
    })),
  );
}

export function createFakeClusterHost(): FakeClusterHost {
  const clusters = new Map<string, { spec: ClusterSpec; power: "Running" | "Stopped" }>();
  const calls: string[] = [];
  const scripts: { node: string; script: string }[] = [];
  const commands: FakeClusterHost["commands"] = new Map();
  let failure: Error | undefined;
  let gate: Promise<void> = Promise.resolve();

  function known(uid: string) {
    const cluster = clusters.get(uid);
    if (!cluster) throw new Error(`there is no cluster ${uid}`);
    return cluster;
  }

  return {
    clusters,
    calls,
    scripts,
    commands,
    // As on a real one, no pod starts where no node is Ready.
    async runCommand(uid, request) {
      if (!fakeNodes(known(uid).spec).some(({ ready }) => ready)) return false;
      commands.set(request.id, { request, result: { state: "Running", startedAt: "2026-12-01T00:00:00.000Z" } });
      return true;
    },
    commandResult: async (_uid, id) => commands.get(id)?.result,
    only() {
      const [first, ...others] = clusters.values();
      if (!first || others.length > 0) throw new Error(`there are ${clusters.size} clusters`);
      return first.spec;
    },
    failWith(error) {
      failure = error;
    },
    hold() {
      let open = (): void => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    async apply(spec, signal) {
      calls.push(`apply ${spec.name}`);
      signal.throwIfAborted();
      await Promise.race([
        gate,
        new Promise<never>((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        }),
      ]);
      signal.throwIfAborted();
      if (failure) throw failure;
      clusters.set(spec.uid, { spec, power: clusters.get(spec.uid)?.power ?? "Running" });
    },
    async delete(uid) {
      calls.push("delete");
      clusters.delete(uid);
    },
    async stop(uid) {
      calls.push("stop");
      known(uid).power = "Stopped";
    },
    async start(uid) {
      calls.push("start");
      known(uid).power = "Running";
    },
    async rotateServiceAccountKeys(uid) {
      known(uid);
      calls.push("rotate service account keys");
    },
    async rotateCertificates(uid) {
      known(uid);
      calls.push("rotate");
    },
    async removeNodes(uid, nodes) {
      const there = new Set(fakeNodes(known(uid).spec).map(({ name }) => name));
      const missing = nodes.find((name) => !there.has(name));
      if (missing !== undefined) throw new Error(`there is no node ${missing}`);
      calls.push(`remove ${nodes.join(" ")}`);
    },
    async kubeconfig(uid, kind, names) {
      known(uid);
      return `apiVersion: v1\nkind: Config\ncurrent-context: ${names.context}\n# ${kind} ${names.cluster} ${names.user}\n`;
    },
    async nodes(uid) {
      return fakeNodes(known(uid).spec);
    },
    async runOnNode(uid, node, script): Promise<NodeCommandResult> {
      if (!fakeNodes(known(uid).spec).some(({ name }) => name === node)) throw new Error(`there is no node ${node}`);
      scripts.push({ node, script });
      return { exitCode: 0, stdout: `${node}\n`, stderr: "" };
    },
  };
}
