import type { Pod } from "@byocni/kube/client";
import { timestamp } from "@byocni/kube/client";
import { ContainerConfigError, expandReferences, resolveEnvironment } from "./environment.ts";
import { etcFiles } from "./etc-files.ts";
import { startExecProbes } from "./exec-probes.ts";
import type { PodFacts } from "./pod-fields.ts";
import { containerReference, hostnameOf, type PodHost } from "./pod-host.ts";
import type { ContainerRecord } from "./pod-status.ts";
import {
  type ContainerExit,
  type ContainerKind,
  type PodSandbox,
  rpcErrorText,
  type RunningContainer,
  RuntimeError,
} from "./runtime.ts";
import { orAborted, type Waiting } from "./waiting.ts";

export interface ContainerRunnerDeps {
  readonly host: PodHost;
  readonly pod: () => Pod;
  readonly facts: () => PodFacts;
  readonly record: ContainerRecord;
  readonly sandbox: PodSandbox;
  readonly waiting: Waiting;
  readonly signal: AbortSignal;
  /** The record has changed. */
  readonly changed: () => void;
  /** Nothing will happen before time passes or the container ends: what there is to tell is complete. */
  readonly resting: () => void;
}

/** Runs one container of a pod, again and again as its restart policy asks. */
export interface ContainerRunner {
  /** Settles when it will not be started again: whether it ended well. Rejects when the pod is given up. */
  run(): Promise<boolean>;
  /** Settles when it has started for the first time and its startup probe has passed. */
  readonly started: Promise<void>;
  current(): RunningContainer | undefined;
  previous(): RunningContainer | undefined;
}

const firstDelayMs = 10_000;
const longestDelayMs = 300_000;
/** A container that ran this long starts over with no delay. */
const forgetAfterMs = 600_000;

function kindOf(record: ContainerRecord, pod: Pod): ContainerKind {
  if (record.init && !record.sidecar) return "init";
  return record.sidecar || (pod.spec.restartPolicy ?? "Always") === "Always" ? "daemon" : "task";
}

