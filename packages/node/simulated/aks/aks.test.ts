import { createSeededRandom } from "@byocni/base/core/testing";
import type { DaemonSet, Deployment } from "@byocni/kube/client";
import { describe, expect, it } from "vitest";
import { aksNodeDescription } from "./node-description.ts";
import { aksNodeImage } from "./node-image.ts";
import { aksSystemManifests } from "./system-manifests.ts";

const options = {
  kubernetesVersion: "v1.34.2",
  dnsServiceIP: "10.0.0.10",
  apiServerFqdn: "a.hcp.eastus.azmk8s.io",
  kubeProxy: true,
  podCidr: "10.244.0.0/16",
};
const manifests = (change: Partial<typeof options> = {}) => aksSystemManifests({ ...options, ...change });
const named = (kind: string, change: Partial<typeof options> = {}) =>
  manifests(change)
    .filter((object) => object.kind === kind)
    .map((object) => object.metadata.name);

describe("AKS's own objects", () => {
  it("agents of the node are in its network and tolerate everything", () => {
    const sets = manifests().filter((object) => object.kind === "DaemonSet") as unknown as DaemonSet[];
    expect(sets.map((set) => set.metadata.name)).toEqual([
      "cloud-node-manager",
      "csi-azuredisk-node",
      "csi-azurefile-node",
      "kube-proxy",
      "windows-kube-proxy-initializer",
    ]);
    for (const set of sets) {
      expect(set.spec.template.spec.hostNetwork).toBe(true);
      expect(set.spec.template.spec.tolerations).toContainEqual({ operator: "Exists", effect: "NoSchedule" });
    }
  });

  it("add-ons are in the pod network and do not tolerate a node that never was ready", () => {
    const deployments = manifests().filter((object) => object.kind === "Deployment") as unknown as Deployment[];
    expect(deployments.map((one) => [one.metadata.name, one.spec.replicas])).toEqual([
      ["coredns", 2],
      ["coredns-autoscaler", 1],
      ["konnectivity-agent", 2],
      ["konnectivity-agent-autoscaler", 1],
      ["metrics-server", 2],
    ]);
    for (const { spec } of deployments) {
      expect(spec.template.spec.hostNetwork).toBeUndefined();
      expect(spec.template.spec.tolerations?.some((one) => one.effect === "NoSchedule")).toBe(false);
    }
  });

  it("every service account that a pod names is made, before it", () => {
    const objects = manifests();
    const accounts = named("ServiceAccount");
    for (const object of objects) {
      const template = (object as unknown as Partial<DaemonSet>).spec?.template;
      if (template) expect(accounts).toContain(template.spec.serviceAccountName);
    }
    expect(objects.findIndex((object) => object.kind === "DaemonSet")).toBeGreaterThan(
      objects.findLastIndex((object) => object.kind === "ServiceAccount"),
    );
  });

  it("follows its options", () => {
    expect(named("DaemonSet", { kubeProxy: false })).not.toContain("kube-proxy");
    const dns = manifests({ dnsServiceIP: "172.16.0.10" }).find((object) => object.metadata.name === "kube-dns");
    expect(dns?.["spec"]).toMatchObject({ clusterIP: "172.16.0.10" });
    const text = JSON.stringify(manifests({ apiServerFqdn: "other.example" }));
    expect(text).toContain("--proxy-server-host=other.example");
    expect(text).toContain("kube-proxy:v1.34.2");
  });
});

describe("AKS's nodes", () => {
  it.each([
    ["1.36.3", "Ubuntu 24.04.4 LTS", /^2\./],
    ["v1.34.2", "Ubuntu 22.04.5 LTS", /^1\.7\./],
    ["1.22.6", "Ubuntu 18.04.6 LTS", /^1\.6\./],
  ])("Kubernetes %s comes on %s", (version, osImage, containerd) => {
    expect(aksNodeImage(version).osImage).toBe(osImage);
    expect(aksNodeImage(version).containerdVersion).toMatch(containerd);
  });

  it("says what a node of a scale set says", () => {
    const description = aksNodeDescription({
      name: "aks-nodepool1-12345678-vmss00000a",
      ip: "10.224.0.14",
      poolName: "nodepool1",
      mode: "System",
      kubernetesVersion: "1.34.2",
      location: "eastus",
      subscriptionId: "00000000-0000-0000-0000-000000000001",
      nodeResourceGroup: "MC_rg_aks_eastus",
      vmSize: "Standard_D4s_v5",
      cpuCount: 4,
      memoryMiB: 16_384,
      maxPods: 110,
      instance: 10,
      random: createSeededRandom(1),
    });
    expect(description.providerID).toBe(
      "azure:///subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/mc_rg_aks_eastus/providers/Microsoft.Compute/virtualMachineScaleSets/aks-nodepool1-12345678-vmss/virtualMachines/10",
    );
    expect(description.labels).toMatchObject({
      agentpool: "nodepool1",
      "kubernetes.azure.com/mode": "system",
      "kubernetes.azure.com/cluster": "MC_rg_aks_eastus",
    });
    expect(description.capacity).toMatchObject({ cpu: "4", pods: "110" });
    expect(description.allocatable["cpu"]).toBe("3860m");
    expect(Number.parseInt(description.allocatable["memory"] ?? "0", 10)).toBeLessThan(
      Number.parseInt(description.capacity["memory"] ?? "0", 10),
    );
    expect(description.podCIDR).toBeUndefined();
    expect(description.system.kubeletVersion).toBe("v1.34.2");
  });
});
