import type { HttpRequest, HttpResponse } from "@byocni/base/http";
import { statusErrors } from "@byocni/kube/schema";
import { createSpdySession, type SpdySession, type SpdyStream } from "./session.ts";
import { socketTransport } from "./transport.ts";

const protocolHeader = "x-stream-protocol-version";

export function isSpdyRequest({ headers }: HttpRequest): boolean {
  return (headers["upgrade"] ?? "").toLowerCase() === "spdy/3.1";
}

/**
 * The answer that turns a request into a SPDY connection.
 * @param protocols what may go over it, in order of preference
 * @throws StatusError Forbidden when the client knows none of them
 */
export function upgradeToSpdy(
  { headers }: HttpRequest,
  protocols: readonly string[],
  use: (session: SpdySession) => (stream: SpdyStream) => void,
): HttpResponse {
  const offered = (headers[protocolHeader] ?? "").split(",").map((item) => item.trim());
  const protocol = protocols.find((item) => offered.includes(item));
  if (protocol === undefined)
    throw statusErrors.badRequest(
      `unable to upgrade: unable to negotiate protocol: client supports ${JSON.stringify(offered)}, server accepts ${JSON.stringify(protocols)}`,
    );
  return {
    status: 101,
    headers: { upgrade: "SPDY/3.1", [protocolHeader]: protocol },
    body: {
      kind: "upgrade",
      accept(socket, head) {
        // The first stream comes a turn later at the earliest.
        let onStream = (_stream: SpdyStream): void => {};
        const session = createSpdySession(socketTransport(socket, head), (stream) => onStream(stream));
        onStream = use(session);
      },
    },
  };
}
