import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "@byocni/kube/client";
import { afterEach, describe, expect, it } from "vitest";
import { createNodeLab, type NodeLab } from "./testing/index.ts";

const shared = process.env["BYOCNI_SHARED"] ?? join(import.meta.dirname, "../../../../shared");
const folder = join(shared, "corpus/cni");
const present = existsSync(join(folder, "flannel.yaml"));
const manifest = (name: string): string => readFileSync(join(folder, `${name}.yaml`), "utf8");

/** What an AKS node has before anything was installed. */
const standard = [
  "bandwidth",
  "bridge",
  "dhcp",
  "dummy",
  "firewall",
  "host-device",
  "host-local",
  "ipvlan",
  "loopback",
  "macvlan",
  "portmap",
  "ptp",
  "sbr",
  "static",
  "tap",
  "tuning",
  "vlan",
  "vrf",
];

let lab: NodeLab | undefined;
afterEach(() => lab?.close());

describe.skipIf(!present)("what public CNI manifests leave on a node (needs the shared corpus)", () => {
  it.each<[string, string[], string[], boolean, string?]>([
    ["flannel", ["10-flannel.conflist"], ["flannel"], true],
    ["flannel-helm", ["10-flannel.conflist"], ["flannel"], true],
    ["flannel-kops", ["10-flannel.conflist"], ["flannel"], true],
    ["calico", ["10-calico.conflist", "calico-kubeconfig"], ["calico", "calico-ipam", "flannel"], true],
    ["antrea", ["10-antrea.conflist"], ["antrea"], true],
    ["cilium-1.14-aksbyocni", ["05-cilium.conflist"], ["cilium-cni"], true],
    ["cilium-1.17-aksbyocni-nodeinit", ["05-cilium.conflist"], ["cilium-cni"], true],
    ["cilium-1.18-aksbyocni-kpr-hubble", ["05-cilium.conflist"], ["cilium-cni"], true],
    ["cilium-1.19-aksbyocni", ["05-cilium.conflist"], ["cilium-cni"], true],
    ["cilium-1.20-default", ["05-cilium.conflist"], ["cilium-cni"], true],
    // IPAM mode kubernetes: the agent waits for a pod range of the node.
    ["cilium-kops-tunnel", [], ["cilium-cni"], false],
    ["cilium-kops-tunnel", ["05-cilium.conflist"], ["cilium-cni"], true, "100.96.1.0/24"],
    ["kindnet-install", [], ["cni-kindnet"], false],
    ["kindnet-install", ["10-kindnet.conflist"], ["cni-kindnet"], true, "10.244.0.0/24"],
    ["kindnet-kind", [], [], false],
    ["kindnet-kind", ["10-kindnet.conflist"], [], true, "10.244.0.0/24"],
    ["kube-router-all-features", ["10-kuberouter.conflist"], [], true],
    // It mounts kubeadm's ConfigMap kube-proxy, which AKS does not have.
    ["kube-router-hostport", [], [], false],
    ["kube-router-firewall-only", ["10-kuberouter.conflist"], [], true],
    ["weave-2.9", ["10-weave.conflist"], ["weave-ipam", "weave-net"], true],
    ["kube-ovn-chart-v1", ["01-kube-ovn.conflist"], ["kube-ovn"], true],
    ["multus-thin", [], ["multus"], false],
    ["multus-thick", [], ["multus-shim"], false],
    ["azure-cni-v1", ["10-azure.conflist"], ["azure-vnet", "azure-vnet-ipam", "azure-vnet-telemetry"], true],
    // It mounts /run/xtables.lock as a file that must be there.
    ["azure-cns-overlay", [], [], false],
    ["kopeio", [], [], false],
    ["tigera-operator", [], [], false],
    ["antrea-windows", [], [], false],
  ])("%s: %j", async (name, files, binaries, ready, podCIDR) => {
    lab = createNodeLab();
    const node = await lab.addNode(undefined, podCIDR);
    await lab.apply(manifest(name));
    expect(node.disk.readDirectory("/etc/cni/net.d")).toEqual(files);
    expect(node.disk.readDirectory("/opt/cni/bin")).toEqual([...new Set([...standard, ...binaries])].toSorted());
    expect(node.status().network.networkReady).toBe(ready);
    const [object] = lab.api.list(resources.nodes);
    expect(object?.status?.conditions?.find((one) => one.type === "Ready")?.status).toBe(ready ? "True" : "False");
  });

  it.each([
    ["calico-aks-byocni-vxlan", true, ""],
    ["tigera-custom-resources", true, ""],
    [
      "calico-aks-byocni-provider-only",
      false,
      "VXLAN is invalid for ipPool.encapsulation when using non-Calico CNI, should be None",
    ],
    ["calico-aks-byocni-ipip", false, "IPIP encapsulation requires that BGP is enabled"],
    [
      "calico-aks-byocni-noencap",
      false,
      "with BIRD cluster routing mode, unencapsulated IP pools require that BGP is enabled",
    ],
  ])("tigera-operator with %s: %s", async (name, good, error) => {
    lab = createNodeLab();
    const node = await lab.addNode("node-a");
    await lab.apply(manifest("tigera-operator"));
    await lab.settle(2000);
    expect(lab.api.list(resources.daemonSets)).toEqual([]);
    const crds = lab.api.list({ group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" });
    expect(crds.map((crd) => crd.metadata.name)).toContain("installations.operator.tigera.io");
    await lab.apply(manifest(name));
    await lab.settle(2000);
    const sets = lab.api.list(resources.daemonSets);
    expect(sets.map((set) => set.metadata.name)).toEqual(good ? ["calico-node"] : []);
    const logs = lab.pool
      .get("node-a")
      ?.logs({ namespace: "tigera-operator", name: "tigera-operator-0" }, "tigera-operator");
    expect(logs?.at(-1)?.text).toContain(error);
    const [set] = sets;
    if (!set) return;
    const { namespace = "" } = set.metadata;
    await lab.run("node-a", "calico-node", set.spec.template.spec, {}, namespace);
    expect(node.disk.readDirectory("/etc/cni/net.d")).toEqual(["10-calico.conflist", "calico-kubeconfig"]);
    expect(node.status().network.networkReady).toBe(true);
  });

  it("multus waits for another network's configuration, and sorts before it", async () => {
    lab = createNodeLab();
    const node = await lab.addNode();
    await lab.apply(manifest("multus-thin"));
    expect(node.status().network.networkReady).toBe(false);
    await lab.apply(manifest("flannel"));
    await lab.settle(2000);
    expect(node.status().network).toMatchObject({
      networkReady: true,
      networkName: "multus-cni-network",
      file: "/etc/cni/net.d/00-multus.conf",
    });
  });

  it("cilium moves the configuration of another network away, multus's too", async () => {
    lab = createNodeLab();
    const node = await lab.addNode();
    await lab.apply(manifest("flannel"));
    await lab.apply(manifest("cilium-1.19-aksbyocni"));
    expect(node.disk.readDirectory("/etc/cni/net.d")).toEqual(["05-cilium.conflist", "10-flannel.conflist.cilium_bak"]);
    await lab.apply(manifest("multus-thick"));
    await lab.settle(2000);
    expect(node.disk.readDirectory("/etc/cni/net.d")).toContain("00-multus.conf.cilium_bak");
    expect(node.status().network.networkName).toBe("cilium");
  });

  it("flannel without a pod range for the node: Ready, though flanneld ends again and again", async () => {
    lab = createNodeLab();
    const node = await lab.addNode();
    await lab.apply(manifest("flannel"));
    await lab.settle(5000);
    const pod = lab.pod("kube-flannel-ds-0", "kube-flannel");
    const [status] = pod?.status?.containerStatuses ?? [];
    expect(status?.state?.waiting?.reason).toBe("CrashLoopBackOff");
    expect(status?.lastState?.terminated?.exitCode).toBe(1);
    const logs = lab.pool.nodes
      .values()
      .next()
      .value?.logs({ namespace: "kube-flannel", name: "kube-flannel-ds-0" }, "kube-flannel");
    expect(logs?.at(-1)?.text).toContain(
      'Error registering network: failed to acquire lease: node "aks-nodepool1-12345678-vmss000000" pod cidr not assigned',
    );
    await lab.run(String(lab.pool.nodes.keys().next().value), "app", { containers: [{ name: "c", image: "nginx" }] });
    expect(lab.events("app").find((event) => event.startsWith("FailedCreatePodSandBox"))).toMatch(
      /^FailedCreatePodSandBox: Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "[0-9a-f]{64}": plugin type="flannel" failed \(add\): loadFlannelSubnetEnv failed: open \/run\/flannel\/subnet.env: no such file or directory$/,
    );
    expect(node.status().network.networkReady).toBe(true);
  });

  it("cilium with a service address for the API server and no kube-proxy never writes a configuration", async () => {
    lab = createNodeLab({ kubeProxy: false });
    const node = await lab.addNode();
    await lab.apply(manifest("cilium-1.16-aksbyocni-wrong-apihost"));
    await lab.settle(60_000);
    expect(node.disk.readDirectory("/etc/cni/net.d")).toEqual([]);
    const status = lab.pod("cilium-0", "kube-system")?.status?.initContainerStatuses?.[0];
    expect(status?.lastState?.terminated?.exitCode).toBe(1);
  });

  it.each([
    ["calico", undefined, "192.168.0."],
    ["cilium-1.19-aksbyocni", undefined, "10.0.0."],
    ["weave-2.9", undefined, "10.32.0."],
    ["flannel", "10.244.7.0/24", "10.244.7."],
    ["kube-router-all-features", "10.244.8.0/24", "10.244.8."],
    ["kindnet-kind", "10.244.9.0/24", "10.244.9."],
  ])("pods get addresses of %s (node range %s)", async (name, podCIDR, prefix) => {
    lab = createNodeLab();
    await lab.addNode("node-a", podCIDR);
    await lab.apply(manifest(name));
    await lab.run("node-a", "app", { containers: [{ name: "c", image: "nginx" }] });
    expect(lab.pod("app")?.status).toMatchObject({
      phase: "Running",
      podIP: expect.stringContaining(prefix) as string,
    });
  });
});
