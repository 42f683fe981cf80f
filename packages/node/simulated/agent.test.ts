import type { Pod } from "@byocni/kube/client";
import { resources } from "@byocni/kube/client";
import { afterEach, describe, expect, it } from "vitest";
import type { SimulatedNode } from "./simulated-node.ts";
import { createNodeLab, type NodeLab } from "./testing/index.ts";

let lab: NodeLab;
afterEach(() => lab.close());

const conflist =
  '{"cniVersion":"1.0.0","name":"net","plugins":[{"type":"bridge","isGateway":true,"ipam":{"type":"host-local","subnet":"10.9.0.0/24"}}]}';
const notInitialized =
  "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized";
const app = (change: Partial<Pod["spec"]> = {}): Pod["spec"] => ({
  containers: [{ name: "c", image: "nginx" }],
  ...change,
});
const readyOf = (name: string) =>
  lab.api.get(resources.nodes, name)?.status?.conditions?.find((condition) => condition.type === "Ready");
const conditionOf = (pod: string, type: string) =>
  lab.pod(pod)?.status?.conditions?.find((condition) => condition.type === type);

describe("the node object", () => {
  it("registers with kubelet's conditions in order, not ready and tainted", async () => {
    lab = createNodeLab();
    await lab.addNode("node-a");
    const node = lab.api.get(resources.nodes, "node-a");
    expect(
      node?.status?.conditions?.map(({ type, status, reason, message }) => [type, status, reason, message]),
    ).toEqual([
      ["MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
      ["DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
      ["PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
      ["Ready", "False", "KubeletNotReady", notInitialized],
    ]);
    expect(node?.spec?.taints).toEqual([{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }]);
    expect(node?.status?.nodeInfo).toMatchObject({
      containerRuntimeVersion: "containerd://1.7.33-1",
      kubeletVersion: "v1.34.2",
    });
    expect(node?.status?.addresses).toEqual([
      { type: "InternalIP", address: "10.224.0.4" },
      { type: "Hostname", address: "node-a" },
    ]);
    expect(lab.events("node-a")).toContain("Starting: Starting kubelet.");
  });

  it("turns Ready with the file, NotReady without it, and tells each once", async () => {
    lab = createNodeLab();
    const node = await lab.addNode("node-a");
    const patches = () => lab.api.calls.filter((call) => call.startsWith("PATCH /api/v1/nodes/node-a/status")).length;
    const before = patches();
    node.disk.writeFile("/etc/cni/net.d/10-net.conflist", conflist);
    await lab.settle();
    expect(readyOf("node-a")).toMatchObject({
      status: "True",
      reason: "KubeletReady",
      message: "kubelet is posting ready status",
    });
    node.disk.touch("/etc/cni/net.d/other");
    await lab.settle();
    expect(patches() - before).toBe(1);
    node.disk.remove("/etc/cni/net.d/10-net.conflist");
    await lab.settle();
    expect(readyOf("node-a")).toMatchObject({ status: "False", reason: "KubeletNotReady", message: notInitialized });
    expect(patches() - before).toBe(2);
    const told = lab.events("node-a").filter((event) => event.includes("Ready:"));
    expect(told).toEqual([
      "NodeReady: Node node-a status is now: NodeReady",
      "NodeNotReady: Node node-a status is now: NodeNotReady",
    ]);
  });

  it("with containerd 2 a missing program shows, and the removal of the directory ends containerd for a while", async () => {
    lab = createNodeLab({ containerdVersion: "2.3.2-2" });
    const node = await lab.addNode("node-a");
    const newer = conflist.replace("1.0.0", "1.1.0");
    node.disk.writeFile("/etc/cni/net.d/10-net.conflist", newer.replace('"bridge"', '"azure-vnet"'));
    await lab.settle();
    expect(readyOf("node-a")?.message).toContain(
      'Network plugin returns error: failed to find plugin "azure-vnet" in path [/opt/cni/bin]',
    );
    node.disk.writeFile("/etc/cni/net.d/10-net.conflist", newer);
    await lab.settle();
    expect(readyOf("node-a")?.status).toBe("True");
    node.disk.remove("/etc/cni/net.d", { recursive: true });
    await lab.settle();
    expect(readyOf("node-a")?.message).toBe("container runtime is down");
    await lab.settle(5000);
    expect(readyOf("node-a")?.message).toBe(notInitialized);
    node.disk.writeFile("/etc/cni/net.d/10-net.conflist", newer);
    await lab.settle();
    expect(readyOf("node-a")?.status).toBe("True");
  });

  it("keeps a lease, renewed every ten seconds", async () => {
    lab = createNodeLab();
    await lab.addNode("node-a");
    const lease = () => lab.api.get(resources.leases, "kube-node-lease/node-a");
    const first = lease()?.spec?.renewTime;
    expect(lease()?.spec).toMatchObject({ holderIdentity: "node-a", leaseDurationSeconds: 40 });
    await lab.settle(11_000);
    expect(Date.parse(lease()?.spec?.renewTime ?? "") - Date.parse(first ?? "")).toBeGreaterThanOrEqual(9000);
  });

  it("takes over the object of an earlier life", async () => {
    lab = createNodeLab();
    await lab.addNode("node-a");
    await lab.pool.remove("node-a");
    await lab.clock.advance(60_000);
    await lab.addNode("node-a");
    expect(lab.api.list(resources.nodes)).toHaveLength(1);
    expect(readyOf("node-a")?.lastTransitionTime).toBe("2026-01-01T00:00:00Z");
    await lab.pool.remove("node-a", { deleteObject: true });
    expect(lab.api.list(resources.nodes)).toHaveLength(0);
  });
});

describe("the gate for pods with a network of their own", () => {
  it("keeps them waiting with an event, and lets them go when the node has a network", async () => {
    lab = createNodeLab();
    const node = await lab.addNode("node-a");
    await lab.run("node-a", "app", app());
    expect(lab.pod("app")?.status).toMatchObject({
      phase: "Pending",
      hostIP: "10.224.0.4",
      containerStatuses: [{ image: "nginx", state: { waiting: { reason: "ContainerCreating" } }, ready: false }],
    });
    expect(lab.events("app")).toEqual([`NetworkNotReady: network is not ready: ${notInitialized}`]);
    node.disk.writeFile("/etc/cni/net.d/10-net.conflist", conflist);
    await lab.settle();
    expect(lab.pod("app")?.status).toMatchObject({ phase: "Running", podIP: "10.9.0.2" });
    expect(conditionOf("app", "Ready")?.status).toBe("True");
    expect(containerOf("app")?.image).toBe("docker.io/library/nginx:latest");
  });

  it("does not hold pods in the host's network", async () => {
    lab = createNodeLab();
    await lab.addNode("node-a");
    await lab.run("node-a", "host", app({ hostNetwork: true }));
    expect(lab.pod("host")?.status).toMatchObject({ phase: "Running", podIP: "10.224.0.4", hostIP: "10.224.0.4" });
    expect(
      lab.api.calls.filter((call) => call.startsWith("PATCH /api/v1/namespaces/default/pods/host/status")),
    ).toHaveLength(1);
  });

  it("stay Ready although the node controller took that from them while the node was not", async () => {
    lab = createNodeLab();
    await lab.addNode("node-a");
    await lab.run("node-a", "host", app({ hostNetwork: true }));
    expect(conditionOf("host", "Ready")?.status).toBe("True");
    const patches = () =>
      lab.api.calls.filter((call) => call.startsWith("PATCH ") && call.includes("/pods/host")).length;
    const before = patches();
    const ref = { ...resources.pods, namespace: "default", name: "host" };
    await lab.api.client.patch(ref, { status: { conditions: [{ type: "Ready", status: "False" }] } }, "strategic", {
      subresource: "status",
    });
    await lab.settle();
    expect(conditionOf("host", "Ready")?.status).toBe("True");
    await lab.api.client.patch(ref, { metadata: { labels: { a: "b" } } }, "merge");
    await lab.settle();
    // Theirs, the answer to it, and the label.
    expect(patches() - before).toBe(3);
  });

  it("a configuration without its program: Ready, but every pod fails", async () => {
    lab = createNodeLab();
    const node = await lab.addNode("node-a");
    node.disk.writeFile(
      "/etc/cni/net.d/05-cilium.conflist",
      conflist.replace('"type":"bridge"', '"type":"cilium-cni","name":"cilium"'),
    );
    await lab.settle();
    await lab.run("node-a", "app", app());
    expect(readyOf("node-a")?.status).toBe("True");
    expect(lab.events("app")[0]).toMatch(
      /^FailedCreatePodSandBox: Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "[0-9a-f]{64}": plugin type="cilium-cni" name="cilium" failed \(add\): failed to find plugin "cilium-cni" in path \[\/opt\/cni\/bin\]$/,
    );
  });

  it("a bridge of an earlier configuration stays in the way", async () => {
    lab = createNodeLab();
    const node = await lab.addNode("node-a");
    const second = conflist.replace('"net"', '"net2"').replace("10.9.0.0/24", "10.52.0.0/24");
    node.disk.writeFile("/etc/cni/net.d/10-bridge.conflist", conflist);
    await lab.settle();
    await lab.run("node-a", "one", app());
    node.disk.writeFile("/etc/cni/net.d/10-bridge.conflist", second);
    await lab.settle();
    await lab.run("node-a", "two", app());
    expect(lab.events("two")[0]).toContain(
      'failed to set bridge addr: "cni0" already has an IP address different from 10.52.0.1/24',
    );
    expect(lab.pod("one")?.status?.phase).toBe("Running");
    node.disk.writeFile(
      "/etc/cni/net.d/10-bridge.conflist",
      second.replace('"isGateway":true', '"isGateway":true,"forceAddress":true'),
    );
    await lab.settle(10_000);
    expect(lab.pod("two")?.status?.podIP).toMatch(/^10\.52\.0\./);
  });
});

async function readyLab(): Promise<void> {
  lab = createNodeLab();
  const node = await lab.addNode("node-a");
  node.disk.writeFile("/etc/cni/net.d/10-net.conflist", conflist);
  await lab.settle();
}
const containerOf = (pod: string) => lab.pod(pod)?.status?.containerStatuses?.[0];

describe("the life of a pod", () => {
  it("init containers run in order, sidecars run on, the environment is resolved", async () => {
    await readyLab();
    lab.api.put(resources.configMaps, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "cm", namespace: "default" },
      data: { key: "value", file: "text\n" },
    });
    await lab.run("node-a", "app", {
      volumes: [
        { name: "work", emptyDir: {} },
        { name: "cm", configMap: { name: "cm" } },
      ],
      initContainers: [
        {
          name: "first",
          image: "busybox",
          command: ["sh", "-c", "cat /cm/file > /scratch/out; echo $NODE $KEY >> /scratch/out"],
          env: [
            { name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
            { name: "KEY", valueFrom: { configMapKeyRef: { name: "cm", key: "key" } } },
          ],
          volumeMounts: [
            { name: "work", mountPath: "/scratch" },
            { name: "cm", mountPath: "/cm" },
          ],
        },
        { name: "side", image: "proxy", restartPolicy: "Always" },
      ],
      containers: [
        {
          name: "c",
          image: "busybox",
          command: ["sh", "-c"],
          args: ["cat /scratch/out; echo $(IP) $0; exec serve", "zero"],
          env: [{ name: "IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } }],
          volumeMounts: [{ name: "work", mountPath: "/scratch" }],
        },
      ],
    });
    const logs = lab.pool.get("node-a")?.logs({ namespace: "default", name: "app" }, "c");
    expect(logs?.map((line) => line.text)).toEqual(["text", "node-a value", "10.9.0.2 zero"]);
    expect(lab.pod("app")?.status).toMatchObject({
      phase: "Running",
      initContainerStatuses: [
        { state: { terminated: { exitCode: 0, reason: "Completed" } } },
        { ready: true, started: true },
      ],
    });
  });

  it.each<[string, Pod["spec"], string, object | undefined]>([
    [
      "Never, success",
      app({ restartPolicy: "Never", containers: [{ name: "c", image: "busybox", command: ["true"] }] }),
      "Succeeded",
      { exitCode: 0, reason: "Completed" },
    ],
    [
      "Never, failure",
      app({ restartPolicy: "Never", containers: [{ name: "c", image: "busybox", command: ["sh", "-c", "exit 3"] }] }),
      "Failed",
      { exitCode: 3, reason: "Error" },
    ],
    [
      "OnFailure, success",
      app({ restartPolicy: "OnFailure", containers: [{ name: "c", image: "job" }] }),
      "Succeeded",
      { exitCode: 0 },
    ],
    [
      "Never, failing init container",
      app({ restartPolicy: "Never", initContainers: [{ name: "i", image: "busybox", command: ["false"] }] }),
      "Failed",
      undefined,
    ],
  ])("restart policy %s: %s", async (_, spec, phase, terminated) => {
    await readyLab();
    await lab.run("node-a", "app", spec);
    expect(lab.pod("app")?.status).toMatchObject({ phase, podIP: "10.9.0.2" });
    if (terminated !== undefined) expect(containerOf("app")?.state?.terminated).toMatchObject(terminated);
  });

  it("a container that ends again and again backs off for ten seconds, twenty, forty", async () => {
    await readyLab();
    await lab.run(
      "node-a",
      "app",
      app({ containers: [{ name: "c", image: "busybox", command: ["sh", "-c", "echo run; exit 1"] }] }),
    );
    const uid = lab.pod("app")?.metadata.uid ?? "";
    expect(containerOf("app")).toMatchObject({
      restartCount: 1,
      state: {
        waiting: {
          reason: "CrashLoopBackOff",
          message: `back-off 10s restarting failed container=c pod=app_default(${uid})`,
        },
      },
      lastState: { terminated: { exitCode: 1, reason: "Error" } },
    });
    await lab.settle();
    expect(lab.events("app")).toContain(`BackOff: Back-off restarting failed container c in pod app_default(${uid})`);
    expect(conditionOf("app", "Ready")).toMatchObject({
      status: "False",
      reason: "ContainersNotReady",
      message: "containers with unready status: [c]",
    });
    await lab.settle(10_000);
    expect(containerOf("app")).toMatchObject({
      restartCount: 2,
      state: { waiting: { message: expect.stringContaining("back-off 20s") as string } },
    });
    await lab.settle(20_000);
    expect(containerOf("app")?.restartCount).toBe(3);
  });

  it.each([
    [
      "nginx:byocni-not-found",
      "ImagePullBackOff",
      'code = NotFound desc = failed to pull and unpack image "docker.io/library/nginx:byocni-not-found"',
    ],
    ["Nginx::", "InvalidImageName", "couldn't parse image name"],
  ])("an image that cannot be had: %s", async (image, reason, text) => {
    await readyLab();
    await lab.run("node-a", "app", app({ containers: [{ name: "c", image }] }));
    expect(containerOf("app")?.state?.waiting?.reason).toBe(reason);
    expect(containerOf("app")?.state?.waiting?.message).toContain(text);
    expect(lab.pod("app")?.status?.phase).toBe("Pending");
  });

  it.each<[string, Pod["spec"], string]>([
    [
      "a volume's ConfigMap",
      app({ volumes: [{ name: "v", configMap: { name: "late" } }] }),
      'FailedMount: MountVolume.SetUp failed for volume "v" : configmap "late" not found',
    ],
    [
      "a variable's ConfigMap",
      app({
        containers: [
          { name: "c", image: "x", env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "late", key: "k" } } }] },
        ],
      }),
      'Failed: Error: configmap "late" not found',
    ],
  ])("waits for %s", async (_, spec, event) => {
    await readyLab();
    await lab.run("node-a", "app", spec);
    expect(lab.events("app")).toContain(event);
    lab.api.put(resources.configMaps, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "late", namespace: "default" },
      data: { k: "v" },
    });
    await lab.settle(10_000);
    expect(lab.pod("app")?.status?.phase).toBe("Running");
  });

  it("a hostPath that is not what it must be", async () => {
    await readyLab();
    await lab.run(
      "node-a",
      "app",
      app({ volumes: [{ name: "v", hostPath: { path: "/no/such", type: "Directory" } }] }),
    );
    expect(lab.events("app")).toContain(
      'FailedMount: MountVolume.SetUp failed for volume "v" : hostPath type check failed: /no/such is not a directory',
    );
  });

  it("ends when it is deleted, and leaves the API", async () => {
    await readyLab();
    await lab.run("node-a", "app", app());
    await lab.api.client.delete({ ...resources.pods, namespace: "default", name: "app" });
    await lab.settle();
    expect(lab.pod("app")).toBeUndefined();
    expect(lab.events("app")).toContain("Killing: Stopping container c");
  });

  it("cannot end without a network to take it out of", async () => {
    await readyLab();
    await lab.run("node-a", "app", app());
    const node = lab.pool.get("node-a")?.runtime;
    await node?.exec(["rm", "/etc/cni/net.d/10-net.conflist"]);
    await lab.api.client.delete({ ...resources.pods, namespace: "default", name: "app" });
    await lab.settle();
    expect(lab.pod("app")?.metadata.deletionTimestamp).toBeDefined();
    expect(lab.events("app").find((event) => event.startsWith("FailedKillPod"))).toContain(
      "failed to destroy network for sandbox",
    );
    await node?.exec(["sh", "-c", `echo '${conflist}' > /etc/cni/net.d/10-net.conflist`]);
    await lab.settle();
    expect(lab.pod("app")).toBeUndefined();
  });

  it("does what its annotation says", async () => {
    await readyLab();
    await lab.run("node-a", "slow", app(), { "byocni.dev/behaviour": "log: starting\nreadyAfterSeconds: 30\n" });
    expect(conditionOf("slow", "Ready")?.status).toBe("False");
    await lab.settle(30_000);
    expect(conditionOf("slow", "Ready")?.status).toBe("True");
    await lab.run("node-a", "oom", app({ restartPolicy: "Never" }), { "byocni.dev/behaviour": '{"oomKilled": true}' });
    expect(containerOf("oom")?.state?.terminated).toMatchObject({ exitCode: 137, reason: "OOMKilled" });
    await lab.run("node-a", "odd", app(), { "byocni.dev/behaviour": '{"crash": 1}' });
    expect(lab.events("odd")[0]).toContain('annotation byocni.dev/behaviour: it has no member "crash"');
  });

  it("starts again with a node that was restarted, on the disk that it left", async () => {
    await readyLab();
    await lab.run("node-a", "other", app());
    await lab.run("node-a", "app", app());
    const node = lab.pool.get("node-a")?.runtime as SimulatedNode;
    let changes = 0;
    node.onDisk(() => changes++);
    await node.exec(["sh", "-c", "echo x > /etc/kept; echo y > /run/lost"]);
    expect(changes).toBeGreaterThan(0);
    const disk = node.snapshot();
    expect(lab.pod("app")?.status?.podIP).toBe("10.9.0.3");
    await lab.pool.remove("node-a");
    const again = await lab.addNode("node-a", undefined, disk);
    expect(again.disk.stat("/etc/kept")?.kind).toBe("file");
    expect(again.disk.stat("/run/lost")).toBeUndefined();
    expect(readyOf("node-a")?.status).toBe("True");
    expect(containerOf("app")).toMatchObject({
      restartCount: 1,
      state: { running: {} },
      lastState: { terminated: { exitCode: 255, reason: "Unknown" } },
    });
    // The fake API keeps the directive that replaces the list; the address of the earlier life must be gone.
    const kept = lab.pod("app")?.status?.podIPs?.filter((item) => item.ip !== undefined);
    expect(kept).toEqual([{ ip: lab.pod("app")?.status?.podIP }]);
  });

  it("a failing postStart hook kills the container", async () => {
    await readyLab();
    await lab.run(
      "node-a",
      "app",
      app({
        containers: [
          { name: "c", image: "nginx", lifecycle: { postStart: { exec: { command: ["sh", "-c", "exit 7"] } } } },
        ],
      }),
    );
    expect(lab.events("app")).toContain("FailedPostStartHook: PostStartHook failed");
    expect(containerOf("app")?.state?.waiting?.reason).toBe("CrashLoopBackOff");
  });

  it("commands run in containers and on the node", async () => {
    await readyLab();
    await lab.run("node-a", "app", app());
    const agent = lab.pool.get("node-a");
    const place = { namespace: "default", name: "app" };
    expect(await agent?.exec(place, "c", ["sh", "-c", "echo $HOSTNAME; exit 4"])).toEqual({
      exitCode: 4,
      stdout: "app\n",
      stderr: "",
    });
    await expect(agent?.exec(place, "c", ["nope"])).rejects.toThrow('exec: "nope": executable file not found in $PATH');
    expect(agent?.exec(place, "other", ["true"])).toBeUndefined();
    expect((await agent?.runtime.exec(["cat", "/etc/cni/net.d/10-net.conflist"]))?.stdout).toBe(conflist);
    expect((await agent?.runtime.exec(["crictl", "info"]))?.stdout).toContain('"lastCNILoadStatus": "OK"');
    expect((await agent?.runtime.exec(["nope"]))?.exitCode).toBe(127);
  });
});
