import { type Pod, resources } from "@byocni/kube/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeLab, type NodeLab } from "./testing/index.ts";

const node = "node-a";
const conflist =
  '{"cniVersion":"1.0.0","name":"net","plugins":[{"type":"bridge","isGateway":true,"ipam":{"type":"host-local","subnet":"10.9.0.0/24"}}]}';
type Container = Pod["spec"]["containers"][number];
const shell = (script: string, more: Partial<Container> = {}): Container => ({
  name: "c",
  image: "busybox",
  command: ["sh", "-c", script],
  ...more,
});

let lab: NodeLab;
beforeEach(async () => {
  lab = createNodeLab();
  const machine = await lab.addNode(node);
  machine.disk.writeFile("/etc/cni/net.d/10-net.conflist", conflist);
  await lab.settle();
});
afterEach(() => lab.close());

const run = (name: string, container: Container, more: Partial<Pod["spec"]> = {}): Promise<void> =>
  lab.run(node, name, { containers: [container], ...more });
const exec = async (pod: string, command: string): Promise<string> => {
  const result = await lab.pool.get(node)?.exec({ namespace: "default", name: pod }, "c", ["sh", "-c", command]);
  return (result?.stdout ?? "") + (result?.stderr ?? "");
};
const ready = (pod: string): boolean | undefined => lab.pod(pod)?.status?.containerStatuses?.[0]?.ready;

describe("the files of a container", () => {
  it("hold what kubelet puts under /etc", async () => {
    await run("app", shell("sleep 1000"), { hostAliases: [{ ip: "10.1.1.1", hostnames: ["db", "db.example"] }] });
    expect(await exec("app", "cat /etc/hostname /etc/resolv.conf")).toBe(
      "app\nsearch default.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.0.0.10\noptions ndots:5\n",
    );
    const hosts = (await exec("app", "cat /etc/hosts")).split("\n");
    expect(hosts[0]).toBe("# Kubernetes-managed hosts file.");
    expect(hosts.slice(-5)).toEqual([
      "10.9.0.2\tapp",
      "",
      "# Entries added by HostAliases.",
      "10.1.1.1\tdb\tdb.example",
      "",
    ]);
  });

  it.each([
    [{ hostNetwork: true }, "nameserver 168.63.129.16\n"],
    [{ dnsPolicy: "Default" }, "nameserver 168.63.129.16\n"],
    [
      { dnsPolicy: "None", dnsConfig: { nameservers: ["1.1.1.1"], options: [{ name: "ndots", value: "2" }] } },
      "nameserver 1.1.1.1\noptions ndots:2\n",
    ],
    [
      { dnsConfig: { searches: ["corp.example"], options: [{ name: "ndots", value: "2" }] } },
      "search default.svc.cluster.local svc.cluster.local cluster.local corp.example\nnameserver 10.0.0.10\noptions ndots:2\n",
    ],
  ])("name the resolvers that %j asks for", async (more, text) => {
    await run("app", shell("sleep 1000"), more);
    expect(await exec("app", "cat /etc/resolv.conf")).toBe(text);
  });

  it("follow a ConfigMap, but not where a sub-path was mounted", async () => {
    const settings = (data: Readonly<Record<string, string>>) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "settings", namespace: "default" },
      data,
    });
    lab.api.put(resources.configMaps, settings({ mode: "slow", old: "x" }));
    const volumeMounts = [
      { name: "v", mountPath: "/all" },
      { name: "v", mountPath: "/one", subPath: "mode" },
    ];
    await run("app", shell("sleep 1000", { volumeMounts }), {
      volumes: [{ name: "v", configMap: { name: "settings" } }],
    });
    expect(await exec("app", "cat /all/mode /one")).toBe("slowslow");
    lab.api.put(resources.configMaps, settings({ mode: "fast", more: "y" }));
    await lab.settle();
    expect(await exec("app", "cat /all/mode /one; ls /all")).toBe("fastslowmode\nmore\n");
  });
});

