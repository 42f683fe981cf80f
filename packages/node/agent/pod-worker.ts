import type { Pod, PodCondition, PodStatus } from "@byocni/kube/client";
import { parseTimestamp, timestamp } from "@byocni/kube/client";
import { type ContainerRunner, createContainerRunner } from "./container-runner.ts";
import type { PodFacts } from "./pod-fields.ts";
import type { PodHost } from "./pod-host.ts";
import { containerReference } from "./pod-host.ts";
import { type ContainerRecord, phaseOf, podStatusOf } from "./pod-status.ts";
import { type PodSandbox, type PodVolume, rpcErrorText, type RunningContainer, RuntimeError } from "./runtime.ts";
import { createVolumeResolver, VolumeError } from "./volumes.ts";
import { createWaiting } from "./waiting.ts";

export interface PodWorkerDeps {
  readonly host: PodHost;
  readonly pod: Pod;
  /** The status is another than it was. `complete`: nothing more will happen before time passes. */
  readonly changed: (worker: PodWorker, complete: boolean) => void;
  /** The pod has ended here and may leave the API. */
  readonly finished: (worker: PodWorker) => void;
}

/** What a node does about one pod, from its assignment to its end. */
export interface PodWorker {
  readonly uid: string;
  /** The pod as it was last seen. */
  pod(): Pod;
  update(pod: Pod): void;
  /** The network or the machine is not what it was: what waits for it tries again. */
  nodeChanged(): void;
  status(): PodStatus;
  container(name: string): { readonly current?: RunningContainer; readonly previous?: RunningContainer } | undefined;
  /** The pod is gone from the API: everything of it ends at once. */
  abandon(): void;
}

const retryMs = 10_000;

function recordsOf(pod: Pod): ContainerRecord[] {
  const hasInit = (pod.spec.initContainers ?? []).length > 0;
  const before = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
  const record = (spec: ContainerRecord["spec"], init: boolean): ContainerRecord => {
    // A status from an earlier life of this node: the machine was restarted, and so are the containers.
    const known = before.find((status) => status.name === spec.name && status.containerID !== undefined);
    const last = known?.state?.running
      ? {
          terminated: {
            exitCode: 255,
            reason: "Unknown",
            ...(known.containerID === undefined ? {} : { containerID: known.containerID }),
          },
        }
      : known?.state?.terminated
        ? known.state
        : (known?.lastState ?? {});
    return {
      spec,
      init,
      sidecar: init && spec.restartPolicy === "Always",
      state: { waiting: { reason: hasInit ? "PodInitializing" : "ContainerCreating" } },
      lastState: last,
      restartCount: known ? known.restartCount + 1 : 0,
      started: false,
      ready: false,
      image: "",
      imageId: "",
      containerId: "",
    };
  };
  return [
    ...(pod.spec.initContainers ?? []).map((spec) => record(spec, true)),
    ...pod.spec.containers.map((spec) => record(spec, false)),
  ];
}

class GivenUp extends Error {
  override readonly name = "GivenUp";
}

