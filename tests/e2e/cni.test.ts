import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingReason } from "../support/clients.ts";
import { type TestEngine, startTestEngine } from "../support/engine.ts";
import { sharedPath } from "../support/shared.ts";

const notInitialized = "cni plugin not initialized";

/** A pod in the host's network on one node that runs a shell line against the node's files, as an operator would. */
function nodeShell(name: string, node: string, script: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "kube-system" },
    spec: {
      nodeName: node,
      hostNetwork: true,
      restartPolicy: "Never",
      tolerations: [{ operator: "Exists" }],
      containers: [
        {
          name: "shell",
          image: "busybox:1.37",
          command: ["sh", "-c", script],
          volumeMounts: [{ name: "conf", mountPath: "/etc/cni/net.d" }],
        },
      ],
      volumes: [{ name: "conf", hostPath: { path: "/etc/cni/net.d" } }],
    },
  });
}

const reason =
  missingReason("kubectl") ?? (sharedPath("corpus", "cni") ? undefined : "not run, needs the shared corpus");

describe.skipIf(reason)(reason ?? "real CNI manifests on a none cluster", () => {
  let engine: TestEngine;
  const manifests = ["flannel", "calico", "antrea"] as const;

  beforeAll(async () => {
    engine = await startTestEngine();
    for (const name of manifests) {
      const created = await engine.byocni("cluster", "create", name, "--resource-group", "group", "--json");
      expect(created.code, created.stderr).toBe(0);
      const merged = await engine.byocni("cluster", "credentials", name, "--resource-group", "group");
      expect(merged.code, merged.stderr).toBe(0);
    }
  });
  afterAll(() => engine.close());

  async function kubectl(context: string, ...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await engine.kubectl("--context", context, ...args);
    expect(code, `kubectl ${args.join(" ")}\n${stderr}`).toBe(0);
    return stdout;
  }

  async function readiness(context: string): Promise<ReadonlyMap<string, string>> {
    const condition = '{range .items[*]}{.metadata.name} {.status.conditions[?(@.type=="Ready")].message}{"\\n"}{end}';
    const lines = (await kubectl(context, "get", "nodes", "-o", `jsonpath=${condition}`)).trim().split("\n");
    return new Map(lines.map((line) => [line.split(" ")[0] ?? "", line.slice(line.indexOf(" ") + 1)]));
  }

  async function onNode(context: string, name: string, node: string, script: string): Promise<void> {
    const file = join(engine.home, `${name}.json`);
    writeFileSync(file, nodeShell(name, node, script));
    await kubectl(context, "apply", "-f", file);
    await kubectl(
      context,
      "wait",
      "-n",
      "kube-system",
      "--for=jsonpath={.status.phase}=Succeeded",
      `pod/${name}`,
      "--timeout=30s",
    );
  }

  it.each(manifests)("%s turns the nodes Ready by its own DaemonSet", async (name) => {
    expect([...(await readiness(name)).values()]).toEqual(Array(3).fill(expect.stringContaining(notInitialized)));
    const path = sharedPath("corpus", "cni", `${name}.yaml`) ?? "";
    await kubectl(name, "apply", "-f", path);
    await kubectl(name, "wait", "--for=condition=Ready", "node", "--all", "--timeout=60s");
    expect([...(await readiness(name)).values()]).toEqual(Array(3).fill("kubelet is posting ready status"));
  });

  it("turns Ready one node at a time, as each node's own file appears", async () => {
    const created = await engine.byocni("cluster", "create", "single", "--resource-group", "group", "--json");
    expect(created.code, created.stderr).toBe(0);
    await engine.byocni("cluster", "credentials", "single", "--resource-group", "group");
    const nodes = [...(await readiness("single")).keys()];
    const conflist = '{"cniVersion":"1.0.0","name":"mine","plugins":[{"type":"bridge"}]}';
    for (const [index, node] of nodes.entries()) {
      await onNode("single", `write-${index}`, node, `echo '${conflist}' > /etc/cni/net.d/10-mine.conflist`);
      await kubectl("single", "wait", "--for=condition=Ready", `node/${node}`, "--timeout=30s");
      const ready = [...(await readiness("single")).values()].filter((message) => !message.includes(notInitialized));
      expect(ready).toHaveLength(index + 1);
    }
  });

  it("turns a node NotReady when its conflist is deleted, and only that node", async () => {
    const [node = ""] = (await readiness("flannel")).keys();
    await onNode("flannel", "remove", node, "rm /etc/cni/net.d/10-flannel.conflist");
    await kubectl("flannel", "wait", "--for=condition=Ready=False", `node/${node}`, "--timeout=30s");
    const state = await readiness("flannel");
    expect(state.get(node)).toBe(
      `container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: ${notInitialized}`,
    );
    expect([...state.values()].filter((message) => message === "kubelet is posting ready status")).toHaveLength(2);
  });

  it("stays NotReady with a malformed first conflist although a good second one is there", async () => {
    const [, node = ""] = (await readiness("calico")).keys();
    await onNode("calico", "break", node, "echo '{ not json' > /etc/cni/net.d/05-broken.conflist");
    await kubectl("calico", "wait", "--for=condition=Ready=False", `node/${node}`, "--timeout=30s");
    await onNode("calico", "mend", node, "rm /etc/cni/net.d/05-broken.conflist");
    await kubectl("calico", "wait", "--for=condition=Ready", `node/${node}`, "--timeout=30s");
  });

  it("runs what waited for the pod network, coredns first of all", async () => {
    const ready = [
      "wait",
      "-n",
      "kube-system",
      "--for=condition=Ready",
      "pod",
      "-l",
      "k8s-app=kube-dns",
      "--timeout=60s",
    ];
    await kubectl("calico", ...ready);
    // Antrea's own IPAM takes the nodes' podCIDR, which AKS does not give: the nodes are Ready, the pods are not.
    const agents = await kubectl("antrea", "get", "pods", "-n", "kube-system", "-l", "component=antrea-agent");
    expect(agents).toMatch(/CrashLoopBackOff|Error/);
  });
});
