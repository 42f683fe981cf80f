import type { HttpHeaders } from "./message.ts";

/** One outgoing call. */
export interface HttpCall {
  readonly method: string;
  /** Path with query, from the root: `/api/v1/nodes?limit=500`. */
  readonly path: string;
  readonly headers?: HttpHeaders;
  /** `json`: a value, serialised only if it crosses a socket (content-type application/json unless a header says else). */
  readonly body?: { readonly json: unknown } | { readonly bytes: Uint8Array };
  readonly signal?: AbortSignal;
}

/** The answer to a call. Any status is an answer; only transport failures are thrown. */
export interface HttpReply {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** The body as JSON. From the same process it is the handler's own value: do not change it. */
  json(): Promise<unknown>;
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
  /** The items of a newline-separated JSON stream, as they come. Leaving the loop cancels the call. */
  jsonStream(): AsyncIterable<unknown>;
}

/** The one way in which clients of byocni make calls: over a socket or straight into a handler of the same process. */
export type HttpCaller = (call: HttpCall) => Promise<HttpReply>;