describe("probes that are commands", () => {
  const readinessProbe = { exec: { command: ["test", "-e", "/tmp/ready"] }, periodSeconds: 5 };

  it("are carried out in the container, again and again", async () => {
    await run("app", shell("sleep 1000", { readinessProbe }));
    expect(ready("app")).toBe(false);
    // Quick tries at first are nobody's failures.
    await lab.settle();
    expect(lab.events("app")).not.toContain("Unhealthy: Readiness probe failed: ");
    await lab.settle(6_000);
    expect(lab.events("app")).toContain("Unhealthy: Readiness probe failed: ");
    await exec("app", "touch /tmp/ready");
    await lab.settle(5_000);
    expect(ready("app")).toBe(true);
    await exec("app", "rm /tmp/ready");
    await lab.settle(5_000);
    expect(ready("app")).toBe(true);
    await lab.settle(10_000);
    expect(ready("app")).toBe(false);
  });

  it("do well where nobody knows their program", async () => {
    await run("app", shell("sleep 1000", { readinessProbe: { exec: { command: ["/usr/bin/pg_isready"] } } }));
    expect(ready("app")).toBe(true);
  });

  it("may take as long as they say", async () => {
    await run(
      "app",
      shell("sleep 1000", {
        readinessProbe: { exec: { command: ["sleep", "2"] }, timeoutSeconds: 1, periodSeconds: 1 },
      }),
    );
    await lab.settle(12_000);
    expect(lab.events("app")).toContain(
      'Unhealthy: Readiness probe failed: command timed out: "sleep 2" timed out after 1s',
    );
  });

  it("have a container killed whose liveness or startup fails", async () => {
    const livenessProbe = {
      exec: { command: ["sh", "-c", "test ! -e /tmp/stuck"] },
      periodSeconds: 1,
      failureThreshold: 2,
    };
    await run("app", shell("sleep 1000", { livenessProbe }));
    expect(ready("app")).toBe(true);
    await exec("app", "touch /tmp/stuck");
    await lab.settle(3_000);
    expect(lab.events("app")).toContain("Killing: Container c failed liveness probe, will be restarted");
    const startupProbe = { exec: { command: ["false"] }, periodSeconds: 1, failureThreshold: 2 };
    await run("slow", shell("sleep 1000", { startupProbe }));
    await lab.settle(3_000);
    expect(lab.events("slow")).toContain("Killing: Container c failed startup probe, will be restarted");
  });
});

it("a hook whose program nobody knows has done its work", async () => {
  await run("app", shell("sleep 1000", { lifecycle: { postStart: { exec: { command: ["/usr/bin/register"] } } } }));
  expect(ready("app")).toBe(true);
});

describe("a pod", () => {
  it("that may be active for so long fails after that, and its containers end", async () => {
    await run("late", shell("sleep 1000"), { activeDeadlineSeconds: 5, restartPolicy: "Never" });
    await lab.settle(4_000);
    expect(lab.pod("late")?.status?.phase).toBe("Running");
    await lab.settle(2_000);
    expect(lab.pod("late")?.status).toMatchObject({
      phase: "Failed",
      reason: "DeadlineExceeded",
      message: "Pod was active on the node longer than the specified deadline",
      containerStatuses: [{ state: { terminated: { exitCode: 143 } } }],
    });
    expect(lab.events("late")).toContain(
      "DeadlineExceeded: Pod was active on the node longer than the specified deadline",
    );
  });

  it("can be attached to: what its container writes from then on, and how it ends", async () => {
    await run("app", shell("echo early; sleep 1; echo late; exit 3"), { restartPolicy: "Never" });
    const place = { namespace: "default", name: "app" };
    const seen: string[] = [];
    const signal = new AbortController().signal;
    const ended = lab.pool.get(node)?.attach(place, "c", ({ text }) => seen.push(text), signal);
    await lab.settle(2_000);
    expect([await ended, seen]).toEqual([3, ["late"]]);
    expect(lab.pool.get(node)?.attach(place, "c", () => {}, signal)).toBeUndefined();
  });

  it("of an image without a known entry point runs the arguments that are a program of the shell", async () => {
    await run("app", { name: "c", image: "busybox", args: ["echo", "loud"] }, { restartPolicy: "Never" });
    const lines = lab.pool.get(node)?.logs({ namespace: "default", name: "app" }, "c");
    expect(lines?.map(({ text }) => text)).toEqual(["loud"]);
  });
});
