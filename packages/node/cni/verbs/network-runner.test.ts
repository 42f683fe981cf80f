import { createFakeClock } from "@byocni/base/core/testing";
import { describe, expect, it } from "vitest";
import { parseNetworkConf } from "../network-conf.ts";
import { profileTraits } from "../profile.ts";
import { createFileTable } from "../testing/index.ts";
import { type Attachment, podArguments } from "./attachment.ts";
import { createNetworkRunner } from "./network-runner.ts";
import type { ExecOutcome } from "./plugin-outcome.ts";
import type { PluginInvocation } from "./invocation.ts";

const attachment: Attachment = {
  containerId: "pod1",
  netns: "/run/netns/p1",
  ifName: "eth0",
  args: podArguments({ namespace: "default", name: "p", uid: "u", sandboxId: "pod1" }),
  capabilityArgs: { portMappings: [{ hostPort: 80 }], bandwidth: { rate: 1 } },
};
const network = (version = "1.1.0", extra = "") =>
  parseNetworkConf(
    new TextEncoder().encode(
      `{"cniVersion":"${version}","name":"net",${extra}"plugins":[{"type":"bridge","mtu":1450},{"type":"portmap","capabilities":{"portMappings":true,"bandwidth":false}}]}`,
    ),
    profileTraits["containerd-2.x"],
  );
const good = (stdout = ""): ExecOutcome => ({ kind: "exited", exitCode: 0, stdout, stderr: "" });

function setUp(
  answer: (invocation: PluginInvocation, count: number) => ExecOutcome = () => good("{}"),
  plugins = ["bridge", "portmap"],
) {
  const calls: PluginInvocation[] = [];
  const files = new Map<string, string>();
  const clock = createFakeClock();
  const runner = createNetworkRunner({
    view: createFileTable(Object.fromEntries(plugins.map((name) => [`/opt/cni/bin/${name}`, ""]))),
    clock,
    exec: (invocation) => Promise.resolve(answer(invocation, calls.push(invocation))),
    cache: {
      list: () => [...files.keys()],
      read: (name) => files.get(name),
      write: (name, content) => void files.set(name, content),
      remove: (name) => void files.delete(name),
    },
  });
  return { calls, files, runner, clock, signal: new AbortController().signal };
}
const shown = (calls: readonly PluginInvocation[]) =>
  calls.map((call) => `${call.environment["CNI_COMMAND"]} ${call.path}`);

describe("the order and what goes in", () => {
  it("ADD chains results, gives capabilities to those that ask, and caches", async () => {
    const { calls, files, runner, signal } = setUp((_, count) =>
      good(count === 1 ? '{"ips":[{"address":"10.0.0.2/24"}]}' : '{"cniVersion":"1.0.0","done":true}'),
    );
    const result = await runner.add(network(), attachment, signal);
    expect(shown(calls)).toEqual(["ADD /opt/cni/bin/bridge", "ADD /opt/cni/bin/portmap"]);
    expect(calls[0]).toEqual({
      path: "/opt/cni/bin/bridge",
      environment: {
        CNI_COMMAND: "ADD",
        CNI_CONTAINERID: "pod1",
        CNI_NETNS: "/run/netns/p1",
        CNI_ARGS:
          "IgnoreUnknown=1;K8S_POD_NAMESPACE=default;K8S_POD_NAME=p;K8S_POD_INFRA_CONTAINER_ID=pod1;K8S_POD_UID=u",
        CNI_IFNAME: "eth0",
        CNI_PATH: "/opt/cni/bin",
      },
      input: { type: "bridge", mtu: 1450, name: "net", cniVersion: "1.1.0" },
    });
    expect(calls[1]?.input).toMatchObject({
      prevResult: { cniVersion: "1.1.0", ips: [{ address: "10.0.0.2/24" }] },
      runtimeConfig: { portMappings: [{ hostPort: 80 }] },
    });
    expect(calls[1]?.input["runtimeConfig"]).not.toHaveProperty("bandwidth");
    expect(result).toEqual({ cniVersion: "1.0.0", done: true });
    expect(JSON.parse(files.get("net-pod1-eth0") ?? "")).toMatchObject({
      kind: "cniCacheV1",
      containerId: "pod1",
      ifName: "eth0",
      networkName: "net",
      netns: "/run/netns/p1",
      cniArgs: [
        ["IgnoreUnknown", "1"],
        ["K8S_POD_NAMESPACE", "default"],
        ["K8S_POD_NAME", "p"],
        ["K8S_POD_INFRA_CONTAINER_ID", "pod1"],
        ["K8S_POD_UID", "u"],
      ],
      capabilityArgs: { portMappings: [{ hostPort: 80 }] },
      result: { done: true },
    });
  });

  it("DEL goes backwards with the cached result, and forgets it", async () => {
    const { calls, files, runner, signal } = setUp(() => good('{"cniVersion":"1.1.0"}'));
    await runner.add(network(), attachment, signal);
    calls.length = 0;
    await runner.remove(network(), attachment, signal);
    expect(shown(calls)).toEqual(["DEL /opt/cni/bin/portmap", "DEL /opt/cni/bin/bridge"]);
    expect(calls[0]?.input["prevResult"]).toEqual({ cniVersion: "1.1.0" });
    expect(files.size).toBe(0);
  });

  it("before 0.4.0 DEL gets no result, and there is no CHECK", async () => {
    const { calls, runner, signal } = setUp(() => good("{}"));
    await runner.add(network("0.3.1"), attachment, signal);
    await runner.remove(network("0.3.1"), attachment, signal);
    expect(calls.at(-1)?.input).not.toHaveProperty("prevResult");
    await expect(runner.check(network("0.3.1"), attachment, signal)).rejects.toThrow(
      'configuration version "0.3.1" does not support the CHECK command',
    );
  });

  it.each([
    ["1.1.0", ["STATUS /opt/cni/bin/bridge", "STATUS /opt/cni/bin/portmap"]],
    ["1.0.0", []],
  ])("STATUS of version %s", async (version, expected) => {
    const { calls, runner, signal } = setUp();
    await runner.status(network(version), signal);
    expect(shown(calls)).toEqual(expected);
  });

  it("CHECK can be switched off", async () => {
    const { calls, runner, signal } = setUp();
    await runner.check(network("1.0.0", '"disableCheck":true,'), attachment, signal);
    expect(calls).toEqual([]);
    await runner.check(network("1.0.0"), attachment, signal);
    expect(calls).toHaveLength(2);
  });

  it("GC deletes what is cached and not valid, then names what is", async () => {
    const { calls, runner, signal, files } = setUp();
    await runner.add(network(), attachment, signal);
    await runner.add(network(), { ...attachment, containerId: "pod2" }, signal);
    files.set("damaged", "{");
    calls.length = 0;
    const valid = [{ containerID: "pod2", ifname: "eth0" }];
    await runner.collect(network(), valid, signal);
    expect(shown(calls)).toEqual([
      "DEL /opt/cni/bin/portmap",
      "DEL /opt/cni/bin/bridge",
      "GC /opt/cni/bin/bridge",
      "GC /opt/cni/bin/portmap",
    ]);
    expect(calls[0]?.environment["CNI_CONTAINERID"]).toBe("pod1");
    expect(calls[2]?.input).toMatchObject({ "cni.dev/valid-attachments": valid, "cni.dev/attachments": valid });
    expect(runner.cached("net").map((entry) => entry.attachment.containerId)).toEqual(["pod2"]);
    await runner.collect(network("1.1.0", '"disableGC":true,'), [], signal);
    expect(calls).toHaveLength(4);
  });
});

