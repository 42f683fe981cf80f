import { type CommandOptions } from "../command-channels.ts";
import { exitStatus, failureStatus } from "../exit-status.ts";
import type { CommandStreams } from "../pod-access.ts";
import type { SpdySession, SpdyStream } from "./session.ts";

/** Remote commands over SPDY; the error stream ends with a Status since version 4. */
export const spdyCommandProtocols = ["v4.channel.k8s.io"] as const;

/** Waits for the streams that the client has promised, then runs the command over them. */
export function serveCommand(
  session: SpdySession,
  options: CommandOptions & { readonly tty: boolean },
  run: (streams: CommandStreams) => Promise<number>,
): (stream: SpdyStream) => void {
  const wanted = new Set(["error"]);
  for (const name of ["stdin", "stdout", "stderr"] as const) if (options[name]) wanted.add(name);
  if (options.tty) wanted.add("resize");
  const found = new Map<string, SpdyStream>();
  const gone = new AbortController();
  void session.closed.then(() => gone.abort(new Error("the client has left")));

  return (stream) => {
    const type = stream.headers["streamtype"] ?? "";
    if (!wanted.has(type) || found.has(type)) return stream.reset();
    found.set(type, stream);
    if (found.size < wanted.size) return;
    const streams: CommandStreams = {
      ...(options.stdin ? { stdin: found.get("stdin")?.data ?? nothing() } : {}),
      stdout: (bytes) => found.get("stdout")?.write(bytes),
      stderr: (bytes) => found.get("stderr")?.write(bytes),
      resize: sizes(found.get("resize")),
      signal: gone.signal,
    };
    run(streams)
      .then(exitStatus, failureStatus)
      .then((status) => {
        found.get("error")?.write(Buffer.from(JSON.stringify(status)));
        for (const each of found.values()) each.end();
        session.close();
      })
      .catch(() => session.close());
  };
}

async function* nothing(): AsyncGenerator<never, void> {}

async function* sizes(
  stream: SpdyStream | undefined,
): AsyncGenerator<{ readonly width: number; readonly height: number }, void> {
  if (!stream) return;
  for await (const bytes of stream.data) {
    // Clients write one JSON object at a time.
    for (const text of Buffer.from(bytes)
      .toString()
      .split(/(?<=})/)) {
      const match = /"Width":(\d+),"Height":(\d+)/.exec(text);
      if (match) yield { width: Number(match[1]), height: Number(match[2]) };
    }
  }
}
