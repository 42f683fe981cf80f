import type { HttpHeaders, HttpRequest, Peer, RequestBody } from "../message.ts";
import { bytesBody, emptyBody, encodeText, jsonBody } from "../request-body.ts";
import { createHttpRequest, lowerCaseHeaders } from "../request.ts";

export interface TestRequest {
  /** `GET` by default. */
  readonly method?: string;
  /** Path with query; `/` by default. */
  readonly path?: string;
  readonly headers?: HttpHeaders;
  /** `json` arrives as a parsed value, as from a caller in this process; `text` and `bytes` as from a socket. */
  readonly body?: { readonly json: unknown } | { readonly text: string } | { readonly bytes: Uint8Array };
  /** A socket on 127.0.0.1 without a certificate by default. */
  readonly peer?: Peer;
  /** `https://localhost:8443` by default. */
  readonly origin?: string;
  readonly signal?: AbortSignal;
}

/** A request to call a handler with. A JSON body gets its content type unless a header says else. */
export function createRequest(init: TestRequest = {}): HttpRequest {
  const headers = lowerCaseHeaders(init.headers ?? {});
  if (init.body && "json" in init.body) headers["content-type"] ??= "application/json";
  return createHttpRequest({
    method: init.method ?? "GET",
    target: init.path ?? "/",
    headers,
    body: requestBody(init.body),
    peer: init.peer ?? { kind: "socket", remoteAddress: "127.0.0.1" },
    origin: init.origin ?? "https://localhost:8443",
    signal: init.signal ?? new AbortController().signal,
  });
}

function requestBody(body: TestRequest["body"]): RequestBody {
  if (!body) return emptyBody;
  if ("json" in body) return jsonBody(body.json);
  return bytesBody("text" in body ? encodeText(body.text) : body.bytes);
}