describe("how failures read", () => {
  const failing = (outcome: Partial<{ exitCode: number; stdout: string; stderr: string }>): ExecOutcome => ({
    kind: "exited",
    exitCode: 1,
    stdout: "",
    stderr: "",
    ...outcome,
  });
  it.each<[string, ExecOutcome, string]>([
    [
      "an error object",
      failing({ stdout: '{"code":999,"msg":"no IP addresses available"}' }),
      "no IP addresses available",
    ],
    [
      "with details",
      failing({ stdout: '{"code":1,"msg":"incompatible CNI versions","details":"config is \\"9.9.9\\""}' }),
      'incompatible CNI versions; config is "9.9.9"',
    ],
    ["silence", failing({ exitCode: 2 }), "netplugin failed with no error message: exit status 2"],
    ["only stderr", failing({ exitCode: 2, stderr: "panic: x\n" }), 'netplugin failed: "panic: x\\n": exit status 2'],
    [
      "a crash",
      { kind: "signal", signal: "segmentation fault", stdout: "", stderr: "" },
      "netplugin failed with no error message: signal: segmentation fault",
    ],
    [
      "no JSON",
      failing({ stdout: "oops" }),
      `netplugin failed but error parsing its diagnostic message "oops": invalid character 'o' looking for beginning of value`,
    ],
    ["a result that is no JSON", good("{"), "failed to unmarshal raw result: unexpected end of JSON input"],
  ])("%s", async (_, outcome, text) => {
    const { runner, signal, files } = setUp(() => outcome);
    await expect(runner.add(network(), attachment, signal)).rejects.toMatchObject({
      message: `plugin type="bridge" failed (add): ${text}`,
    });
    expect(files.size).toBe(0);
  });

  it.each([
    ["container id", { containerId: "../x" }, "invalid characters in containerID; ../x"],
    [
      "interface name",
      { ifName: "a-very-long-interface" },
      "interface name is too long; interface name should be less than 16 characters",
    ],
  ])("a bad %s", async (_, change, text) => {
    const { runner, signal, calls } = setUp();
    await expect(runner.add(network(), { ...attachment, ...change }, signal)).rejects.toThrow(text);
    expect(calls).toEqual([]);
  });

  it("a missing program, a program that is being written", async () => {
    const { runner, signal } = setUp(undefined, ["bridge"]);
    await expect(runner.remove(network(), attachment, signal)).rejects.toThrow(
      'plugin type="portmap" failed (delete): failed to find plugin "portmap" in path [/opt/cni/bin]',
    );
    const busy = setUp((_, count) => (count < 3 ? { kind: "busy" } : good("{}")));
    const adding = busy.runner.add(network(), attachment, busy.signal);
    await busy.clock.advance(2000);
    await adding;
    expect(busy.calls).toHaveLength(4);
  });
});
