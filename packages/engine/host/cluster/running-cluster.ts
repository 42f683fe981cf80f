import {
  type Clock,
  type JsonObject,
  type Logger,
  type Random,
  createCloser,
  parseCidr,
  sleep,
} from "@byocni/base/core";
import { type HttpCaller, inProcessCaller } from "@byocni/base/http";
import type { StoreHost } from "@byocni/base/store";
import type { ClusterSpec, CredentialKind, NodeCommandResult, NodeStatus } from "@byocni/azure/providers";
import { createKubeClient } from "@byocni/kube/client";
import { startControllers } from "@byocni/kube/controllers";
import { type ApiServer, createApiServer } from "@byocni/kube/server";
import { applySystemObjects, monitoringGroup } from "./system-objects.ts";
import type { DataDirectory } from "@byocni/engine/instance";
import { createClientCertificates } from "./client-certificates.ts";
import type { ClusterDoor } from "./cluster-door.ts";
import type { ClusterRecord } from "./cluster-record.ts";
import type { NodeInstance } from "./describe-node.ts";
import { commandImages } from "./command/client-programs.ts";
import { type CommandRunner, createCommandRunner } from "./command/command-runner.ts";
import { entraAuthorizer, entraTokens, type EntraDirectory } from "./entra-access.ts";
import { kubeconfigYaml } from "./kubeconfig.ts";
import { type NodeFleet, createNodeFleet } from "./node-fleet.ts";
import { metricsApi } from "./metrics-api.ts";
import { createPodAccess } from "./pod-access.ts";

export interface StartClusterOptions {
  readonly record: ClusterRecord;
  /** Closed with the cluster, and when it does not start. */
  readonly door: ClusterDoor;
  readonly stores: StoreHost;
  readonly directory: DataDirectory;
  /** May commands in the cluster run clients of this machine? */
  readonly allowCommands?: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly entra?: EntraDirectory;
}

/** A cluster whose API server listens and whose nodes run. */
export interface RunningCluster {
  /** Makes nodes and system objects be as described. Resolves when every node is registered. */
  apply(spec: ClusterSpec, signal: AbortSignal): Promise<void>;
  kubeconfig(
    kind: CredentialKind,
    names: { readonly cluster: string; readonly user: string; readonly context: string },
  ): Promise<string>;
  nodes(): Promise<readonly NodeStatus[]>;
  /** Public keys of the tokens of service accounts (JSON Web Keys). */
  tokenKeys(): Promise<readonly JsonObject[]>;
  readonly commands: CommandRunner;
  runOnNode(node: string, script: string): Promise<NodeCommandResult>;
  /** Takes machines away; names that are not there are passed over. Gives those that were removed. */
  removeNodes(names: readonly string[]): Promise<readonly NodeInstance[]>;
  close(): Promise<void>;
}

/** Groups in the certificates of each kind of credential. Until AKS's own Entra groups: all local accounts are masters. */
const credentialGroups: Readonly<Record<CredentialKind, readonly string[]>> = {
  clusterUser: ["system:masters"],
  clusterAdmin: ["system:masters"],
  clusterMonitoringUser: [monitoringGroup],
};

