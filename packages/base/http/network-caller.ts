import type { ClientRequest, IncomingMessage } from "node:http";
import type { Agent, request as httpsRequest } from "node:https";
import type { HttpCall, HttpCaller } from "./caller.ts";
import { callHeaders } from "./in-process.ts";
import { createReply } from "./reply.ts";
import { encodeText } from "./request-body.ts";

export interface NetworkCallerOptions {
  /** For example `https://localhost:8443`. */
  readonly origin: string;
  /** PEM texts: the CA that the server's certificate must come from, and the client's own certificate and key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Sent as a bearer token unless a call has its own `authorization`. */
  readonly token?: string;
  /** Sent with every call that does not set them. */
  readonly headers?: Readonly<Record<string, string>>;
}

const idempotentMethods = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

interface Connection {
  readonly agent: Agent;
  readonly request: typeof httpsRequest;
}

/** Calls a server over HTTPS, on kept-alive connections. A body that comes bit by bit must be read or left. */
export function networkCaller(options: NetworkCallerOptions): HttpCaller {
  let connecting: Promise<Connection> | undefined;
  async function connect(): Promise<Connection> {
    const { Agent: HttpsAgent, request } = await import("node:https");
    const { ca, cert, key } = options;
    const agent = new HttpsAgent({ keepAlive: true, ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) });
    return { agent, request };
  }

  return async (call) => {
    call.signal?.throwIfAborted();
    const connection = await (connecting ??= connect());
    const headers = {
      ...options.headers,
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...callHeaders(call),
    };
    const body = bodyBytes(call);
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(connection, options.origin, call, headers, body);
      if (!("stale" in outcome)) return reply(outcome, call);
      // RFC 9110, 9.2.2: only these may be sent again without asking.
      if (attempt > 1 || !idempotentMethods.has(call.method)) throw outcome.stale;
    }
  };
}

interface Exchanged {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
}

/** `stale`: a kept-alive connection turned out to be closed by the server when the request came. */
function send(
  { agent, request: start }: Connection,
  origin: string,
  call: HttpCall,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | undefined,
): Promise<Exchanged | { readonly stale: Error }> {
  return new Promise((resolve, reject) => {
    const request = start(`${origin}${call.path}`, {
      agent,
      method: call.method,
      headers: { ...headers, ...(body && { "content-length": String(body.byteLength) }) },
    });
    const onAbort = (): void => void request.destroy(call.signal?.reason as Error);
    call.signal?.addEventListener("abort", onAbort, { once: true });
    request.once("close", () => call.signal?.removeEventListener("abort", onAbort));
    request.on("error", (error: NodeJS.ErrnoException) => {
      if (call.signal?.aborted) reject(call.signal.reason as Error);
      else if (request.reusedSocket && error.code === "ECONNRESET") resolve({ stale: error });
      else reject(error);
    });
    request.once("response", (response) => resolve({ request, response }));
    request.end(body);
  });
}

async function reply({ request, response }: Exchanged, call: HttpCall) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = typeof value === "string" ? value : value.join(", ");
  }
  const status = response.statusCode ?? 0;
  const parts = { status, headers, signal: call.signal, cancel: () => void request.destroy(), onDone: () => {} };
  // An answer of known length is taken at once: its connection is free again whether or not it is read.
  if (headers["content-length"] === undefined && call.method !== "HEAD" && status !== 204 && status !== 304) {
    return createReply({ ...parts, body: { kind: "stream", chunks: response } });
  }
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk as Uint8Array);
  } catch (error) {
    call.signal?.throwIfAborted();
    throw error;
  }
  return createReply({ ...parts, body: { kind: "bytes", bytes: Buffer.concat(chunks) } });
}

function bodyBytes({ body }: HttpCall): Uint8Array | undefined {
  if (!body) return undefined;
  return "bytes" in body ? body.bytes : encodeText(JSON.stringify(body.json) ?? "null");
}