export function createContainerRunner(deps: ContainerRunnerDeps): ContainerRunner {
  const { host, record, sandbox, waiting, signal, changed, resting } = deps;
  const { clock, runtime } = host;
  const { spec } = record;
  const image = spec.image ?? "";
  let current: RunningContainer | undefined;
  let previous: RunningContainer | undefined;
  let delayMs = 0;
  let markStarted: () => void = () => {};
  const started = new Promise<void>((resolve) => {
    markStarted = resolve;
  });
  const now = (): string => timestamp(clock.now());
  const event = (type: "Normal" | "Warning", reason: string, message: string): void =>
    host.event(containerReference(deps.pod(), spec.name, record.init), type, reason, message);

  function waitAs(reason: string, message?: string): void {
    record.state = { waiting: { reason, ...(message === undefined ? {} : { message }) } };
    record.ready = false;
    record.started = false;
    changed();
  }
  function nextDelay(): number {
    const delay = delayMs;
    delayMs = Math.min(delayMs === 0 ? firstDelayMs : delayMs * 2, longestDelayMs);
    return delay;
  }

  async function pull(): Promise<void> {
    const policy = spec.imagePullPolicy ?? "IfNotPresent";
    let pause = firstDelayMs;
    for (;;) {
      if (policy !== "Always" && runtime.hasImage(image)) {
        event("Normal", "Pulled", `Container image ${JSON.stringify(image)} already present on machine`);
        return;
      }
      if (policy === "Never") {
        const message = `Container image ${JSON.stringify(image)} is not present with pull policy of Never`;
        event("Warning", "ErrImageNeverPull", message);
        waitAs("ErrImageNeverPull", message);
        resting();
        await waiting.idle();
        continue;
      }
      event("Normal", "Pulling", `Pulling image ${JSON.stringify(image)}`);
      const before = clock.now();
      try {
        const { sizeBytes } = await runtime.pullImage(image);
        const took = `${clock.now() - before}ms`;
        event(
          "Normal",
          "Pulled",
          `Successfully pulled image ${JSON.stringify(image)} in ${took} (${took} including waiting). Image size: ${sizeBytes} bytes.`,
        );
        return;
      } catch (error) {
        if (!(error instanceof RuntimeError)) throw error;
        const cause = rpcErrorText(error);
        const invalid = error.code === "InvalidArgument";
        if (invalid) {
          const message = `Failed to apply default image tag ${JSON.stringify(image)}: couldn't parse image name ${JSON.stringify(image)}: invalid reference format`;
          event("Warning", "InspectFailed", message);
          event("Warning", "Failed", "Error: InvalidImageName");
          waitAs("InvalidImageName", message);
        } else {
          event("Warning", "Failed", `Failed to pull image ${JSON.stringify(image)}: ${cause}`);
          event("Warning", "Failed", "Error: ErrImagePull");
          waitAs("ErrImagePull", cause);
          event("Normal", "BackOff", `Back-off pulling image ${JSON.stringify(image)}`);
          event("Warning", "Failed", "Error: ImagePullBackOff");
          waitAs("ImagePullBackOff", `Back-off pulling image ${JSON.stringify(image)}: ErrImagePull: ${cause}`);
        }
        resting();
        await waiting.sleep(pause);
        pause = Math.min(pause * 2, longestDelayMs);
      }
    }
  }

  async function create(): Promise<RunningContainer> {
    for (;;) {
      await pull();
      try {
        const facts = deps.facts();
        const pod = deps.pod();
        const namespace = pod.metadata.namespace ?? "default";
        const environment = await resolveEnvironment(spec, facts, host.reader, host.serviceEnvironment(namespace));
        signal.throwIfAborted();
        const expand = (words: readonly string[] | undefined): readonly string[] | undefined =>
          words && words.length > 0 ? words.map((word) => expandReferences(word, environment)) : undefined;
        const made = sandbox.createContainer({
          name: spec.name,
          kind: kindOf(record, pod),
          image,
          command: expand(spec.command),
          args: expand(spec.args),
          environment,
          mounts: (spec.volumeMounts ?? []).map((mount) => ({
            volume: mount.name,
            mountPath: mount.mountPath,
            subPath: mount.subPath ?? expandReferences(mount.subPathExpr ?? "", environment),
            readOnly: mount.readOnly === true,
          })),
          workingDirectory: spec.workingDir,
          managedFiles: () => etcFiles(deps.facts(), hostnameOf(pod, host.nodeName), host.clusterDns),
          attempt: record.restartCount,
          spec,
        });
        event("Normal", "Created", `Created container: ${spec.name}`);
        return made;
      } catch (error) {
        const config = error instanceof ContainerConfigError;
        if (!config && !(error instanceof RuntimeError)) throw error;
        const message = error instanceof RuntimeError ? rpcErrorText(error) : error.message;
        event("Warning", "Failed", `Error: ${message}`);
        waitAs(config ? "CreateContainerConfigError" : "CreateContainerError", message);
        resting();
        await waiting.sleep(firstDelayMs);
      }
    }
  }

  async function postStart(container: RunningContainer): Promise<void> {
    const command = spec.lifecycle?.postStart?.exec?.command;
    if (!command || command.length === 0) return;
    const result = await container.runHook(command);
    if (result.exitCode === 0) return;
    event("Warning", "FailedPostStartHook", "PostStartHook failed");
    event("Normal", "Killing", "FailedPostStartHook");
    await container.stop(0);
  }

  /** Follows what the probes find, after their delays if these are waited for. @returns settles with the first finding */
  function watchHealth(container: RunningContainer): Promise<unknown> | undefined {
    const delay = (probe: { readonly initialDelaySeconds?: number } | undefined): number =>
      host.probeDelays === "as-specified" ? (probe?.initialDelaySeconds ?? 0) * 1000 : 0;
    const from = clock.now();
    const readyDelay = Math.max(delay(spec.startupProbe), delay(spec.readinessProbe));
    const unhealthy = (message: string): void => event("Warning", "Unhealthy", message);
    const kill = (probe: "liveness" | "startup"): void => {
      event("Normal", "Killing", `Container ${spec.name} failed ${probe} probe, will be restarted`);
      void container.stop(0);
    };
    const commands = startExecProbes({
      spec,
      container,
      clock,
      delays: host.probeDelays,
      changed: check,
      failed: unhealthy,
      kill,
    });
    function check(): void {
      if (container !== current || !record.state.running) return;
      const health = container.health();
      const elapsed = clock.now() - from;
      const isStarted =
        !spec.startupProbe || (health.started && elapsed >= delay(spec.startupProbe) && commands.started());
      const isReady =
        isStarted &&
        (spec.readinessProbe || !record.ready ? health.ready && commands.ready() : true) &&
        elapsed >= readyDelay;
      if (isStarted) markStarted();
      if (spec.livenessProbe && !health.live) {
        unhealthy(`Liveness probe failed: ${health.message ?? "HTTP probe failed with statuscode: 500"}`);
        kill("liveness");
      }
      if (isStarted === record.started && isReady === record.ready) return;
      record.started = isStarted;
      record.ready = isReady;
      changed();
    }
    container.onHealth(check);
    check();
    for (const ms of new Set([delay(spec.startupProbe), readyDelay])) if (ms > 0) clock.setTimer(ms, check);
    return commands.tried;
  }

  async function once(): Promise<ContainerExit> {
    const container = await create();
    current = container;
    container.start();
    record.containerId = `containerd://${container.id}`;
    record.image = container.imageName;
    record.imageId = container.imageId;
    record.state = { running: { startedAt: now() } };
    event("Normal", "Started", `Started container ${spec.name}`);
    const startedAt = clock.now();
    changed();
    // A hook runs beside the container's start; the container is not ready before it has ended.
    await postStart(container);
    const found = watchHealth(container);
    if (found) void found.then(resting);
    else resting();
    const exit = await orAborted(container.exited, signal);
    if (clock.now() - startedAt >= forgetAfterMs) delayMs = 0;
    previous = container;
    current = undefined;
    record.ready = false;
    record.started = false;
    record.state = {
      terminated: {
        exitCode: exit.exitCode,
        reason: exit.reason,
        ...(exit.message === undefined ? {} : { message: exit.message }),
        startedAt: timestamp(startedAt),
        finishedAt: now(),
        containerID: record.containerId,
      },
    };
    changed();
    return exit;
  }

  function restarts(exit: ContainerExit): boolean {
    if (record.sidecar) return true;
    const policy = deps.pod().spec.restartPolicy ?? "Always";
    if (exit.exitCode === 0) return policy === "Always" && !record.init;
    return policy !== "Never";
  }

  return {
    started,
    current: () => current,
    previous: () => previous,
    async run() {
      for (;;) {
        const exit = await once();
        if (!restarts(exit)) return exit.exitCode === 0;
        const delay = nextDelay();
        if (delay > 0) {
          const pod = deps.pod();
          const place = `${pod.metadata.name}_${pod.metadata.namespace ?? ""}(${pod.metadata.uid ?? ""})`;
          event("Warning", "BackOff", `Back-off restarting failed container ${spec.name} in pod ${place}`);
          record.lastState = record.state;
          waitAs(
            "CrashLoopBackOff",
            `back-off ${delay >= 60_000 ? `${Math.floor(delay / 60_000)}m${(delay % 60_000) / 1000}s` : `${delay / 1000}s`} restarting failed container=${spec.name} pod=${place}`,
          );
          resting();
          await orAborted(sleepFully(delay), signal);
        } else record.lastState = record.state;
        record.restartCount++;
      }
    },
  };

  /** A back-off is waited out whole: what wakes other waits does not end it. */
  function sleepFully(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void clock.setTimer(milliseconds, resolve));
  }
}
