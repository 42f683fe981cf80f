import type { Pod, PodCondition, PodStatus } from "@byocni/kube/client";
import { parseTimestamp, timestamp } from "@byocni/kube/client";
import { type ContainerRunner, createContainerRunner } from "./container-runner.ts";
import type { PodFacts } from "./pod-fields.ts";
import { endContainers } from "./container-ending.ts";
import type { PodHost } from "./pod-host.ts";
import { hostnameOf } from "./pod-host.ts";
import { type ContainerRecord, phaseOf, type PodFailure, podStatusOf } from "./pod-status.ts";
import { createPodVolumes } from "./pod-volumes.ts";
import { type PodSandbox, type PodVolume, rpcErrorText, type RunningContainer, RuntimeError } from "./runtime.ts";
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
  /** A ConfigMap or Secret has this version now. */
  sourceChanged(key: string, version: string): void;
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
  const volumes = createPodVolumes({ host, pod: () => pod, facts, waiting, resting });
  let failure: PodFailure | undefined;
  const started = parseTimestamp(startTime) ?? clock.now();
  const { activeDeadlineSeconds } = pod.spec;
  const deadline =
    activeDeadlineSeconds === undefined
      ? undefined
      : clock.setTimer(Math.max(0, started + activeDeadlineSeconds * 1000 - clock.now()), () => {
          expire().catch(ignoreGivenUp);
        });

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
  async function startSandbox(volumes: ReadonlyMap<string, PodVolume>): Promise<PodSandbox> {
    for (;;) {
      try {
        const made = await runtime.runSandbox({
          namespace: pod.metadata.namespace ?? "default",
          name: pod.metadata.name,
          uid: pod.metadata.uid ?? "",
          hostname: hostnameOf(pod, host.nodeName),
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
    const mounted = await volumes.mount();
    await passNetworkGate();
    sandbox = await startSandbox(mounted);
    ({ ips } = sandbox);
    if (await runInitContainers(sandbox)) {
      stillWorking();
      const inside = sandbox;
      for (const record of records) if (!record.init) record.state = { waiting: { reason: "ContainerCreating" } };
      await Promise.all(records.filter((record) => !record.init).map((record) => runnerOf(record, inside).run()));
    }
    // All have ended for good: what is left of the pod goes, its status stays.
    if (isOver()) await stopSandbox();
    deadline?.cancel();
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
    await stopEverything(grace);
    deps.finished(worker);
  }
  async function stopEverything(grace: number): Promise<void> {
    // The runners must not start again what is stopped here.
    life.abort(new GivenUp("the pod is ending"));
    deadline?.cancel();
    await endContainers(host, pod, records, (name) => runners.get(name), grace);
    await stopSandbox();
  }
  /** What `activeDeadlineSeconds` asks for: the pod fails, and stays. */
  async function expire(): Promise<void> {
    if (ending || isOver()) return;
    failure = { reason: "DeadlineExceeded", message: "Pod was active on the node longer than the specified deadline" };
    host.event(pod, "Normal", failure.reason, failure.message);
    await stopEverything(pod.spec.terminationGracePeriodSeconds ?? 30);
    resting();
  }
  const isOver = (): boolean => ["Succeeded", "Failed"].includes(phaseOf(records, pod.spec.restartPolicy ?? "Always"));
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
    sourceChanged(key, version) {
      if (sandbox && volumes.outdated(key, version)) volumes.update(sandbox).catch(ignoreGivenUp);
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
        failure,
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
      deadline?.cancel();
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
