import { CommandError, type Command } from "../command.ts";
import { formatTable } from "../output/index.ts";
import type { KubeDoor, KubeObject } from "../session/kube.ts";

export const demo: Command = {
  path: "demo",
  summary: "Show the whole way once: a cluster without CNI, NotReady nodes, a CNI, Ready nodes",
  options: [{ flags: "-c, --node-count <number>", description: "nodes of the cluster", default: "3" }],
  async run({ options, output, env }) {
    const { mkdtempSync, rmSync } = await import("node:fs");
    const { tmpdir } = await import("node:os");
    const { join } = await import("node:path");
    const { startEngine } = await import("../session/start.ts");
    const { createArmClient } = await import("../session/arm-client.ts");
    const { clusterPath } = await import("../session/clusters.ts");
    const { groupPath } = await import("../session/groups.ts");
    const { dataDirectoryAt, readInstance } = await import("@byocni/engine/instance");
    const { openKube } = await import("../session/kube.ts");
    const { readExample } = await import("../session/examples.ts");

    const nodeCount = Number(options["nodeCount"]);
    if (!Number.isInteger(nodeCount) || nodeCount < 1)
      throw new CommandError(`--node-count ${String(options["nodeCount"])}: a whole number from 1`, { exitCode: 64 });
    const steps: { readonly step: string; readonly ms: number }[] = [];
    async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
      const start = performance.now();
      const result = await work();
      steps.push({ step, ms: Math.round(performance.now() - start) });
      return result;
    }
    const say = (text = ""): void => {
      if (!output.json) output.line(text);
    };
    const heading = (text: string): void => say(`\n${output.bold(text)}`);

    const folder = mkdtempSync(join(tmpdir(), "byocni-demo-"));
    const engine = await timed("start byocni", () =>
      startEngine({ port: 0, dataDir: folder, latency: "none", strictness: "article" }, env),
    );
    try {
      const directory = dataDirectoryAt(folder);
      const instance = readInstance(directory.instanceFile);
      if (!instance) throw new CommandError("the engine wrote no instance file");
      const address = { resourceGroup: "myResourceGroup", name: "myAKSCluster" };
      heading("A resource group and a cluster with networkPlugin: none");
      const arm = await createArmClient(instance, directory);
      await timed("create the resource group", () =>
        arm.call("PUT", groupPath(arm, address.resourceGroup), { location: "eastus" }),
      );
      const cluster = await timed("create the cluster", () =>
        arm.finish("PUT", clusterPath(arm, address), {
          location: "eastus",
          identity: { type: "SystemAssigned" },
          properties: {
            dnsPrefix: "byocni-demo",
            agentPoolProfiles: [{ name: "nodepool1", count: nodeCount, mode: "System", vmSize: "Standard_D4s_v5" }],
            networkProfile: { networkPlugin: "none", podCidr: "10.244.0.0/16" },
          },
        }),
      );
      const properties = (cluster?.["properties"] ?? {}) as {
        readonly provisioningState?: string;
        readonly fqdn?: string;
      };
      say(`${address.name}: ${properties.provisioningState ?? ""} (${properties.fqdn ?? ""})`);
      const answer = await arm.call("POST", clusterPath(arm, address, "/listClusterAdminCredential"));
      const [credential] = (answer?.["kubeconfigs"] ?? []) as readonly { readonly value: string }[];
      const kube = openKube(Buffer.from(credential?.value ?? "", "base64").toString("utf8"));

      heading("Every node is NotReady, for the reason that real nodes give");
      const before = await kube.list("/api/v1/nodes");
      printNodes(before, say);
      say(readyCondition(before[0])?.message ?? "");

      heading("Install a CNI plugin: examples/cni/reference-cni.yaml");
      const applied = await timed("apply the CNI manifest", () =>
        kube.apply(readExample("cni/reference-cni.yaml"), "byocni-demo"),
      );
      for (const what of applied) say(`${what} applied`);
      const after = await timed("until every node is Ready", () =>
        until("every node Ready", async () => {
          const nodes = await kube.list("/api/v1/nodes");
          return nodes.every((node) => readyCondition(node)?.status === "True") ? nodes : undefined;
        }),
      );

      heading("Every node is Ready, because its own /etc/cni/net.d now holds a network");
      printNodes(after, say);
      const dns = await timed("until coredns runs", () => until("coredns Running", () => runningDns(kube)));
      for (const line of formatTable(
        ["POD", "STATUS"],
        dns.map(({ metadata, status }) => [metadata.name, status?.phase ?? ""]),
      ))
        say(line);

      heading("How long it took");
      output.result({ nodes: after.length, ready: after.length, steps }, () => {
        for (const line of formatTable(
          ["STEP", "MS"],
          steps.map(({ step, ms }) => [step, String(ms)]),
        ))
          say(line);
        say("\nNow yours: npx byocni up --detach, then npx byocni az … or npx byocni cluster create …");
      });
    } finally {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function readyCondition(node: KubeObject | undefined) {
  return node?.status?.conditions?.find(({ type }) => type === "Ready");
}

function printNodes(nodes: readonly KubeObject[], say: (text: string) => void): void {
  const shown = nodes
    .slice(0, 10)
    .map((node) => [
      node.metadata.name,
      readyCondition(node)?.status === "True" ? "Ready" : "NotReady",
      node.status?.nodeInfo?.kubeletVersion ?? "",
    ]);
  for (const line of formatTable(["NAME", "STATUS", "VERSION"], shown)) say(line);
  if (nodes.length > shown.length) say(`… and ${nodes.length - shown.length} more`);
}

async function runningDns(kube: KubeDoor): Promise<readonly KubeObject[] | undefined> {
  const pods = await kube.list("/api/v1/namespaces/kube-system/pods?labelSelector=k8s-app%3Dkube-dns");
  return pods.length > 0 && pods.every(({ status }) => status?.phase === "Running") ? pods : undefined;
}

/** Asks again and again, so seldom that asking takes a fifth of the time at most. @throws CommandError after a minute. */
async function until<T>(what: string, probe: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const start = performance.now();
    const found = await probe();
    if (found !== undefined) return found;
    const pause = Math.max(20, 4 * (performance.now() - start));
    if (Date.now() > deadline) throw new CommandError(`waited a minute in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
