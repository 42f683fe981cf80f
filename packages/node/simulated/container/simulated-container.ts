import { createHash } from "node:crypto";
import type { JsonObject } from "@byocni/base/core";
import {
  type ContainerExit,
  type ContainerHealth,
  type ContainerRequest,
  type ExecResult,
  type RunningContainer,
  RuntimeError,
  type SandboxRequest,
} from "@byocni/node/agent";
import type { ContainerContext } from "../behaviours/behaviour.ts";
import type { Files } from "../files/files.ts";
import { createMountedFiles, type Mount } from "../files/mounted-files.ts";
import { baseName, normalizePath } from "../files/path.ts";
import type { ImageModel } from "../images/image-model.ts";
import type { ImageReference } from "../images/reference.ts";
import type { DirectoryNode } from "../files/inode.ts";
import type { NodeContext } from "../node-context.ts";
import { connectToApi } from "./connect.ts";
import { createFindProgram } from "./find-program.ts";
import { createContainerRoot } from "./image-root.ts";
import type { InjectedBehaviour } from "./injected-behaviour.ts";
import { commonPrograms } from "../programs/index.ts";
import { createLogRing } from "./log-ring.ts";
import { runProcess } from "./process.ts";
import { simulatedUsage } from "./usage.ts";
import { sleep } from "@byocni/base/core";

export interface SimulatedContainerDeps {
  readonly node: NodeContext;
  readonly pod: SandboxRequest;
  readonly request: ContainerRequest;
  readonly image: ImageReference;
  readonly model: ImageModel | undefined;
  readonly layer: DirectoryNode;
  readonly mounts: readonly Mount[];
  /** Fetches what the mounted volumes hold only on demand. */
  readonly prepare: () => Promise<void>;
  readonly injected: InjectedBehaviour | undefined;
  /** The container is to run on: not an init container, not one of a pod that may complete. */
  readonly daemon: boolean;
  /** Random bytes in hexadecimal for ids. */
  readonly newId: () => string;
}

/** A process that was killed, or whose container was. */
class Killed extends Error {
  override readonly name = "Killed";
}

