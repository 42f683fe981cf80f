import { type Clock, sleep } from "@byocni/base/core";
import type { CommandRequest, CommandResult } from "@byocni/azure/providers";
import {
  type KubeClient,
  type KubeObject,
  type Pod,
  type Resource,
  inNamespace,
  refTo,
  resources,
} from "@byocni/kube/client";
import type { NodeAgent } from "@byocni/node/agent";
import { commandFolder } from "./client-programs.ts";

/** What AKS calls them. */
const namespace = "aks-command";
const container = "user-command";
const image = "mcr.microsoft.com/aks/command/runtime:master.251007.3";

/** How long the pod of a command may take to start, as on AKS. */
const startLimitMs = 30_000;
/** How long a command may run. */
const runLimitMs = 600_000;
/** How many commands are remembered, with their pods. */
const kept = 20;

/** An object with what its kind has beside the metadata. */
interface SentObject {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [member: string]: unknown;
}

export interface CommandRunnerDeps {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  agent(node: string): NodeAgent | undefined;
  /** Is there a node on which the pod could run now? */
  canRun(): Promise<boolean>;
}

/** Commands of `az aks command invoke`: each is a pod of its own. */
export interface CommandRunner {
  /** Resolves when its pod runs. @returns false when it does not start in time */
  start(request: CommandRequest): Promise<boolean>;
  result(id: string): CommandResult | undefined;
}

export function createCommandRunner({ client, clock, signal, agent, canRun }: CommandRunnerDeps): CommandRunner {
  const results = new Map<string, CommandResult>();
  const pods = inNamespace(resources.pods, namespace);
  const nameOf = (id: string): string => `command-${id}`;
  const now = (): string => new Date(clock.now()).toISOString();

  async function makePod({ id, command, files }: CommandRequest): Promise<void> {
    const name = nameOf(id);
    const metadata = { name, namespace };
    const put = (resource: Resource, object: SentObject): Promise<unknown> =>
      client.patch(refTo(resource, object), object, "apply", { force: true });
    await put(resources.namespaces, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    // The account that every pod has: its controller may not have seen the namespace yet.
    await put(resources.serviceAccounts, {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "default", namespace },
    });
    const paths = Object.keys(files);
    if (paths.length > 0) {
      const binaryData = Object.fromEntries(paths.map((path, index) => [`file-${index}`, files[path]]));
      await put(resources.configMaps, { apiVersion: "v1", kind: "ConfigMap", metadata, binaryData });
    }
    const items = paths.map((path, index) => ({ key: `file-${index}`, path }));
    await client.create(pods, {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...metadata, labels: { "kubernetes.azure.com/managedby": "aks" } },
      spec: {
        restartPolicy: "Never",
        terminationGracePeriodSeconds: 0,
        tolerations: [{ key: "CriticalAddonsOnly", operator: "Exists" }],
        nodeSelector: { "kubernetes.io/os": "linux" },
        containers: [
          {
            name: container,
            image,
            command: ["sh", "-c", command],
            workingDir: commandFolder,
            volumeMounts: [{ name: "context", mountPath: commandFolder }],
          },
        ],
        volumes: [
          items.length > 0 ? { name: "context", configMap: { name, items } } : { name: "context", emptyDir: {} },
        ],
      },
    } as unknown as Pod);
  }

  /** Looks at the pod again and again until `when` holds. @returns undefined when the time is over or it is gone */
  async function watched(id: string, limitMs: number, when: (pod: Pod) => boolean): Promise<Pod | undefined> {
    const deadline = clock.now() + limitMs;
    for (let pause = 5; clock.now() < deadline; pause = Math.min(pause * 2, 200)) {
      const pod = await client.get<Pod>({ ...pods, name: nameOf(id) }).catch(() => undefined);
      if (!pod) return undefined;
      if (when(pod)) return pod;
      await sleep(clock, pause, signal);
    }
    return undefined;
  }

  async function remove(id: string): Promise<void> {
    const metadata = { name: nameOf(id), namespace };
    for (const resource of [resources.pods, resources.configMaps])
      await client.delete(refTo<KubeObject>(resource, { metadata })).catch(() => undefined);
  }

  async function finish(id: string, startedAt: string): Promise<void> {
    const ended = await watched(id, runLimitMs, (pod) => exitCodeOf(pod) !== undefined);
    const exitCode = ended && exitCodeOf(ended);
    if (!ended || exitCode === undefined) {
      results.set(id, { state: "Failed", startedAt, finishedAt: now(), reason: "the command did not end in time" });
      return remove(id);
    }
    const lines = agent(ended.spec?.nodeName ?? "")?.logs({ namespace, name: nameOf(id) }, container) ?? [];
    const logs = lines.map(({ text }) => `${text}\n`).join("");
    results.set(id, { state: "Succeeded", startedAt, finishedAt: now(), exitCode, logs });
    return undefined;
  }

  return {
    async start(request) {
      const { id } = request;
      if (!(await canRun())) return false;
      await makePod(request);
      const running = await watched(id, startLimitMs, (pod) => isStarted(pod));
      if (!running) {
        await remove(id);
        return false;
      }
      const startedAt = now();
      results.set(id, { state: "Running", startedAt });
      for (const old of [...results.keys()].slice(0, -kept)) {
        results.delete(old);
        void remove(old);
      }
      finish(id, startedAt).catch(() => {
        // The cluster is closed: nobody asks any more.
        results.delete(id);
      });
      return true;
    },
    result: (id) => results.get(id),
  };
}

function stateOf(pod: Pod) {
  return pod.status?.containerStatuses?.find(({ name }) => name === container)?.state;
}

function isStarted(pod: Pod): boolean {
  const state = stateOf(pod);
  return state?.running !== undefined || state?.terminated !== undefined;
}

function exitCodeOf(pod: Pod): number | undefined {
  return stateOf(pod)?.terminated?.exitCode;
}
