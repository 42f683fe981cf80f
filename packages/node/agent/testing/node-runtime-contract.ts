import { afterEach, describe, expect, it } from "vitest";
import type { ContainerRequest, NodeRuntime, SandboxRequest } from "../runtime.ts";

/** One node under test, with what a test does to it from outside. */
export interface NodeRuntimeSubject {
  readonly runtime: NodeRuntime;
  /** Writes a file of the node, as an installer does: a temporary name, then a rename. */
  putFile(path: string, text: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  /** Lets what was started settle. */
  settle(): Promise<void>;
  /** An image with a shell that the runtime can pull. */
  readonly image: string;
  close(): Promise<void>;
}

/** A configuration that every node can carry out with the standard plugins. */
const conflist =
  '{"cniVersion":"1.0.0","name":"contract","plugins":[{"type":"bridge","bridge":"contract0","isGateway":true,"ipam":{"type":"host-local","subnet":"10.77.0.0/24"}}]}';
const confFile = "/etc/cni/net.d/10-contract.conflist";

export function sandboxRequest(change: Partial<SandboxRequest> = {}): SandboxRequest {
  return {
    namespace: "default",
    name: "pod",
    uid: "uid",
    hostname: "pod",
    hostNetwork: true,
    annotations: {},
    labels: {},
    volumes: new Map(),
    serviceAccountName: "default",
    ...change,
  };
}

export function containerRequest(image: string, change: Partial<ContainerRequest> = {}): ContainerRequest {
  return {
    name: "c",
    kind: "daemon",
    image,
    command: undefined,
    args: undefined,
    environment: new Map(),
    mounts: [],
    workingDirectory: undefined,
    managedFiles: () => ({ "/etc/hostname": "pod\n" }),
    attempt: 0,
    spec: { name: "c", image },
    ...change,
  };
}

/** What every implementation of NodeRuntime must do. */
export function nodeRuntimeContract(name: string, create: () => Promise<NodeRuntimeSubject>): void {
  describe(`${name} keeps the contract of NodeRuntime`, () => {
    let subject: NodeRuntimeSubject | undefined;
    afterEach(async () => {
      await subject?.close();
      subject = undefined;
    });
    const start = async (): Promise<NodeRuntimeSubject> => (subject = await create());

    it("has no network at first, one when the file is there, none when it is gone, and tells of each", async () => {
      const { runtime, putFile, removeFile, settle } = await start();
      let told = 0;
      const stop = runtime.onStatus(() => told++);
      expect(runtime.status().network).toMatchObject({
        networkReady: false,
        reason: "NetworkPluginNotReady",
        message: "Network plugin returns error: cni plugin not initialized",
      });
      await putFile(confFile, conflist);
      await settle();
      expect(runtime.status().network).toMatchObject({
        networkReady: true,
        networkName: "contract",
        lastCNILoadStatus: "OK",
      });
      expect(told).toBeGreaterThan(0);
      await removeFile(confFile);
      await settle();
      expect(runtime.status().network.networkReady).toBe(false);
      stop();
      const before = told;
      await putFile(confFile, conflist);
      await settle();
      expect(told).toBe(before);
    });

    it("gives pods addresses of their own, and none to those in the host's network", async () => {
      const { runtime, putFile, settle } = await start();
      await putFile(confFile, conflist);
      await settle();
      const one = await runtime.runSandbox(sandboxRequest({ hostNetwork: false }));
      const two = await runtime.runSandbox(sandboxRequest({ hostNetwork: false, name: "two", uid: "two" }));
      const host = await runtime.runSandbox(sandboxRequest({ name: "host", uid: "host" }));
      expect(one.ips[0]).toMatch(/^10\.77\.0\./);
      expect(two.ips[0]).not.toBe(one.ips[0]);
      expect(host.ips).toEqual([]);
      for (const sandbox of [one, two, host]) await sandbox.stop();
    });

    it("refuses a pod's network where there is none, in containerd's words", async () => {
      const { runtime } = await start();
      await expect(runtime.runSandbox(sandboxRequest({ hostNetwork: false }))).rejects.toThrow(
        /^failed to setup network for sandbox "[0-9a-f]{64}": cni plugin not initialized$/,
      );
    });

    it("runs containers to their end, with environment, volumes and output", async () => {
      const { runtime, image, settle } = await start();
      await runtime.pullImage(image);
      expect(runtime.hasImage(image)).toBe(true);
      const volumes = new Map([
        ["v", { kind: "files", files: [{ path: "f", mode: 0o644, content: "from the volume\n" }] }],
      ] as const);
      const sandbox = await runtime.runSandbox(sandboxRequest({ volumes }));
      const container = sandbox.createContainer(
        containerRequest(image, {
          kind: "init",
          command: ["sh", "-c", "cat /v/f; echo $WORD; echo wrong >&2; exit 3"],
          environment: new Map([["WORD", "word"]]),
          mounts: [{ volume: "v", mountPath: "/v", subPath: "", readOnly: true }],
        }),
      );
      container.start();
      await settle();
      expect(await container.exited).toMatchObject({ exitCode: 3, reason: "Error" });
      expect(container.logs().map(({ stream, text }) => `${stream} ${text}`)).toEqual([
        "stdout from the volume",
        "stdout word",
        "stderr wrong",
      ]);
      await sandbox.stop();
    });

    it("a hostPath volume is the node's own folder", async () => {
      const { runtime, image, settle } = await start();
      await runtime.pullImage(image);
      const volumes = new Map([["conf", { kind: "host", path: "/etc/cni/net.d", type: "" }]] as const);
      const sandbox = await runtime.runSandbox(sandboxRequest({ volumes }));
      const script = `echo '${conflist}' > /out/.tmp && mv /out/.tmp /out/10-contract.conflist`;
      const mounts = [{ volume: "conf", mountPath: "/out", subPath: "", readOnly: false }];
      const container = sandbox.createContainer(
        containerRequest(image, { kind: "init", command: ["sh", "-c", script], mounts }),
      );
      container.start();
      await settle();
      expect((await container.exited).exitCode).toBe(0);
      await settle();
      expect(runtime.status().network.networkReady).toBe(true);
      await sandbox.stop();
    });

    it("runs commands in a container and on the node, and ends what it is told to end", async () => {
      const { runtime, image, settle } = await start();
      await runtime.pullImage(image);
      const sandbox = await runtime.runSandbox(sandboxRequest());
      const container = sandbox.createContainer(containerRequest(image, { command: ["sleep", "3600"] }));
      container.start();
      await settle();
      expect(await container.exec(["sh", "-c", "echo out; exit 5"])).toMatchObject({ exitCode: 5, stdout: "out\n" });
      expect(await runtime.exec(["sh", "-c", "echo $0 on the node"])).toMatchObject({
        exitCode: 0,
        stdout: "sh on the node\n",
      });
      const stopped = container.stop(0);
      await settle();
      await stopped;
      expect((await container.exited).exitCode).not.toBe(0);
      await sandbox.stop();
    });
  });
}