export function createSimulatedContainer(deps: SimulatedContainerDeps): RunningContainer {
  const { node, pod, request, image, model, injected, daemon } = deps;
  const { clock } = node;
  const now = (): number => clock.now();
  const id = deps.newId();
  const logs = createLogRing(now);
  const controller = new AbortController();
  let health: ContainerHealth = { started: true, ready: injected?.ready ?? true, live: injected?.live ?? true };
  let announceHealth: () => void = () => {};
  let files: Files | undefined;
  let finish: (exit: ContainerExit) => void = () => {};
  const exited = new Promise<ContainerExit>((resolve) => {
    finish = resolve;
  });

  /** The files are only laid out when something looks at them: most containers never do. */
  function open(): Files {
    if (files) return files;
    const root = createContainerRoot(deps.layer, now, (path) =>
      logs.write(
        "stderr",
        `byocni: what ${path} of image ${image.name} holds is not known; a placeholder stands for it\n`,
      ),
    );
    for (const [path, text] of Object.entries({ ...request.managedFiles(), ...injected?.files })) {
      root.makeDirectory(normalizePath(`${path}/..`), { parents: true });
      root.writeFile(path, text);
    }
    files = createMountedFiles(root, deps.mounts);
    return files;
  }

  const environment = new Map([
    ["PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],
    ["HOSTNAME", pod.hostname],
    ...Object.entries(model?.environment ?? {}),
    ...request.environment,
  ]);
  const context: ContainerContext = {
    node,
    pod,
    container: request.name,
    image: image.name,
    prepareVolumes: prepared,
    setHealth(change) {
      health = { ...health, ...change };
      announceHealth();
    },
    connect: (call, timeoutMs) => connectToApi(node, call, timeoutMs),
    get: (resource, name, namespace) => node.cluster.access.get(resource, name, namespace),
    list: async (group, version, resource) => (await node.cluster.access.list?.(group, version, resource)) ?? [],
    async apply(object) {
      await node.cluster.access.apply?.(object);
      return node.cluster.access.apply !== undefined;
    },
    patchNodeStatus: (status: JsonObject) => node.cluster.access.patchNodeStatus(node.name, status),
  };

  interface Run {
    readonly argv: readonly string[];
    readonly out: (text: string) => void;
    readonly err: (text: string) => void;
    /** Whether programs nobody knows are assumed to be there. */
    readonly assume: boolean;
    /** Whether a program nobody knows runs on. */
    readonly daemon: boolean;
    /** Default: the container's life. */
    readonly signal?: AbortSignal;
    /** Default: those of the image. */
    readonly programs?: ImageModel["programs"];
    readonly input?: string;
    readonly onEnd?: (assumed: boolean) => void;
  }

  async function start({ argv, programs = model?.programs ?? {}, input, onEnd, assume, daemon: runsOn, ...run }: Run) {
    const opened = open();
    // Modelled programs ask for tokens themselves if they use them, and nobody knows what others read.
    const [name = ""] = argv;
    const general = Object.hasOwn(commonPrograms, baseName(name)) || opened.isRegularFile(name);
    if (general && !isModelled(programs, name)) await prepared();
    return runProcess({
      argv,
      environment,
      cwd: request.workingDirectory ?? "/",
      files: opened,
      clock,
      signal: controller.signal,
      ...run,
      ...(input === undefined ? {} : { input }),
      parse: node.cluster.parseScript,
      findProgram: createFindProgram({
        files: opened,
        context,
        programs,
        assume,
        daemon: runsOn,
        ...(onEnd ? { onEnd } : {}),
      }),
    });
  }
  async function prepared(): Promise<void> {
    try {
      await deps.prepare();
    } catch (error) {
      logs.write("stderr", `byocni: a volume has no content yet: ${messageOf(error)}\n`);
    }
  }
  const whenKilled = (): Promise<never> =>
    new Promise((_, reject) => {
      const end = (): void => reject(controller.signal.reason as Error);
      if (controller.signal.aborted) end();
      else controller.signal.addEventListener("abort", end, { once: true });
    });

  /** What the annotation asks for. @returns undefined: the program runs as it is. */
  async function runInjected(behaviour: InjectedBehaviour): Promise<number | undefined> {
    for (const line of behaviour.log ?? []) logs.write("stdout", `${line}\n`);
    if (behaviour.readyAfterSeconds !== undefined) {
      context.setHealth({ ready: false });
      clock.setTimer(behaviour.readyAfterSeconds * 1000, () => context.setHealth({ ready: true }));
    }
    if (behaviour.script !== undefined) return runMain(["sh", "-c", behaviour.script]);
    if (behaviour.exitCode === undefined && behaviour.oomKilled !== true) return undefined;
    if ((behaviour.afterSeconds ?? 0) > 0) await sleep(clock, (behaviour.afterSeconds ?? 0) * 1000, controller.signal);
    return behaviour.oomKilled === true ? 137 : (behaviour.exitCode ?? 0);
  }
  async function runMain(argv: readonly string[]): Promise<number> {
    let lastAssumed = false;
    const status = await start({
      argv,
      assume: true,
      daemon,
      out: (text) => logs.write("stdout", text),
      err: (text) => logs.write("stderr", text),
      onEnd: (assumed) => void (lastAssumed = assumed),
    });
    // A script whose last word is a program that nobody knows has started a server in the foreground.
    if (status === 0 && lastAssumed && daemon) return whenKilled();
    return status ?? 127;
  }
  async function main(): Promise<number> {
    const status = injected && (await runInjected(injected));
    if (status !== undefined) return status;
    const entry = request.command ?? model?.entrypoint ?? [];
    const args = request.args ?? (request.command === undefined ? (model?.command ?? []) : []);
    const argv = [...entry, ...args];
    const known = request.command !== undefined || model?.entrypoint !== undefined || model?.command !== undefined;
    // An image that nobody knows has no entry point, as it seems, if it is given a program of a shell as arguments.
    if (argv.length > 0 && (known || Object.hasOwn(commonPrograms, argv[0] ?? ""))) return runMain(argv);
    return daemon ? whenKilled() : 0;
  }

  async function execute(
    command: readonly string[],
    assume: boolean,
    more: Pick<Run, "input" | "signal" | "programs"> = {},
  ): Promise<ExecResult> {
    let stdout = "";
    let stderr = "";
    const exitCode = await start({
      argv: command,
      assume,
      daemon: false,
      ...more,
      out: (text) => void (stdout += text),
      err: (text) => void (stderr += text),
    });
    if (exitCode !== undefined) return { exitCode, stdout, stderr };
    const name = JSON.stringify(command[0] ?? "");
    throw new RuntimeError(
      `failed to exec in container: failed to start exec ${JSON.stringify(deps.newId())}: OCI runtime exec failed: exec failed: unable to start container process: exec: ${name}: executable file not found in $PATH: unknown`,
    );
  }
  /** What the programs of the image's model answer is their health; anything else is run, and what nobody knows does well. */
  async function probe(command: readonly string[], signal: AbortSignal): Promise<ExecResult | undefined> {
    if (isModelled(model?.programs ?? {}, command[0] ?? "")) return undefined;
    return execute(command, true, { signal, programs: {} });
  }

  return {
    id,
    imageName: image.name,
    imageId: image.id,
    exited,
    start() {
      void main().then(
        (exitCode) => {
          logs.end();
          const reason = exitCode === 0 ? "Completed" : injected?.oomKilled === true ? "OOMKilled" : "Error";
          finish({ exitCode, reason });
          controller.abort(new Killed("the container has ended"));
        },
        (error: unknown) => {
          logs.end();
          if (!(error instanceof Killed)) logs.write("stderr", `byocni: ${messageOf(error)}\n`);
          finish(error instanceof Killed ? { exitCode: 143, reason: "Error" } : { exitCode: 1, reason: "Error" });
          controller.abort(new Killed("the container has ended"));
        },
      );
    },
    usage: () => simulatedUsage(request.spec, `${pod.uid}/${request.name}`),
    health: () => health,
    onHealth(listener) {
      announceHealth = listener;
    },
    exec: (command, input) => execute(command, false, input === undefined ? {} : { input }),
    probe,
    runHook: (command) => execute(command, true),
    logs: () => logs.lines(),
    followLogs: (listener) => logs.follow(listener),
    async stop() {
      controller.abort(new Killed("the container was stopped"));
      await exited;
    },
  };
}

function isModelled(programs: NonNullable<ImageModel["programs"]>, name: string): boolean {
  return Object.hasOwn(programs, name) || Object.hasOwn(programs, baseName(name));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** 64 hexadecimal digits as container ids are, from random bytes. */
export function idFrom(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
