import type { DaemonSet, Deployment } from "@byocni/kube/client";
import { describe, expect, it } from "vitest";
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
