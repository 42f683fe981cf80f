import { assert } from "@byocni/base/core";
import type { HttpHeaders, HttpRequest, Peer, RequestBody } from "./message.ts";

/** What a request is made from; the target is path and query as they stand in the request line. */
export interface RequestParts {
  readonly method: string;
  readonly target: string;
  readonly headers: HttpHeaders;
  readonly body: RequestBody;
  readonly peer: Peer;
  readonly origin: string;
  readonly signal: AbortSignal;
}

/** Makes a request from its parts: method in upper case, runs of slashes folded, the query parsed. */
export function createHttpRequest(parts: RequestParts): HttpRequest {
  const { target } = parts;
  assert(target.startsWith("/"), "a request target starts with a slash");
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  let query: URLSearchParams | undefined;
  return {
    method: parts.method.toUpperCase(),
    path: path.includes("//") ? path.replace(/\/{2,}/g, "/") : path,
    // Parsed when somebody asks.
    get query() {
      return (query ??= new URLSearchParams(mark < 0 ? "" : target.slice(mark + 1)));
    },
    headers: parts.headers,
    body: parts.body,
    peer: parts.peer,
    origin: parts.origin,
    get signal() {
      return parts.signal;
    },
  };
}

/** The same headers with names in lower case and without absent ones. */
export function lowerCaseHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) lower[name.toLowerCase()] = value;
  }
  return lower;
}
