import { type KubeClient, type Pod, inNamespace, resources } from "@byocni/kube/client";
import type { ContainerLog, ContainerRef, LogLine, PodAccess } from "@byocni/kube/server";
import type { LogLine as NodeLogLine, NodeAgent } from "@byocni/node/agent";

export interface PodAccessDeps {
  readonly client: KubeClient;
  agent(node: string): NodeAgent | undefined;
}

/**
 * The API server's way to containers. In AKS it leads through konnectivity-agent, a pod of the pod network: until a CNI
 * plugin runs, there is no way to any container (konnectivity-server's words: "No agent available").
 */
export function createPodAccess({ client, agent }: PodAccessDeps): PodAccess {
  const tunnels = inNamespace(resources.pods, "kube-system");

  function nodeOf({ node }: Pick<ContainerRef, "node">): NodeAgent {
    const found = agent(node);
    if (!found) throw new Error(`the node ${node} does not answer`);
    return found;
  }

  return {
    async reach(node) {
      const { items } = await client.list<Pod>(tunnels, { labelSelector: "app=konnectivity-agent" });
      if (!items.some(isReady)) throw new Error("No agent available");
      nodeOf({ node });
    },
    async logs(container, { previous, follow, signal }): Promise<ContainerLog> {
      const node = nodeOf(container);
      const pod = { namespace: container.namespace, name: container.pod };
      const lines = node.logs(pod, container.container, { previous });
      if (!lines)
        throw new Error(`container ${container.container} of ${container.pod} has no log on ${container.node}`);
      const log = { lines: lines.map(lineOf) };
      if (!follow || previous) return log;
      const more = followed((listener) => node.followLogs(pod, container.container, listener), signal);
      return more ? { ...log, more } : log;
    },
    async exec(container, { command }, { stdin, stdout, stderr }) {
      const node = nodeOf(container);
      const pod = { namespace: container.namespace, name: container.pod };
      const running = node.exec(pod, container.container, command, await inputOf(stdin));
      if (!running) throw new Error(`container ${container.container} of ${container.pod} does not run`);
      const result = await running;
      if (result.stdout) stdout(Buffer.from(result.stdout));
      if (result.stderr) stderr(Buffer.from(result.stderr));
      return result.exitCode;
    },
    async attach(container, _options, { stdout, stderr, signal }) {
      const node = nodeOf(container);
      const pod = { namespace: container.namespace, name: container.pod };
      const ended = node.attach(
        pod,
        container.container,
        ({ stream, text }) => (stream === "stdout" ? stdout : stderr)(Buffer.from(`${text}\n`)),
        signal,
      );
      if (!ended) throw new Error(`container ${container.container} of ${container.pod} does not run`);
      return ended;
    },
  };
}

function isReady(pod: Pod): boolean {
  return pod.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false;
}

function lineOf({ at, text }: NodeLogLine): LogLine {
  return { time: new Date(at).toISOString(), text };
}

/** Simulated programs take their input at once, as text: it is read to its end first. */
async function inputOf(stdin: AsyncIterable<Uint8Array> | undefined): Promise<string | undefined> {
  if (!stdin) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new Error("programs of simulated containers take UTF-8 text only", { cause: error });
  }
}

/** Lines as they come, until the reader leaves or the signal is aborted. */
function followed(
  subscribe: (listener: (line: NodeLogLine) => void) => (() => void) | undefined,
  signal: AbortSignal,
): AsyncIterable<LogLine> | undefined {
  const waiting: LogLine[] = [];
  let wake = (): void => {};
  const stop = subscribe((line) => {
    waiting.push(lineOf(line));
    wake();
  });
  if (!stop) return undefined;
  signal.addEventListener("abort", () => wake(), { once: true });
  return (async function* () {
    try {
      while (!signal.aborted) {
        const next = waiting.shift();
        if (next) yield next;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      stop();
    }
  })();
}
