import type { ExecResult, PodSandbox } from "@byocni/node/agent";
import type { ConfMonitor } from "@byocni/node/cni";
import { runProcess } from "./container/process.ts";
import type { NodeContext } from "./node-context.ts";
import { commonPrograms } from "./programs/index.ts";
import type { FindProgram, Program } from "./shell/index.ts";

export interface NodeShellRequest {
  readonly node: NodeContext;
  readonly monitor: ConfMonitor;
  readonly restartContainerd: () => void;
  readonly images: ReadonlySet<string>;
  readonly sandboxes: ReadonlySet<PodSandbox>;
  readonly command: readonly string[];
  readonly input?: string;
}

/** `crictl info` and the lists of crictl, as far as they tell about pod networking. */
function crictl({ monitor, images, sandboxes }: NodeShellRequest): Program {
  return (call) => {
    const [, verb = ""] = call.argv;
    const state = monitor.state();
    if (verb === "info") {
      const conditions = [
        { type: "RuntimeReady", status: true, reason: "", message: "" },
        { type: "NetworkReady", status: state.networkReady, reason: state.reason, message: state.message },
      ];
      const info = {
        status: { conditions },
        cniconfig: {
          PluginDirs: ["/opt/cni/bin"],
          PluginConfDir: "/etc/cni/net.d",
          PluginMaxConfNum: 1,
          Prefix: "eth",
        },
        lastCNILoadStatus: state.lastCNILoadStatus,
        "lastCNILoadStatus.default": state.lastCNILoadStatus,
      };
      call.out(`${JSON.stringify(info, undefined, 2)}\n`);
      return 0;
    }
    if (verb === "images") {
      call.out("IMAGE\n");
      for (const image of images) call.out(`${image}\n`);
      return 0;
    }
    if (verb === "pods") {
      call.out("POD ID\n");
      for (const sandbox of sandboxes) call.out(`${sandbox.id.slice(0, 13)}\n`);
      return 0;
    }
    call.err(`crictl: ${JSON.stringify(verb)} is not supported on a simulated node; supported: info, images, pods\n`);
    return 1;
  };
}

/** `ip addr`: the interfaces that the simulation knows of. */
function ip(node: NodeContext): Program {
  return (call) => {
    const [, object = ""] = call.argv.filter((word) => !word.startsWith("-"));
    if (!/^(?:a|addr|address|l|link)$/.test(object)) {
      call.err(`ip: ${JSON.stringify(object)} is not supported on a simulated node; supported: addr, link\n`);
      return 1;
    }
    call.out(`1: lo: <LOOPBACK,UP>\n    inet 127.0.0.1/8\n2: eth0: <UP>\n    inet ${node.ip}\n`);
    let index = 3;
    for (const [name, address] of node.bridges) {
      call.out(`${index++}: ${name}: <UP>\n${address === "" ? "" : `    inet ${address}\n`}`);
    }
    return 0;
  };
}

const units = new Set(["containerd", "kubelet"]);

/** `systemctl` for the two units that matter here. */
function systemctl({ monitor, restartContainerd }: NodeShellRequest): Program {
  return (call) => {
    const [verb = "", name = ""] = call.argv.slice(1).filter((word) => !word.startsWith("-"));
    const unit = name.replace(/\.service$/, "");
    if (!units.has(unit)) {
      call.err(`Unit ${unit}.service could not be found.\n`);
      return 4;
    }
    const stopped = unit === "containerd" ? monitor.stopped() : undefined;
    if (verb === "restart") {
      if (unit === "containerd") restartContainerd();
      return 0;
    }
    if (verb !== "is-active" && verb !== "status") {
      call.err(
        `systemctl: ${JSON.stringify(verb)} is not supported on a simulated node; supported: restart, status, is-active\n`,
      );
      return 1;
    }
    const state = stopped === undefined ? "active" : "activating";
    if (verb === "is-active") call.out(`${state}\n`);
    else
      call.out(
        `● ${unit}.service\n     Active: ${state} (${stopped === undefined ? "running" : `auto-restart: ${stopped}`})\n`,
      );
    return stopped === undefined ? 0 : 3;
  };
}

/** Runs a command on a node as root: the same shell as in containers, on the node's own files. */
export async function runOnNode(request: NodeShellRequest): Promise<ExecResult> {
  const { node, command } = request;
  const special: Readonly<Record<string, Program>> = {
    crictl: crictl(request),
    ip: ip(node),
    systemctl: systemctl(request),
  };
  const findProgram: FindProgram = (name) =>
    Object.hasOwn(special, name)
      ? special[name]
      : Object.hasOwn(commonPrograms, name)
        ? commonPrograms[name]
        : undefined;
  let stdout = "";
  let stderr = "";
  const exitCode = await runProcess({
    argv: command,
    environment: new Map([
      ["PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],
      ["HOME", "/root"],
      ["HOSTNAME", node.name],
    ]),
    cwd: "/",
    files: node.files,
    clock: node.clock,
    signal: new AbortController().signal,
    findProgram,
    parse: node.cluster.parseScript,
    ...(request.input === undefined ? {} : { input: request.input }),
    out: (text) => void (stdout += text),
    err: (text) => void (stderr += text),
  });
  if (exitCode !== undefined) return { exitCode, stdout, stderr };
  return { exitCode: 127, stdout, stderr: `bash: ${command[0] ?? ""}: command not found\n` };
}
