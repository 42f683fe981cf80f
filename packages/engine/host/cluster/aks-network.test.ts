import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLogger, systemClock, systemRandom } from "@byocni/base/core";
import { createMemoryStoreHost } from "@byocni/base/store";
import type { ClusterSpec } from "@byocni/azure/providers";
import { type KubeClient, resources } from "@byocni/kube/client";
import { dataDirectoryAt } from "@byocni/engine/instance";
import { clusterClient } from "../testing/cluster-client.ts";
import { testPool, testSpec } from "../testing/cluster-spec.ts";
import { createClusterHost, type EngineClusterHost } from "./cluster-host.ts";

type Network = Pick<ClusterSpec["network"], "plugin" | "pluginMode" | "dataplane" | "policy"> & {
  readonly podSubnet?: string;
};

let folder = "";
let host: EngineClusterHost;
const signal = new AbortController().signal;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "byocni-network-"));
  host = await createClusterHost({
    directory: dataDirectoryAt(folder),
    stores: createMemoryStoreHost(),
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
  });
});
afterEach(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

function specWith({ podSubnet, ...network }: Network): ClusterSpec {
  const podCidrs = network.pluginMode === "overlay" || network.plugin !== "azure" ? ["10.244.0.0/16"] : [];
  const pool = testPool("nodepool1", 2, {
    maxPods: 30,
    ...(podSubnet === undefined ? {} : { podSubnetCidr: podSubnet }),
  });
  const spec = testSpec(pool);
  return { ...spec, network: { ...spec.network, ...network, podCidrs } };
}

const clientOf = ({ uid }: ClusterSpec): Promise<KubeClient> => clusterClient(host, uid);

async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error("waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const agentsOfAll = ["cloud-node-manager", "csi-azuredisk-node", "csi-azurefile-node"];
/** DaemonSets on Linux nodes, by public listings of `kubectl get pods -n kube-system`; addresses of pods. */
const networks: readonly {
  readonly name: string;
  readonly network: Network;
  readonly conflist: string;
  readonly agents: readonly string[];
  readonly pods: RegExp;
}[] = [
  {
    name: "azure, node subnet",
    network: { plugin: "azure" },
    conflist: "10-azure.conflist",
    agents: ["azure-ip-masq-agent", "kube-proxy"],
    pods: /^10\.224\.0\./,
  },
  {
    name: "azure, node subnet, policy calico",
    network: { plugin: "azure", policy: "calico" },
    conflist: "10-azure.conflist",
    agents: ["azure-ip-masq-agent", "calico-node", "kube-proxy"],
    pods: /^10\.224\.0\./,
  },
  {
    name: "azure, pod subnet",
    network: { plugin: "azure", podSubnet: "10.225.0.0/24" },
    conflist: "15-azure-swift.conflist",
    agents: ["azure-cns", "azure-ip-masq-agent", "kube-proxy"],
    pods: /^10\.225\.0\./,
  },
  {
    name: "azure, overlay, policy azure",
    network: { plugin: "azure", pluginMode: "overlay", policy: "azure" },
    conflist: "15-azure-swift-overlay.conflist",
    agents: ["azure-cns", "azure-ip-masq-agent", "azure-npm", "kube-proxy"],
    pods: /^10\.244\.[01]\./,
  },
  {
    name: "azure, overlay, data plane cilium",
    network: { plugin: "azure", pluginMode: "overlay", dataplane: "cilium", policy: "cilium" },
    conflist: "05-cilium.conflist",
    agents: ["azure-cns", "azure-ip-masq-agent", "cilium"],
    pods: /^10\.244\.[01]\./,
  },
  {
    name: "kubenet, policy calico",
    network: { plugin: "kubenet", policy: "calico" },
    conflist: "10-containerd-net.conflist",
    agents: ["calico-node", "kube-proxy"],
    pods: /^10\.244\.[01]\./,
  },
];

describe("networks that AKS brings", () => {
  it.each(networks)("$name: nodes are Ready from the start and pods get addresses", async (row) => {
    const spec = specWith(row.network);
    await host.apply(spec, signal);
    const nodes = await host.nodes(spec.uid);
    expect(nodes.map(({ ready }) => ready)).toEqual([true, true]);
    const files = await host.runOnNode(spec.uid, nodes[0]?.name ?? "", "ls /etc/cni/net.d");
    expect(files.stdout.trim()).toBe(row.conflist);
    const client = await clientOf(spec);
    const sets = (await client.list(resources.daemonSets)).items.map(({ metadata }) => metadata.name);
    expect(sets.filter((name) => name !== "windows-kube-proxy-initializer").toSorted()).toEqual(
      [...agentsOfAll, ...row.agents].toSorted(),
    );
    const addresses = await until(async () => {
      const { items } = await client.list(resources.pods, { labelSelector: "k8s-app=kube-dns" });
      const found = items.flatMap(({ status }) => (status?.podIP === undefined ? [] : [status.podIP]));
      return found.length === 2 ? found : undefined;
    });
    expect(new Set(addresses).size).toBe(2);
    for (const address of addresses) expect(address).toMatch(row.pods);
  });

  it("gives nodes of kubenet a range of their own, and nodes of the others none", async () => {
    const kubenet = specWith({ plugin: "kubenet" });
    await host.apply(kubenet, signal);
    const { items } = await (await clientOf(kubenet)).list(resources.nodes);
    expect(items.map(({ spec }) => spec?.podCIDR)).toEqual(["10.244.0.0/24", "10.244.1.0/24"]);
    await host.apply(specWith({ plugin: "azure", pluginMode: "overlay" }), signal);
    const after = await (await clientOf(kubenet)).list(resources.nodes);
    expect(after.items.map(({ spec }) => spec?.podCIDR)).toEqual([undefined, undefined]);
  });

  it("moves a cluster to another network on new machines and takes the old agents away", async () => {
    const overlay = specWith({ plugin: "azure", pluginMode: "overlay" });
    await host.apply(overlay, signal);
    const cilium = specWith({ plugin: "azure", pluginMode: "overlay", dataplane: "cilium", policy: "cilium" });
    await host.apply(cilium, signal);
    const [first] = await host.nodes(cilium.uid);
    expect(first?.ready).toBe(true);
    expect((await host.runOnNode(cilium.uid, first?.name ?? "", "ls /etc/cni/net.d")).stdout.trim()).toBe(
      "05-cilium.conflist",
    );
    const client = await clientOf(cilium);
    const sets = (await client.list(resources.daemonSets)).items.map(({ metadata }) => metadata.name);
    expect(sets).toContain("cilium");
    expect(sets).not.toContain("kube-proxy");
  });

  it("switches kube-proxy of a none cluster off and on", async () => {
    const base = testSpec(testPool("nodepool1", 1));
    const withProxy = (kubeProxy: boolean): ClusterSpec => ({ ...base, network: { ...base.network, kubeProxy } });
    const proxies = async (): Promise<number> => {
      const client = await clientOf(base);
      return (await client.list(resources.daemonSets)).items.filter(({ metadata }) => metadata.name === "kube-proxy")
        .length;
    };
    await host.apply(withProxy(true), signal);
    expect(await proxies()).toBe(1);
    await host.apply(withProxy(false), signal);
    expect(await proxies()).toBe(0);
    await host.apply(withProxy(true), signal);
    expect(await proxies()).toBe(1);
    expect((await host.nodes(base.uid)).map(({ ready }) => ready)).toEqual([false]);
  });
});
