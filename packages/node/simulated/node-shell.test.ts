import { createFakeClock, createSeededRandom } from "@byocni/base/core/testing";
import { describe, expect, it } from "vitest";
import { createSimulatedCluster } from "./cluster.ts";

function node(containerdVersion?: string) {
  const clock = createFakeClock();
  const cluster = createSimulatedCluster({
    clock,
    random: createSeededRandom(1),
    access: { get: () => Promise.resolve(undefined), patchNodeStatus: () => Promise.resolve() },
    ...(containerdVersion === undefined ? {} : { containerdVersion }),
  });
  return { clock, made: cluster.createNode({ name: "node", ip: "10.224.0.4" }) };
}
const conflist = '{"cniVersion":"1.0.0","name":"net","plugins":[{"type":"bridge"}]}';

describe("commands on a node", () => {
  it("show why there is no network", async () => {
    const { made } = node();
    made.disk.writeFile("/etc/cni/net.d/05-x.conflist", '{"name": "x",}');
    const info = JSON.parse((await made.exec(["crictl", "info"])).stdout) as {
      lastCNILoadStatus: string;
      status: { conditions: unknown[] };
    };
    expect(info.lastCNILoadStatus).toBe(
      "cni config load failed: failed to load CNI config list file /etc/cni/net.d/05-x.conflist: error parsing configuration list: invalid character '}' looking for beginning of object key string: invalid cni config: failed to load cni config",
    );
    expect(info.status.conditions[1]).toMatchObject({ type: "NetworkReady", status: false });
    expect((await made.exec(["ls", "/etc/cni/net.d"])).stdout).toBe("05-x.conflist\n");
  });

  it("a file moved in from elsewhere needs containerd's restart", async () => {
    const { made } = node();
    const script = `echo '${conflist}' > /root/10-net.conflist; mv /root/10-net.conflist /etc/cni/net.d/`;
    await made.exec(["sh", "-c", script]);
    expect(made.status().network.networkReady).toBe(false);
    expect((await made.exec(["systemctl", "restart", "containerd"])).exitCode).toBe(0);
    expect(made.status().network.networkReady).toBe(true);
  });

  it("containerd 2 ends with its directory, and systemd brings both back", async () => {
    const { made, clock } = node("2.3.2-2");
    await made.exec(["rm", "-rf", "/etc/cni/net.d"]);
    expect((await made.exec(["systemctl", "status", "containerd"])).stdout).toContain(
      "cni conf dir is removed, stop watching",
    );
    expect(made.status().down).toBeDefined();
    await clock.advance(5000);
    expect((await made.exec(["systemctl", "is-active", "containerd.service"])).stdout).toBe("active\n");
    expect(made.disk.readDirectory("/etc/cni/net.d")).toEqual([]);
  });

  it("say by name what they do not do", async () => {
    const { made } = node();
    expect((await made.exec(["systemctl", "mask", "kubelet"])).stderr).toContain(
      "supported: restart, status, is-active",
    );
    expect((await made.exec(["crictl", "rmp"])).stderr).toContain("supported: info, images, pods");
    expect((await made.exec(["nope"])).stderr).toBe("bash: nope: command not found\n");
  });
});
