import { describe, expect, it } from "vitest";
import type { ClusterSpec } from "@byocni/azure/providers";
import { testPool as pool, testSpec as spec } from "../testing/cluster-spec.ts";
import type { NodeRecord } from "./node-records.ts";
import { planNodes } from "./plan-nodes.ts";

/** The machines that are there after a plan was carried out. */
function after(wanted: ClusterSpec, present: readonly NodeRecord[] = []): readonly NodeRecord[] {
  const { keep, add } = planNodes(wanted, present);
  return [...keep, ...add];
}

const names = (records: readonly NodeRecord[]): readonly string[] => records.map(({ name }) => name);

describe("planNodes", () => {
  it("names the nodes of a scale set in base 36 and gives them addresses after Azure's four", () => {
    const nodes = after(spec(pool("nodepool1", 37)));
    expect(nodes[0]).toMatchObject({ name: "aks-nodepool1-12345678-vmss000000", ip: "10.224.0.4" });
    expect(nodes[10]?.name).toBe("aks-nodepool1-12345678-vmss00000a");
    expect(nodes[36]?.name).toBe("aks-nodepool1-12345678-vmss000010");
    expect(new Set(nodes.map(({ ip }) => ip)).size).toBe(37);
  });

  it("changes nothing for the same description", () => {
    const wanted = spec(pool("a", 3), pool("b", 2));
    const plan = planNodes(wanted, after(wanted));
    expect(plan.add).toEqual([]);
    expect(plan.remove).toEqual([]);
    expect(plan.keep).toHaveLength(5);
  });

  it("shrinks a pool from its highest index and grows it by new ones", () => {
    const three = after(spec(pool("a", 3)));
    const smaller = planNodes(spec(pool("a", 1)), three);
    expect(names(smaller.remove)).toEqual(["aks-a-12345678-vmss000001", "aks-a-12345678-vmss000002"]);
    const grown = planNodes(spec(pool("a", 5)), three);
    expect(names(grown.add)).toEqual(["aks-a-12345678-vmss000003", "aks-a-12345678-vmss000004"]);
    expect(grown.remove).toEqual([]);
  });

  it("takes away the machines of a pool that is gone and leaves the others", () => {
    const present = after(spec(pool("a", 2), pool("b", 2)));
    const plan = planNodes(spec(pool("a", 2)), present);
    expect(plan.remove.map(({ pool: name }) => name)).toEqual(["b", "b"]);
    expect(plan.keep.map(({ pool: name }) => name)).toEqual(["a", "a"]);
  });

  it("replaces machines of another version under their names and addresses", () => {
    const present = after(spec(pool("a", 2)));
    const plan = planNodes(spec(pool("a", 2, { kubernetesVersion: "1.36.3" })), present);
    expect(plan.keep).toEqual([]);
    expect(names(plan.add)).toEqual(names(plan.remove));
    expect(plan.add.map(({ ip }) => ip)).toEqual(present.map(({ ip }) => ip));
  });

  it("gives two pools on one subnet different addresses, and each subnet its own", () => {
    const nodes = after(spec(pool("a", 2), pool("b", 2), pool("c", 1, { subnetCidr: "10.1.0.0/24" })));
    expect(new Set(nodes.map(({ ip }) => ip)).size).toBe(5);
    expect(nodes.at(-1)?.ip).toBe("10.1.0.4");
  });

  it("says so when a subnet is full", () => {
    expect(() => planNodes(spec(pool("a", 13, { subnetCidr: "10.1.0.0/28" })), [])).toThrow(
      "the node subnet 10.1.0.0/28 has no free address left",
    );
  });

  describe("addresses of pods, where AKS gives them", () => {
    const networked = (network: Partial<ClusterSpec["network"]>, count: number, changes = {}): ClusterSpec => {
      const wanted = spec(pool("a", count, { maxPods: 30, ...changes }));
      return { ...wanted, network: { ...wanted.network, plugin: "azure", podCidrs: ["10.244.0.0/16"], ...network } };
    };

    it.each([
      [
        "overlay",
        networked({ pluginMode: "overlay" }, 2),
        ["10.224.0.4", "10.224.0.5"],
        [{ subnet: "10.244.0.0/24" }, { subnet: "10.244.1.0/24" }],
      ],
      ["kubenet", networked({ plugin: "kubenet" }, 1), ["10.224.0.4"], [{ subnet: "10.244.0.0/24" }]],
      [
        "node subnet",
        networked({}, 2),
        ["10.224.0.4", "10.224.0.35"],
        [
          { subnet: "10.224.0.0/16", first: "10.224.0.5", last: "10.224.0.34" },
          { subnet: "10.224.0.0/16", first: "10.224.0.36", last: "10.224.0.65" },
        ],
      ],
      [
        "pod subnet",
        networked({}, 2, { podSubnetCidr: "10.225.0.0/24" }),
        ["10.224.0.4", "10.224.0.5"],
        [
          { subnet: "10.225.0.0/24", first: "10.225.0.4", last: "10.225.0.33" },
          { subnet: "10.225.0.0/24", first: "10.225.0.34", last: "10.225.0.63" },
        ],
      ],
    ] as const)("%s", (_name, wanted, ips, pods) => {
      const nodes = after(wanted);
      expect(nodes.map(({ ip }) => ip)).toEqual(ips);
      expect(nodes.map((node) => node.pods)).toEqual(pods);
      const grown = after({ ...wanted, pools: wanted.pools.map((one) => ({ ...one, count: 5 })) }, nodes);
      expect(grown.slice(0, nodes.length)).toEqual(nodes);
      expect(new Set(grown.map((node) => JSON.stringify(node.pods))).size).toBe(5);
    });

    it("are kept by a machine of another version, and are others on another network", () => {
      const overlay = networked({ pluginMode: "overlay" }, 2);
      const before = after(overlay);
      const newer = { ...overlay, pools: overlay.pools.map((one) => ({ ...one, kubernetesVersion: "1.36.3" })) };
      expect(after(newer, before).map(({ ip, pods }) => [ip, pods])).toEqual(before.map(({ ip, pods }) => [ip, pods]));
      const moved = after(overlay, after(networked({}, 2)));
      expect(moved.map(({ pods }) => pods)).toEqual([{ subnet: "10.244.0.0/24" }, { subnet: "10.244.1.0/24" }]);
    });

    it("say so when the pod range has no room for another node", () => {
      expect(() => planNodes(networked({ pluginMode: "overlay", podCidrs: ["10.244.0.0/23"] }, 3), [])).toThrow(
        "the pod range 10.244.0.0/23 has no room for another node",
      );
    });
  });
});