export function createPodWorker(deps: PodWorkerDeps): PodWorker {
  const { host } = deps;
  const { clock, runtime } = host;
  let pod = deps.pod;
  const records = recordsOf(pod);
  const runners = new Map<string, ContainerRunner>();
  const life = new AbortController();
  const waiting = createWaiting(clock, life.signal);
  const startTime = pod.status?.startTime ?? timestamp(clock.now());
  let previous: readonly PodCondition[] = pod.status?.conditions ?? [];
  let sandbox: PodSandbox | undefined;
  let ending: Promise<void> | undefined;
  let complete = false;

  /** Addresses stay in the status of a pod that has ended. */
  let ips: readonly string[] = [];
  const podIps = (): readonly string[] => (pod.spec.hostNetwork === true ? [host.ip] : ips);
  const facts = (): PodFacts => ({ pod, hostIp: host.ip, podIps: podIps(), allocatable: host.allocatable });
  const changed = (): void => deps.changed(worker, complete);
  function resting(): void {
    complete = true;
    changed();
  }
  const stillWorking = (): void => {
    complete = false;
  };

  /** Pods with a network of their own wait for the node to have one. */
  async function passNetworkGate(): Promise<void> {
    if (pod.spec.hostNetwork === true) return;
    let told = "";
    for (let problem = host.networkProblem(); problem !== undefined; problem = host.networkProblem()) {
      if (problem !== told) host.event(pod, "Warning", "NetworkNotReady", `network is not ready: ${problem}`);
      told = problem;
      resting();
      await waiting.idle();
    }
    stillWorking();
  }
  async function mountVolumes(): Promise<ReadonlyMap<string, PodVolume>> {
    const resolver = createVolumeResolver({
      facts: facts(),
      reader: host.reader,
      issueToken: (audience, seconds) => host.issueToken(pod, audience, seconds),
      prepareHostPath: (path, type) => runtime.prepareHostPath(path, type),
    });
    let pause = 500;
    for (;;) {
      try {
        return await resolver.resolveAll();
      } catch (error) {
        if (!(error instanceof VolumeError)) throw error;
        host.event(pod, "Warning", "FailedMount", error.message);
        resting();
        await waiting.sleep(pause);
        pause = Math.min(pause * 2, 122_000);
      }
    }
  }
  async function startSandbox(volumes: ReadonlyMap<string, PodVolume>): Promise<PodSandbox> {
    for (;;) {
      try {
        const made = await runtime.runSandbox({
          namespace: pod.metadata.namespace ?? "default",
          name: pod.metadata.name,
          uid: pod.metadata.uid ?? "",
          hostname:
            pod.spec.hostNetwork === true ? host.nodeName : (pod.spec.hostname ?? pod.metadata.name).slice(0, 63),
          hostNetwork: pod.spec.hostNetwork === true,
          annotations: pod.metadata.annotations ?? {},
          labels: pod.metadata.labels ?? {},
          volumes,
          serviceAccountName: pod.spec.serviceAccountName ?? "default",
        });
        if (!life.signal.aborted) return made;
        await made.stop().catch(() => {});
        life.signal.throwIfAborted();
      } catch (error) {
        if (!(error instanceof RuntimeError)) throw error;
        host.event(pod, "Warning", "FailedCreatePodSandBox", `Failed to create pod sandbox: ${rpcErrorText(error)}`);
        resting();
        await waiting.sleep(retryMs);
        await passNetworkGate();
      }
    }
  }
  function runnerOf(record: ContainerRecord, inside: PodSandbox): ContainerRunner {
    const runner = createContainerRunner({
      host,
      pod: () => pod,
      facts,
      record,
      sandbox: inside,
      waiting,
      signal: life.signal,
      changed,
      // An init container that has just started may end in the same turn.
      resting: () => (record.init && !record.sidecar && record.state.running ? changed() : resting()),
    });
    runners.set(record.spec.name, runner);
    return runner;
  }
  /** @returns whether all did well */
  async function runInitContainers(inside: PodSandbox): Promise<boolean> {
    for (const record of records) {
      if (!record.init) continue;
      stillWorking();
      const runner = runnerOf(record, inside);
      const run = runner.run();
      if (record.sidecar) {
        run.catch(ignoreGivenUp);
        await Promise.race([runner.started, run]);
      } else if (!(await run)) return false;
    }
    return true;
  }
  function ignoreGivenUp(error: unknown): void {
    if (error instanceof GivenUp) return;
    host.event(
      pod,
      "Warning",
      "FailedSync",
      `error determining status: ${error instanceof Error ? error.message : String(error)}`,
    );
  }

  async function run(): Promise<void> {
    changed();
    await passNetworkGate();
    const volumes = await mountVolumes();
    await passNetworkGate();
    sandbox = await startSandbox(volumes);
    ({ ips } = sandbox);
    if (await runInitContainers(sandbox)) {
      stillWorking();
      const inside = sandbox;
      for (const record of records) if (!record.init) record.state = { waiting: { reason: "ContainerCreating" } };
      await Promise.all(records.filter((record) => !record.init).map((record) => runnerOf(record, inside).run()));
    }
    // All have ended for good: what is left of the pod goes, its status stays.
    const phase = phaseOf(records, pod.spec.restartPolicy ?? "Always");
    if (phase === "Succeeded" || phase === "Failed") await stopSandbox();
    resting();
  }

  async function stopSandbox(): Promise<void> {
    for (;;) {
      const inside = sandbox;
      if (!inside) return;
      try {
        await inside.stop();
        sandbox = undefined;
        return;
      } catch (error) {
        if (!(error instanceof RuntimeError)) throw error;
        const cause = `failed to "KillPodSandbox" for ${JSON.stringify(pod.metadata.uid ?? "")} with KillPodSandboxError: ${JSON.stringify(rpcErrorText(error))}`;
        host.event(pod, "Warning", "FailedKillPod", `error killing pod: ${cause}`);
        resting();
        await retry.sleep(retryMs);
      }
    }
  }
  // Ending goes on when the life of the pod's containers has been aborted.
  const gone = new AbortController();
  const retry = createWaiting(clock, gone.signal);

  async function end(): Promise<void> {
    const grace = pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30;
    const stop = async (record: ContainerRecord): Promise<void> => {
      const container = runners.get(record.spec.name)?.current();
      if (!container) return;
      host.event(
        containerReference(pod, record.spec.name, record.init),
        "Normal",
        "Killing",
        `Stopping container ${record.spec.name}`,
      );
      const command = record.spec.lifecycle?.preStop?.exec?.command;
      if (command && command.length > 0) {
        const hook = await container.runHook(command).catch(() => undefined);
        if (hook && hook.exitCode !== 0)
          host.event(
            containerReference(pod, record.spec.name, record.init),
            "Warning",
            "FailedPreStopHook",
            "PreStopHook failed",
          );
      }
      await container.stop(grace);
      const exit = await container.exited;
      const startedAt = record.state.running?.startedAt;
      record.ready = false;
      record.started = false;
      record.state = {
        terminated: {
          exitCode: exit.exitCode,
          reason: exit.reason,
          ...(startedAt === undefined ? {} : { startedAt }),
          finishedAt: timestamp(clock.now()),
          containerID: record.containerId,
        },
      };
    };
    // The runners must not start again what is stopped here.
    life.abort(new GivenUp("the pod is ending"));
    await Promise.all(records.filter((record) => !record.init).map(stop));
    for (const record of records.toReversed()) if (record.sidecar) await stop(record);
    await Promise.all(records.filter((record) => record.init && !record.sidecar).map(stop));
    await stopSandbox();
    deps.finished(worker);
  }
  function startEnding(): void {
    ending ??= end().catch(ignoreGivenUp);
  }

  const worker: PodWorker = {
    uid: pod.metadata.uid ?? "",
    pod: () => pod,
    update(next) {
      pod = next;
      if (next.metadata.deletionTimestamp !== undefined) startEnding();
    },
    nodeChanged() {
      waiting.wake();
      retry.wake();
    },
    status() {
      const status = podStatusOf({
        pod,
        containers: records,
        hostIp: host.ip,
        podIps: podIps(),
        startTime,
        sandboxReady: sandbox !== undefined,
        now: timestamp(clock.now()),
        previous,
        terminating: ending !== undefined,
      });
      previous = status.conditions ?? [];
      return status;
    },
    container(name) {
      if (!records.some((record) => record.spec.name === name)) return undefined;
      const current = runners.get(name)?.current();
      const before = runners.get(name)?.previous();
      return { ...(current ? { current } : {}), ...(before ? { previous: before } : {}) };
    },
    abandon() {
      life.abort(new GivenUp("the pod is gone"));
      gone.abort(new GivenUp("the pod is gone"));
      const inside = sandbox;
      sandbox = undefined;
      void inside?.stop().catch(() => {});
    },
  };
  if (pod.metadata.deletionTimestamp !== undefined && parseTimestamp(pod.metadata.deletionTimestamp) !== undefined)
    startEnding();
  else run().catch(ignoreGivenUp);
  return worker;
}
