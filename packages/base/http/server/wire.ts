import type { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

/** A request as Node.js gives it, by either version of HTTP. */
export type WireRequest = IncomingMessage | Http2ServerRequest;

/** What the responses of both versions have in common. */
export interface WireResponse extends EventEmitter {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  /** False when the reader is behind; `drain` or `close` follows. */
  write(chunk: Uint8Array): boolean;
  end(chunk?: Uint8Array): unknown;
  flushHeaders(): void;
  writeContinue(): void;
}

export function isHttp2(request: WireRequest): request is Http2ServerRequest {
  return request.httpVersionMajor >= 2;
}

/** The response that goes with a request. (Node's types leave out that HTTP/2 has `flushHeaders`.) */
export function wireResponse(response: ServerResponse | Http2ServerResponse): WireResponse {
  return response as ServerResponse;
}

/** True when nobody is there any more to send to. */
export function isGone(response: WireResponse): boolean {
  if ("stream" in response) return (response as unknown as Http2ServerResponse).stream.destroyed;
  return (response as unknown as ServerResponse).destroyed;
}

/** True when, at its close, a response had been sent to its end. */
export function isComplete(response: WireResponse): boolean {
  if (!("stream" in response)) return (response as unknown as ServerResponse).writableFinished;
  // A stream that the client resets counts as finished for Node.js: only its code tells.
  return response.writableEnded && (response as unknown as Http2ServerResponse).stream.rstCode === 0;
}

/** Cuts a response off in such a way that the client can tell that it is not complete. */
export function cutOff(response: WireResponse): void {
  if ("stream" in response) {
    const internalError = 2; // RFC 9113, 7
    (response as unknown as Http2ServerResponse).stream.close(internalError);
  } else {
    (response as unknown as ServerResponse).destroy();
  }
}
