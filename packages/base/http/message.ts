import type { Duplex } from "node:stream";

/** Header names in lower case; a repeated header is joined with ", ". */
export type HttpHeaders = Readonly<Record<string, string>>;

/** Who is at the other end. */
export type Peer =
  | {
      readonly kind: "socket";
      readonly remoteAddress: string;
      /** The client certificate, if one was sent and this server's client CA signed it. */
      readonly certificate?: { readonly commonName: string; readonly organizations: readonly string[] };
    }
  /** A call from inside the process, made with a certificate's worth of trust. */
  | { readonly kind: "process"; readonly user: string; readonly groups: readonly string[] };

/** The body of a request. Reading it twice gives the same. */
export interface RequestBody {
  /** The raw bytes. @throws BodyTooLargeError over the server's limit. */
  bytes(): Promise<Uint8Array>;
  /** The body as UTF-8 text. */
  text(): Promise<string>;
  /**
   * Set when the caller is in this process and handed over a parsed JSON value: use it instead of parsing. The value
   * is shared and must not be changed.
   */
  readonly value?: unknown;
}

export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** The path as sent, percent-encoding kept, without the query; runs of slashes are folded into one. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: HttpHeaders;
  readonly body: RequestBody;
  readonly peer: Peer;
  /** Absolute origin by which the client called, for example `https://localhost:8443`. */
  readonly origin: string;
  /** Aborted when the client goes away or the server closes. */
  readonly signal: AbortSignal;
}

/** One item of a stream: a JSON value and its bytes (made once, shared by all watchers), written with a newline. */
export interface JsonChunk {
  readonly value: unknown;
  /** UTF-8 JSON without the newline. */
  bytes(): Uint8Array;
}

export type ResponseBody =
  | { readonly kind: "empty" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Serialised by the adapter; callers in this process get the value itself. `bytes` = ready-made serialisation. */
  | { readonly kind: "json"; readonly value: unknown; readonly bytes?: () => Uint8Array }
  | { readonly kind: "stream"; readonly chunks: AsyncIterable<Uint8Array> }
  /** Newline-separated JSON (a Kubernetes watch). */
  | { readonly kind: "json-stream"; readonly chunks: AsyncIterable<JsonChunk> }
  /** 101: the adapter writes the head, then hands over the socket. Only legal for requests with an Upgrade header. */
  | { readonly kind: "upgrade"; readonly accept: (socket: Duplex, head: Uint8Array) => void };

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. The adapter adds content-length, date, and content-type application/json for json bodies. */
  readonly headers: HttpHeaders;
  readonly body: ResponseBody;
}

/** A handler needs no socket: it can be called from a test, from the same process, or by the server adapter. */
export type Handler = (request: HttpRequest) => Promise<HttpResponse> | HttpResponse;

/** A link of the chain that a request passes, in list order; calls `next` or answers itself. */
export type Filter<Context> = (
  context: Context,
  request: HttpRequest,
  next: () => Promise<HttpResponse>,
) => Promise<HttpResponse>;
