import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";
import type { HttpRequest, HttpResponse } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import type { WebSocket } from "ws";

/** RFC 6455, 1.3 */
const handshakeId = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/** Larger messages are cut off. */
const maxMessageBytes = 32 * 1024 * 1024;

export function isWebSocketRequest({ headers }: HttpRequest): boolean {
  return (headers["upgrade"] ?? "").toLowerCase() === "websocket" && headers["sec-websocket-key"] !== undefined;
}

/**
 * The answer that turns a request into a WebSocket.
 * @param protocols in order of preference; the client must offer one
 * @throws StatusError BadRequest when it offers none
 */
export function upgradeToWebSocket(
  { headers }: HttpRequest,
  protocols: readonly string[],
  use: (socket: WebSocket, protocol: string) => void,
): HttpResponse {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((item) => item.trim());
  const protocol = protocols.find((item) => offered.includes(item));
  if (protocol === undefined)
    throw statusErrors.badRequest(
      `unable to negotiate protocol: client supports ${JSON.stringify(offered)}, server accepts ${JSON.stringify(protocols)}`,
    );
  const accept = createHash("sha1")
    .update(`${headers["sec-websocket-key"] ?? ""}${handshakeId}`)
    .digest("base64");
  return {
    status: 101,
    headers: { upgrade: "websocket", "sec-websocket-accept": accept, "sec-websocket-protocol": protocol },
    body: {
      kind: "upgrade",
      accept(socket, head) {
        openSocket(socket, head).then(
          (opened) => use(opened, protocol),
          () => socket.destroy(),
        );
      },
    },
  };
}

/** What `ws` does once it has answered a handshake itself; its types leave this method out. */
interface ServerSocket extends WebSocket {
  setSocket(socket: Duplex, head: Uint8Array, options: { maxPayload: number; skipUTF8Validation: boolean }): void;
}

async function openSocket(socket: Duplex, head: Uint8Array): Promise<WebSocket> {
  const { WebSocket: Socket } = await import("ws");
  const Constructor = Socket as unknown as new (address: null, protocols: undefined, options: object) => ServerSocket;
  const opened = new Constructor(null, undefined, { autoPong: true, closeTimeout: 5000 });
  opened.binaryType = "nodebuffer";
  opened.setSocket(socket, head, { maxPayload: maxMessageBytes, skipUTF8Validation: false });
  return opened;
}
