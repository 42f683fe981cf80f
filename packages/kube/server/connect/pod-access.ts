import type { Duplex } from "node:stream";

/** A container on its node. */
export interface ContainerRef {
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly node: string;
  readonly container: string;
}

/** One line of a container's log, without its end. */
export interface LogLine {
  /** RFC 3339 with up to nanoseconds, UTC. */
  readonly time: string;
  readonly text: string;
}

export interface ContainerLog {
  /** What has been written so far, oldest first. */
  readonly lines: readonly LogLine[];
  /** What comes after; ends with the container. Present if it was asked for and the container runs. */
  readonly more?: AsyncIterable<LogLine>;
}

/** The three streams of a command, as seen from the node. */
export interface CommandStreams {
  /** Absent: no standard input. */
  readonly stdin?: AsyncIterable<Uint8Array>;
  readonly stdout: (bytes: Uint8Array) => void;
  readonly stderr: (bytes: Uint8Array) => void;
  /** New sizes of the terminal, if there is one. */
  readonly resize: AsyncIterable<{ readonly width: number; readonly height: number }>;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/**
 * The way from the API server into the nodes, as an owner of the nodes gives it. What is thrown becomes a Status 500
 * with its message, unless it is a StatusError. What is left out is answered with 501.
 */
export interface PodAccess {
  /** Makes sure that a node can be asked. @throws Error with the words of the connection that failed */
  reach(node: string): Promise<void>;
  logs(
    container: ContainerRef,
    options: { readonly previous: boolean; readonly follow: boolean; readonly signal: AbortSignal },
  ): Promise<ContainerLog>;
  /** Runs a command in a container. @returns its exit code */
  exec?(
    container: ContainerRef,
    options: { readonly command: readonly string[]; readonly tty: boolean },
    streams: CommandStreams,
  ): Promise<number>;
  /** Joins the streams of the container's own process. @returns its exit code, or 0 when the client leaves */
  attach?(container: ContainerRef, options: { readonly tty: boolean }, streams: CommandStreams): Promise<number>;
  /** Opens a connection to a port of the pod. */
  portForward?(container: Omit<ContainerRef, "container">, port: number): Promise<Duplex>;
}
