import type { HttpHeaders, HttpResponse, JsonChunk } from "./message.ts";
import { encodeText } from "./request-body.ts";

/** An answer with a JSON value. The value is shared with callers in this process: do not change it afterwards. */
export function jsonResponse(status: number, value: unknown, headers: HttpHeaders = {}): HttpResponse {
  return { status, headers, body: { kind: "json", value } };
}

/** An answer without a body. */
export function emptyResponse(status: number, headers: HttpHeaders = {}): HttpResponse {
  return { status, headers, body: { kind: "empty" } };
}

/** An answer with text, as `text/plain; charset=utf-8` unless a header says else. */
export function textResponse(status: number, text: string, headers: HttpHeaders = {}): HttpResponse {
  return bytesResponse(status, encodeText(text), { "content-type": "text/plain; charset=utf-8", ...headers });
}

/** An answer with bytes; the content type is the caller's to give. */
export function bytesResponse(status: number, bytes: Uint8Array, headers: HttpHeaders = {}): HttpResponse {
  return { status, headers, body: { kind: "bytes", bytes } };
}

/** An answer whose bytes come bit by bit. The iterable should end when the request's signal is aborted. */
export function streamResponse(
  status: number,
  chunks: AsyncIterable<Uint8Array>,
  headers: HttpHeaders = {},
): HttpResponse {
  return { status, headers, body: { kind: "stream", chunks } };
}

/** An answer of newline-separated JSON. The iterable should end when the request's signal is aborted. */
export function jsonStreamResponse(
  status: number,
  chunks: AsyncIterable<JsonChunk>,
  headers: HttpHeaders = {},
): HttpResponse {
  return { status, headers, body: { kind: "json-stream", chunks } };
}

/** An item of a JSON stream whose bytes are made at most once, however many readers share it. */
export function jsonChunk(value: unknown): JsonChunk {
  let bytes: Uint8Array | undefined;
  return { value, bytes: () => (bytes ??= encodeText(JSON.stringify(value))) };
}
