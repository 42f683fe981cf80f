import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { createQueue } from "../async-queue.ts";
import type { Transport } from "./session.ts";

/** Frames straight over a socket. */
export function socketTransport(socket: Duplex, head: Uint8Array): Transport {
  const input = createQueue<Uint8Array>();
  if (head.length > 0) input.push(head);
  socket.on("data", (chunk: Uint8Array) => input.push(chunk));
  socket.once("end", () => input.end());
  socket.once("close", () => input.end());
  socket.on("error", () => socket.destroy());
  return { write: (bytes) => void socket.write(bytes), end: () => void socket.end(), input: input.items };
}

/** The same bytes as messages of a WebSocket, however they are cut. */
export function webSocketTransport(socket: WebSocket): Transport {
  const input = createQueue<Uint8Array>();
  socket.on("message", (data) => input.push(data as Buffer));
  socket.once("close", () => input.end());
  socket.on("error", () => socket.terminate());
  return {
    write(bytes) {
      if (socket.readyState === socket.OPEN) socket.send(bytes);
    },
    end: () => socket.close(1000),
    input: input.items,
  };
}
