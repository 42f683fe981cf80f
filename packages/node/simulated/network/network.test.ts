import { createFakeClock, createSeededRandom } from "@byocni/base/core/testing";
import { describe, expect, it } from "vitest";
import { sandboxRequest } from "@byocni/node/agent/testing";
import { createSimulatedCluster } from "../cluster.ts";

function node(conf: object) {
  const cluster = createSimulatedCluster({
    clock: createFakeClock(),
    random: createSeededRandom(1),
    access: { get: () => Promise.resolve(undefined), patchNodeStatus: () => Promise.resolve() },
  });
  const made = cluster.createNode({ name: "node", ip: "10.224.0.4" });
  made.disk.writeFile("/etc/cni/net.d/10-net.conflist", JSON.stringify({ cniVersion: "1.0.0", name: "net", ...conf }));
  return { made, add: (uid: string) => made.runSandbox(sandboxRequest({ uid, hostNetwork: false })) };
}
const bridge = (ipam: object, more: object = {}) => ({
  plugins: [{ type: "bridge", ...more, ipam: { type: "host-local", ...ipam } }],
});

describe("addresses of host-local", () => {
  it("go round, are kept as files, and come back when pods end", async () => {
    const { made, add } = node(bridge({ subnet: "10.1.0.0/29" }));
    const first = await add("a");
    const second = await add("b");
    expect([first.ips, second.ips]).toEqual([["10.1.0.2"], ["10.1.0.3"]]);
    expect(made.disk.readText("/var/lib/cni/networks/net/10.1.0.2")).toBe(`${first.id}\r\neth0`);
    await first.stop();
    expect((await add("c")).ips).toEqual(["10.1.0.4"]);
    await add("d");
    await add("e");
    expect((await add("f")).ips).toEqual(["10.1.0.2"]);
    await expect(add("g")).rejects.toThrow(
      'plugin type="bridge" failed (add): failed to allocate for range 0: no IP addresses available in range set: 10.1.0.1-10.1.0.6',
    );
  });

  it.each<[string, object, string[] | string]>([
    ["two families", { ranges: [[{ subnet: "10.2.0.0/24" }], [{ subnet: "fd00::/64" }]] }, ["10.2.0.2", "fd00::2"]],
    ["a part of a subnet", { subnet: "10.2.0.0/24", rangeStart: "10.2.0.50", rangeEnd: "10.2.0.50" }, ["10.2.0.50"]],
    ["none", {}, "no IP ranges specified"],
    ["no address", { subnet: "10.2.0.0" }, "invalid CIDR address: 10.2.0.0"],
  ])("of %s", async (_, ipam, expected) => {
    const { add } = node(bridge(ipam));
    if (typeof expected === "string")
      await expect(add("a")).rejects.toThrow(`plugin type="bridge" failed (add): ${expected}`);
    else expect((await add("a")).ips).toEqual(expected);
  });
});

describe("what else can be wrong with a network", () => {
  it.each<[string, object, string]>([
    [
      "a version no plugin speaks",
      { ...bridge({ subnet: "10.2.0.0/24" }), cniVersion: "9.9.9" },
      'plugin type="bridge" failed (add): incompatible CNI versions; config is "9.9.9", plugin supports ["0.1.0"',
    ],
    [
      "a missing IPAM program",
      { plugins: [{ type: "ptp", ipam: { type: "azure-vnet-ipam" } }] },
      'plugin type="ptp" failed (add): failed to find plugin "azure-vnet-ipam" in path [/opt/cni/bin]',
    ],
    [
      "a chained plugin alone",
      { plugins: [{ type: "portmap" }] },
      'plugin type="portmap" failed (add): must be called as chained plugin',
    ],
    ["no addresses at all", { plugins: [{ type: "bridge" }] }, "failed to find network info for sandbox"],
  ])("%s", async (_, conf, text) => {
    await expect(node(conf).add("a")).rejects.toThrow(text);
  });

  it("a node without the loopback program", async () => {
    const { made, add } = node(bridge({ subnet: "10.2.0.0/24" }));
    made.disk.remove("/opt/cni/bin/loopback");
    await expect(add("a")).rejects.toThrow(
      'plugin type="loopback" failed (add): failed to find plugin "loopback" in path [/opt/cni/bin]',
    );
  });

  it("a program nobody knows gives addresses of the cluster's range, also under another name", async () => {
    const { made, add } = node({ plugins: [{ type: "my-cni" }] });
    made.disk.writeFile("/opt/cni/bin/my-cni", "#!/bin/sh\n", { mode: 0o755 });
    expect((await add("a")).ips).toEqual(["10.244.0.2"]);
    await made.exec(["cp", "/opt/cni/bin/ptp", "/opt/cni/bin/my-cni"]);
    await expect(add("b")).rejects.toThrow("failed to find network info");
  });
});
