import type { Duplex } from "node:stream";
import type { SpdyStream } from "./spdy/session.ts";

/** What goes over the connection of a port forward, straight or inside of a WebSocket. */
export const portForwardProtocol = "portforward.k8s.io";
export const tunnelProtocol = `SPDY/3.1+${portForwardProtocol}`;

/**
 * Pairs the streams of a port forward: for each connection of the client an error stream and a data stream with the
 * same `requestid`; joins the data stream to the port.
 */
export function servePortForward(open: (port: number) => Promise<Duplex>): (stream: SpdyStream) => void {
  const waiting = new Map<string, SpdyStream>();
  return (stream) => {
    const { streamtype, port: text, requestid = String(stream.id) } = stream.headers;
    const port = Number(text);
    if ((streamtype !== "data" && streamtype !== "error") || !(port > 0 && port < 65_536)) return stream.reset();
    const other = waiting.get(requestid);
    if (!other) {
      waiting.set(requestid, stream);
      return;
    }
    waiting.delete(requestid);
    const [data, error] = streamtype === "data" ? [stream, other] : [other, stream];
    join(data, error, port, open).catch(() => {
      data.reset();
      error.reset();
    });
  };
}

async function join(
  data: SpdyStream,
  error: SpdyStream,
  port: number,
  open: (port: number) => Promise<Duplex>,
): Promise<void> {
  let target: Duplex;
  try {
    target = await open(port);
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem);
    error.write(Buffer.from(`error forwarding port ${port} to pod: ${text}`));
    error.end();
    data.end();
    return;
  }
  target.on("data", (bytes: Uint8Array) => data.write(bytes));
  target.once("end", () => data.end());
  target.once("close", () => {
    data.end();
    error.end();
  });
  target.on("error", (problem: Error) => {
    error.write(Buffer.from(problem.message));
    target.destroy();
  });
  for await (const bytes of data.data) if (!target.writableEnded) target.write(bytes);
  target.end();
}
