import type { Clock } from "@byocni/base/core";
import type { HttpRequest, Peer, RequestBody } from "../message.ts";
import { deferredBody } from "../request-body.ts";
import { createHttpRequest } from "../request.ts";
import { BodyIncompleteError, BodyTooLargeError } from "./errors.ts";
import { isHttp2, type WireRequest } from "./wire.ts";

/** What a request cannot say by itself. */
export interface Connection {
  readonly peer: Peer;
  /** Host and port to use when the client named none (HTTP/1.0). */
  readonly defaultAuthority: string;
  readonly signal: AbortSignal;
}

const authorityPattern = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~-]+)(?::\d{1,5})?$/;
const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/i;

/** The request that a handler sees; undefined when its target or authority is malformed. */
export function readRequest(wire: WireRequest, body: RequestBody, connection: Connection): HttpRequest | undefined {
  let target = wire.url ?? "";
  let authority = (isHttp2(wire) ? wire.authority : wire.headers.host) || connection.defaultAuthority;
  const absolute = absoluteForm.exec(target);
  if (absolute) {
    // RFC 9112, 3.2.2: the authority of an absolute target goes before the Host header.
    authority = absolute[1] ?? "";
    const rest = absolute[2] ?? "";
    target = rest.startsWith("/") ? rest : `/${rest}`;
  }
  if (!target.startsWith("/") || !authorityPattern.test(authority)) return undefined;
  return createHttpRequest({
    method: wire.method ?? "",
    target,
    headers: readHeaders(wire, authority),
    body,
    peer: connection.peer,
    origin: `https://${authority.toLowerCase()}`,
    signal: connection.signal,
  });
}

function readHeaders(wire: WireRequest, authority: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(wire.headers)) {
    if (value === undefined || name.startsWith(":")) continue;
    headers[name] = typeof value === "string" ? value : value.join(", ");
  }
  headers["host"] ??= authority;
  return headers;
}

export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** How long a body may take to arrive, from when it is asked for. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** The body of a request, read when it is asked for. @param onRead called before the first byte is waited for */
export function wireBody(wire: WireRequest, limits: BodyLimits, onRead: () => void): RequestBody {
  return deferredBody(() => {
    if (Number(wire.headers["content-length"] ?? 0) > limits.maxBodyBytes) {
      return Promise.reject(new BodyTooLargeError(limits.maxBodyBytes));
    }
    onRead();
    return collect(wire, limits);
  });
}

function collect(wire: WireRequest, { maxBodyBytes, timeoutMs, clock }: BodyLimits): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const timer = clock.setTimer(timeoutMs, () => fail(new BodyIncompleteError("the request body came too slowly")));
    function stop(): void {
      timer.cancel();
      wire.off("data", onData).off("end", onEnd).off("close", onClose).off("error", fail);
    }
    function fail(error: Error): void {
      stop();
      reject(error);
      // What still comes is read and dropped, so that the client gets to read the answer.
      wire.resume();
    }
    function onData(part: Buffer): void {
      size += part.length;
      if (size > maxBodyBytes) fail(new BodyTooLargeError(maxBodyBytes));
      else parts.push(part);
    }
    function onEnd(): void {
      stop();
      resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    }
    function onClose(): void {
      fail(new BodyIncompleteError("the client went away before its request was complete"));
    }
    if (wire.destroyed && !wire.readableEnded) onClose();
    else wire.on("data", onData).on("end", onEnd).on("close", onClose).on("error", fail);
  });
}
