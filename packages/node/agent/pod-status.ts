import type {
  Container,
  ContainerState,
  ContainerStatus,
  Pod,
  PodCondition,
  PodPhase,
  PodStatus,
} from "@byocni/kube/client";

/** What a node keeps about one container of a pod. */
export interface ContainerRecord {
  readonly spec: Container;
  /** An init container that runs on beside the others (`restartPolicy: Always`). */
  readonly sidecar: boolean;
  readonly init: boolean;
  state: ContainerState;
  lastState: ContainerState;
  restartCount: number;
  started: boolean;
  ready: boolean;
  image: string;
  imageId: string;
  containerId: string;
}

export interface PodView {
  readonly pod: Pod;
  readonly containers: readonly ContainerRecord[];
  readonly hostIp: string;
  readonly podIps: readonly string[];
  readonly startTime: string;
  readonly sandboxReady: boolean;
  /** RFC 3339, for conditions that change now. */
  readonly now: string;
  /** Conditions as they were last told, whose times are kept. */
  readonly previous: readonly PodCondition[];
  readonly terminating: boolean;
  /** Why the node itself has failed the pod. */
  readonly failure?: PodFailure | undefined;
}

export interface PodFailure {
  readonly reason: string;
  readonly message: string;
}

function statusOf(record: ContainerRecord): ContainerStatus {
  const { spec, state, lastState, restartCount, ready, started, image, imageId, containerId } = record;
  return {
    name: spec.name,
    image: image === "" ? (spec.image ?? "") : image,
    imageID: imageId,
    ready,
    restartCount,
    state,
    lastState,
    started,
    ...(containerId === "" ? {} : { containerID: containerId }),
  };
}

const succeeded = (state: ContainerState): boolean => state.terminated?.exitCode === 0;

/** Whether an init container has done its part. */
export function isInitialized(record: ContainerRecord): boolean {
  return record.sidecar ? record.started || succeeded(record.state) : succeeded(record.state);
}

/** kubelet's getPhase. */
export function phaseOf(containers: readonly ContainerRecord[], restartPolicy: string): PodPhase {
  for (const record of containers) {
    if (!record.init || isInitialized(record)) continue;
    const ended = record.state.terminated ?? record.lastState.terminated;
    const failed = !record.sidecar && ended !== undefined && ended.exitCode !== 0 && restartPolicy === "Never";
    return failed ? "Failed" : "Pending";
  }
  let running = 0;
  let stopped = 0;
  let good = 0;
  for (const { init, state, lastState } of containers) {
    if (init) continue;
    if (state.running) running++;
    else if (state.terminated) {
      stopped++;
      if (state.terminated.exitCode === 0) good++;
    } else if (lastState.terminated) stopped++;
    else return "Pending";
  }
  if (running > 0) return "Running";
  if (stopped === 0) return "Pending";
  if (restartPolicy === "Always") return "Running";
  if (good === stopped) return "Succeeded";
  return restartPolicy === "Never" ? "Failed" : "Running";
}

type Draft = Pick<PodCondition, "type" | "status"> & { readonly reason?: string; readonly message?: string };

function unready(type: string, containers: readonly ContainerRecord[], phase: PodPhase): Draft {
  if (phase === "Succeeded") return { type, status: "False", reason: "PodCompleted" };
  if (phase === "Failed") return { type, status: "False", reason: "PodFailed" };
  const names = containers
    .filter((record) => (!record.init || record.sidecar) && !record.ready)
    .map((record) => record.spec.name);
  if (names.length === 0) return { type, status: "True" };
  const message = `containers with unready status: [${names.join(" ")}]`;
  return { type, status: "False", reason: "ContainersNotReady", message };
}

function drafts(view: PodView, phase: PodPhase): Draft[] {
  const { pod, containers } = view;
  const waiting = containers
    .filter((record) => record.init && !isInitialized(record))
    .map((record) => record.spec.name);
  const initialized: Draft =
    phase === "Succeeded"
      ? { type: "Initialized", status: "True", reason: "PodCompleted" }
      : waiting.length === 0
        ? { type: "Initialized", status: "True" }
        : {
            type: "Initialized",
            status: "False",
            reason: "ContainersNotInitialized",
            message: `containers with incomplete status: [${waiting.join(" ")}]`,
          };
  const containersReady = unready("ContainersReady", containers, phase);
  let ready: Draft = { ...containersReady, type: "Ready" };
  if (ready.status === "True") {
    const gates = (pod.spec.readinessGates ?? []).filter(
      (gate) => pod.status?.conditions?.find((one) => one.type === gate.conditionType)?.status !== "True",
    );
    const [gate] = gates;
    if (gate) {
      const message = `corresponding condition of pod readiness gate ${JSON.stringify(gate.conditionType)} does not exist.`;
      ready = { type: "Ready", status: "False", reason: "ReadinessGatesNotReady", message };
    }
  }
  const sandbox = view.sandboxReady && phase !== "Succeeded" && phase !== "Failed";
  return [
    { type: "PodReadyToStartContainers", status: sandbox ? "True" : "False" },
    initialized,
    ready,
    containersReady,
    { type: "PodScheduled", status: "True" },
  ];
}

/** The status that kubelet reports of a pod. */
export function podStatusOf(view: PodView): PodStatus & { readonly phase: PodPhase } {
  const { pod, containers, podIps, hostIp } = view;
  const phase = view.failure ? "Failed" : phaseOf(containers, pod.spec.restartPolicy ?? "Always");
  const conditions = drafts(view, phase).map((draft): PodCondition => {
    const before = view.previous.find((condition) => condition.type === draft.type);
    const kept = before?.status === draft.status ? before.lastTransitionTime : undefined;
    return { ...draft, lastProbeTime: null, lastTransitionTime: kept ?? view.now };
  });
  const statuses = (init: boolean): ContainerStatus[] =>
    containers.filter((record) => record.init === init).map(statusOf);
  const initContainerStatuses = statuses(true);
  const [podIP] = podIps;
  return {
    phase,
    ...view.failure,
    conditions,
    hostIP: hostIp,
    hostIPs: [{ ip: hostIp }],
    ...(podIP === undefined ? {} : { podIP, podIPs: podIps.map((ip) => ({ ip })) }),
    startTime: view.startTime,
    ...(initContainerStatuses.length === 0 ? {} : { initContainerStatuses }),
    containerStatuses: statuses(false),
    ...(pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation }),
  };
}
