import type { WebSocket } from "ws";
import { createQueue } from "./async-queue.ts";
import { exitStatus, failureStatus } from "./exit-status.ts";
import type { CommandStreams } from "./pod-access.ts";

/** Sub-protocols of remote commands: the first byte of each message says which stream it belongs to. */
export const commandProtocols = ["v5.channel.k8s.io", "v4.channel.k8s.io"] as const;

const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;

/** Which streams the client wants. */
export interface CommandOptions {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}

/** Carries a command's streams over a WebSocket; `run` is the command. */
export function serveChannels(
  socket: WebSocket,
  options: CommandOptions,
  run: (streams: CommandStreams) => Promise<number>,
): void {
  const stdin = createQueue<Uint8Array>();
  const resize = createQueue<{ readonly width: number; readonly height: number }>();
  const gone = new AbortController();
  const send = (channel: number, bytes: Uint8Array): void => {
    if (socket.readyState !== socket.OPEN) return;
    const message = new Uint8Array(bytes.length + 1);
    message[0] = channel;
    message.set(bytes, 1);
    socket.send(message);
  };

  socket.on("message", (data) => {
    const bytes = data as Buffer;
    const payload = bytes.subarray(1);
    if (bytes[0] === channels.stdin) stdin.push(payload);
    else if (bytes[0] === channels.resize) {
      const size = readSize(payload);
      if (size) resize.push(size);
    } else if (bytes[0] === channels.close && payload[0] === channels.stdin) stdin.end();
  });
  socket.on("close", () => {
    gone.abort(new Error("the client has left"));
    stdin.end();
    resize.end();
  });
  socket.on("error", () => socket.terminate());

  const streams: CommandStreams = {
    ...(options.stdin ? { stdin: stdin.items } : {}),
    stdout: (bytes) => options.stdout && send(channels.stdout, bytes),
    stderr: (bytes) => options.stderr && send(channels.stderr, bytes),
    resize: resize.items,
    signal: gone.signal,
  };
  run(streams)
    .then(exitStatus, failureStatus)
    .then((status) => {
      send(channels.error, new TextEncoder().encode(JSON.stringify(status)));
      socket.close(1000);
    })
    .catch(() => socket.terminate());
}

function readSize(payload: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  try {
    const { Width, Height } = JSON.parse(Buffer.from(payload).toString()) as { Width?: number; Height?: number };
    return typeof Width === "number" && typeof Height === "number" ? { width: Width, height: Height } : undefined;
  } catch {
    return undefined;
  }
}
