import type { HttpCall, HttpCaller } from "./caller.ts";
import type { Handler, HttpResponse, Peer, RequestBody } from "./message.ts";
import { createReply } from "./reply.ts";
import { bytesBody, emptyBody, jsonBody } from "./request-body.ts";
import { createHttpRequest, lowerCaseHeaders } from "./request.ts";

export interface InProcessOptions {
  /** The name as which the calls are made; `process` by default. */
  readonly user?: string;
  readonly groups?: readonly string[];
  /** The origin that the handler sees; `https://localhost` by default. */
  readonly origin?: string;
}

/**
 * Calls a handler of this process without a socket. JSON values are handed over by reference in both directions and
 * never serialised; neither side may change them. What the handler throws reaches the caller: it is a bug, and the
 * caller is nearest to it. Aborting the call's signal aborts `request.signal`, as does leaving the loop of a stream.
 */
export function inProcessCaller(handler: Handler, options: InProcessOptions = {}): HttpCaller {
  const peer: Peer = { kind: "process", user: options.user ?? "process", groups: options.groups ?? [] };
  const origin = options.origin ?? "https://localhost";
  return async (call) => {
    call.signal?.throwIfAborted();
    const line = createLine();
    const onAbort = (): void => line.cut(call.signal?.reason);
    call.signal?.addEventListener("abort", onAbort, { once: true });
    const unlink = (): void => call.signal?.removeEventListener("abort", onAbort);
    let response: HttpResponse;
    try {
      const request = createHttpRequest({
        method: call.method,
        target: call.path,
        headers: callHeaders(call),
        body: callBody(call),
        peer,
        origin,
        get signal() {
          return line.signal();
        },
      });
      response = await unlessAborted(Promise.resolve(handler(request)), call.signal);
    } catch (error) {
      unlink();
      throw error;
    }
    const bodiless = call.method === "HEAD" || response.status === 204 || response.status === 304;
    return createReply({
      status: response.status,
      headers:
        response.body.kind === "json" || response.body.kind === "json-stream"
          ? { "content-type": "application/json", ...response.headers }
          : response.headers,
      body: bodiless ? { kind: "empty" } : response.body,
      signal: call.signal,
      cancel: () => line.cut(new Error("the reader left the stream")),
      onDone: unlink,
    });
  };
}

/** The line between the two ends. Most handlers never ask whether it is cut: their signal is not made. */
function createLine(): { signal(): AbortSignal; cut(reason: unknown): void } {
  let controller: AbortController | undefined;
  let cutFor: { readonly reason: unknown } | undefined;
  return {
    signal() {
      if (!controller) {
        controller = new AbortController();
        if (cutFor) controller.abort(cutFor.reason);
      }
      return controller.signal;
    },
    cut(reason) {
      cutFor ??= { reason };
      controller?.abort(reason);
    },
  };
}

function callBody(call: HttpCall): RequestBody {
  if (!call.body) return emptyBody;
  return "json" in call.body ? jsonBody(call.body.json) : bytesBody(call.body.bytes);
}

/** The headers of a call as the other end sees them. */
export function callHeaders(call: HttpCall): Record<string, string> {
  const headers = lowerCaseHeaders(call.headers ?? {});
  if (call.body && "json" in call.body) headers["content-type"] ??= "application/json";
  return headers;
}

/** @throws the signal's reason as soon as it is aborted, whether or not the work heeds it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