/** Opens the cluster's state and starts its API server and controllers. Its nodes wake with the first `apply`. */
export async function startCluster(options: StartClusterOptions): Promise<RunningCluster> {
  const { record, door, stores, directory, clock, random } = options;
  const { spec } = record;
  const { authority } = door;
  const logger = options.logger.with({ cluster: spec.name });
  const closer = createCloser();
  closer.add(door);
  try {
    const store = await stores.open(`cluster-${spec.uid}`);
    const [major = "1", minor = "0"] = spec.kubernetesVersion.split(".");
    const nodes: { fleet?: NodeFleet } = {};
    const server: ApiServer = closer.add(
      await createApiServer({
        store,
        clock,
        random,
        logger: logger.with({ part: "api-server" }),
        certificateAuthority: authority.cert,
        ...(spec.issuer === undefined ? {} : { serviceAccountIssuer: spec.issuer }),
        // Clusters of an older description have it; holders of user and admin kubeconfigs are masters.
        authorization: spec.rbac === false ? "authenticated" : "rbac",
        ...(spec.entra && options.entra
          ? {
              tokenAuthenticators: [entraTokens(options.entra)],
              otherAuthorizer: entraAuthorizer(spec, options.entra),
            }
          : {}),
        podAccess: createPodAccess({
          // The server is there before anyone asks it for a container.
          client: createKubeClient((call) => caller("system:apiserver")(call)),
          agent: (node) => nodes.fleet?.agent(node),
        }),
        extensions: [metricsApi(() => nodes.fleet?.agents() ?? [], clock)],
        version: { major, minor, gitVersion: `v${spec.kubernetesVersion}`, platform: "linux/amd64" },
        serviceCidrs: spec.network.serviceCidrs.flatMap((text) => {
          const parsed = parseCidr(text);
          return parsed.ok ? [parsed.value.cidr] : [];
        }),
      }),
    );
    const caller = (user: string): HttpCaller => inProcessCaller(server.handler, { user, groups: ["system:masters"] });
    door.serve(server.handler);
    closer.add(
      startControllers({
        caller: caller("system:kube-controller-manager"),
        clock,
        random,
        logger: logger.with({ part: "controllers" }),
        settings: { rootCertificate: authority.cert },
      }),
    );
    const certificates = createClientCertificates({ folder: directory.cluster(spec.uid), authority, clock });
    function kubeconfigOf(kind: CredentialKind, names: Parameters<RunningCluster["kubeconfig"]>[1]): string {
      const server = `https://127.0.0.1:${record.port}`;
      // Where users are those of Entra, AKS gives them no certificate of the cluster's own.
      const credential =
        kind === "clusterUser" && spec.entra && options.entra
          ? { tenantId: options.entra.tenantId }
          : certificates.of(kind, { commonName: kind, organizations: credentialGroups[kind] });
      return kubeconfigYaml({ server, ca: authority.cert, credential, names });
    }
    const adminConfig = (): string =>
      kubeconfigOf("clusterAdmin", { cluster: spec.name, user: "clusterAdmin", context: spec.name });
    const fleet = closer.add(
      await createNodeFleet({
        spec,
        caller: caller("system:nodes"),
        disks: await stores.open(`disks-${spec.uid}`),
        images: commandImages(adminConfig, options.allowCommands === true),
        clock,
        random,
        logger,
      }),
    );
    nodes.fleet = fleet;
    return {
      async apply(wanted, signal) {
        const isNew = fleet.isEmpty();
        await Promise.all([applySystemObjects(caller("aks"), wanted, isNew), fleet.apply(wanted, signal)]);
        // AKS says that its own network is there when it is; what the user brings it does not wait for.
        if (wanted.network.plugin !== "none") await networkReady(fleet, clock, signal);
      },
      kubeconfig: async (kind, names) => kubeconfigOf(kind, names),
      commands: createCommandRunner({
        client: createKubeClient(caller("aks"), { userAgent: "aks", fieldManager: "aks" }),
        clock,
        signal: closer.signal,
        agent: (node) => fleet.agent(node),
        canRun: async () => (await fleet.nodes()).some(({ ready }) => ready),
      }),
      nodes: () => fleet.nodes(),
      async tokenKeys() {
        const answer = await caller("aks")({ method: "GET", path: "/openid/v1/jwks" });
        const { keys } = (await answer.json()) as { readonly keys: readonly JsonObject[] };
        return keys;
      },
      runOnNode: (node, script) => fleet.run(node, script),
      removeNodes: (names) => fleet.remove(names),
      close: () => closer.close(),
    };
  } catch (error) {
    await closer.close();
    throw error;
  }
}

/** How long AKS's own network may take; after that the cluster is given as it is. */
const networkLimitMs = 30_000;

/** Waits until every node is Ready. */
async function networkReady(fleet: NodeFleet, clock: Clock, signal: AbortSignal): Promise<void> {
  const deadline = clock.now() + networkLimitMs;
  for (let pause = 5; clock.now() < deadline; pause = Math.min(pause * 2, 200)) {
    if ((await fleet.nodes()).every(({ ready }) => ready)) return;
    await sleep(clock, pause, signal);
  }
}
