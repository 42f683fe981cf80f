import type { Closeable } from "@byocni/base/core";
import type { CniState, FileView } from "@byocni/node/cni";
import type { Container } from "@byocni/kube/client";

/** What a node runtime says about itself: CRI's RuntimeStatus. */
export interface RuntimeStatus {
  /** Set when the runtime itself does not answer or is not ready. */
  readonly down?: string;
  readonly network: CniState;
}

/** What the runtime refuses to do. `message` is the text after `rpc error: code = Unknown desc = `. */
export class RuntimeError extends Error {
  override readonly name = "RuntimeError";
  /** The gRPC code's name. */
  readonly code: string;
  constructor(message: string, code = "Unknown") {
    super(message);
    this.code = code;
  }
}

/** The text of a runtime's refusal as kubelet prints it. */
export function rpcErrorText(error: RuntimeError): string {
  return `rpc error: code = ${error.code} desc = ${error.message}`;
}

/** One file of a volume that the API provides. */
export interface VolumeFile {
  /** Relative to the volume's root. */
  readonly path: string;
  readonly mode: number;
  /**
   * A function gives what is to be had only on demand and for a time (a token): to be asked before a program runs that
   * may read it, each time; it answers from memory while its last answer is good.
   */
  readonly content: string | Uint8Array | (() => Promise<string>);
}

/** A volume of a pod, resolved from the API. */
export type PodVolume =
  | { readonly kind: "host"; readonly path: string; readonly type: string }
  | { readonly kind: "empty" }
  | { readonly kind: "files"; readonly files: readonly VolumeFile[] };

export interface VolumeMount {
  readonly volume: string;
  readonly mountPath: string;
  readonly subPath: string;
  readonly readOnly: boolean;
}

export interface SandboxRequest {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly hostname: string;
  readonly hostNetwork: boolean;
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  /** By volume name. */
  readonly volumes: ReadonlyMap<string, PodVolume>;
  readonly serviceAccountName: string;
}

/** What a container is for: to end (`init`, `task`), or to run on (`daemon`: an app container or a sidecar). */
export type ContainerKind = "init" | "task" | "daemon";

export interface ContainerRequest {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly image: string;
  /** The entry point, if the pod overrides the image's. References to variables are expanded. */
  readonly command: readonly string[] | undefined;
  readonly args: readonly string[] | undefined;
  readonly environment: ReadonlyMap<string, string>;
  readonly mounts: readonly VolumeMount[];
  readonly workingDirectory: string | undefined;
  /** What kubelet puts under /etc of every container, by path; made when it is first needed. */
  readonly managedFiles: () => Readonly<Record<string, string>>;
  /** How often this container was started before in this pod. */
  readonly attempt: number;
  readonly spec: Container;
}

export interface ContainerExit {
  readonly exitCode: number;
  /** `Completed`, `Error`, `OOMKilled`, `ContainerCannotRun`. */
  readonly reason: string;
  readonly message?: string;
}

/** What probes would find that are not commands: those of httpGet, tcpSocket and gRPC. */
export interface ContainerHealth {
  readonly started: boolean;
  readonly ready: boolean;
  readonly live: boolean;
  /** Why not, for the event: `HTTP probe failed with statuscode: 503`. */
  readonly message?: string;
}

/** What something uses at the moment. */
export interface ResourceUsage {
  readonly cpuNanocores: number;
  readonly memoryBytes: number;
}

export interface ExecResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LogLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}

export interface RunningContainer {
  /** 64 hexadecimal digits. */
  readonly id: string;
  /** The complete reference: `docker.io/library/busybox:latest`. */
  readonly imageName: string;
  /** `registry/repository@sha256:…`. */
  readonly imageId: string;
  start(): void;
  readonly exited: Promise<ContainerExit>;
  /** As the runtime's cgroups would tell it. */
  usage(): ResourceUsage;
  health(): ContainerHealth;
  /** Called when the health changes; never before `start`. */
  onHealth(listener: () => void): void;
  /** @throws RuntimeError when there is no such program */
  exec(command: readonly string[], input?: string): Promise<ExecResult>;
  /** Runs the command of a probe. undefined: this runtime cannot tell; `health` is all that is known. */
  probe(command: readonly string[], signal: AbortSignal): Promise<ExecResult | undefined>;
  /** Runs a postStart or preStop hook's command. */
  runHook(command: readonly string[]): Promise<ExecResult>;
  /** The kept tail of its output, oldest first. */
  logs(): readonly LogLine[];
  /** Called for every new line until the returned function is called. */
  followLogs(listener: (line: LogLine) => void): () => void;
  /** Asks it to end, and kills it after the grace period. Settles when it has ended. */
  stop(graceSeconds: number): Promise<void>;
}

export interface PodSandbox {
  readonly id: string;
  /** Empty for pods in the host's network. */
  readonly ips: readonly string[];
  /** @throws RuntimeError */
  createContainer(request: ContainerRequest): RunningContainer;
  /** New files of a volume of kind `files`; mounts with a sub-path keep what they had, as kubelet's do. */
  updateVolume(name: string, files: readonly VolumeFile[]): void;
  /** Kills what still runs and takes the pod out of the network. @throws RuntimeError: then it can be tried again. */
  stop(): Promise<void>;
}

/** A node's machine as kubelet sees it: container runtime, files, volumes. */
export interface NodeRuntime extends Closeable {
  /** For node.status.nodeInfo: `containerd://1.7.33-1`. */
  readonly version: string;
  status(): RuntimeStatus;
  /** Called whenever `status` may say something else. */
  onStatus(listener: () => void): () => void;
  /** The node's files. */
  readonly files: FileView;
  /** Makes a hostPath usable as its type asks. @returns kubelet's text when it is not. */
  prepareHostPath(path: string, type: string): string | undefined;
  hasImage(image: string): boolean;
  /** @throws RuntimeError with containerd's text */
  pullImage(image: string): Promise<{ readonly sizeBytes: number }>;
  /** Makes the pod's sandbox and, unless it is in the host's network, its network. @throws RuntimeError */
  runSandbox(request: SandboxRequest): Promise<PodSandbox>;
  /** What the machine itself uses, without its pods. */
  systemUsage(): ResourceUsage;
  /** Runs a command on the node itself, as root. */
  exec(command: readonly string[], input?: string): Promise<ExecResult>;
}
