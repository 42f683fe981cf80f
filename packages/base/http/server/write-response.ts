import { assert, type Clock } from "@byocni/base/core";
import type { HttpResponse, JsonChunk, ResponseBody } from "../message.ts";
import { jsonBytes } from "../reply.ts";
import { isGone, type WireResponse } from "./wire.ts";

export interface WriteOptions {
  /** The method of the request: HEAD gets the head only. */
  readonly method: string;
  readonly http2: boolean;
  /** HTTP/1.1: say that the connection ends with this response. */
  readonly lastOfConnection: boolean;
  /** A reader that takes nothing for this long is cut off. */
  readonly slowReaderMs: number;
  readonly clock: Clock;
}

/** A reader did not take what was sent to it for too long. */
export class SlowReaderError extends Error {
  override readonly name = "SlowReaderError";
}

/** RFC 9113, 8.2.2: these have no place in HTTP/2. */
const connectionHeaders = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]);

const newline = Buffer.from("\n");

/**
 * Sends a response; resolves when all of it is handed to the connection, or when the client went away.
 * @throws what the body's iterable throws; SlowReaderError
 */
export async function writeResponse(wire: WireResponse, response: HttpResponse, options: WriteOptions): Promise<void> {
  const { body, status } = response;
  assert(body.kind !== "upgrade", "only a request to upgrade can be upgraded");
  const bytes = bytesOf(body);
  const headers: Record<string, string> = {};
  if (body.kind === "json" || body.kind === "json-stream") headers["content-type"] = "application/json";
  for (const name in response.headers) {
    const value = response.headers[name];
    if (value !== undefined && !(options.http2 && connectionHeaders.has(name))) headers[name] = value;
  }
  const bodiless = status === 204 || status === 304 || status < 200;
  // RFC 9110, 8.6: no content-length with 204; with HEAD and 304 it would be that of the body that is left out.
  if (bytes && !bodiless && !(options.method === "HEAD" && body.kind === "empty")) {
    headers["content-length"] = String(bytes.byteLength);
  }
  if (options.lastOfConnection && !options.http2) headers["connection"] = "close";
  wire.writeHead(status, headers);
  if (bodiless || options.method === "HEAD") {
    wire.end();
    if (body.kind === "stream" || body.kind === "json-stream") await abandon(body.chunks);
  } else if (body.kind === "stream") {
    await pump(wire, body.chunks, options);
  } else if (body.kind === "json-stream") {
    await pump(wire, lines(body.chunks), options);
  } else {
    wire.end(bytes);
  }
}

function bytesOf(body: ResponseBody): Uint8Array | undefined {
  if (body.kind === "empty") return new Uint8Array(0);
  if (body.kind === "bytes") return body.bytes;
  return body.kind === "json" ? jsonBytes(body) : undefined;
}

async function* lines(chunks: AsyncIterable<JsonChunk>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) yield Buffer.concat([chunk.bytes(), newline]);
}

async function abandon(chunks: AsyncIterable<unknown>): Promise<void> {
  await chunks[Symbol.asyncIterator]().return?.();
}

/** Sends chunk by chunk, no faster than the reader takes them. */
async function pump(wire: WireResponse, chunks: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  let gone = isGone(wire);
  let exhausted = false;
  // Not awaited: an iterable that waits for something answers only when that comes; it has the signal to hear of it.
  const leave = (): void => void Promise.resolve(iterator.return?.()).catch(() => {});
  const onClose = (): void => {
    gone = true;
    leave();
  };
  wire.once("close", onClose);
  // A watcher waits for the head before anything happens.
  wire.flushHeaders();
  try {
    while (!gone) {
      const step = await iterator.next();
      exhausted = step.done === true;
      if (step.done || gone) break;
      if (!wire.write(step.value)) await drained(wire, options);
    }
    if (!gone) wire.end();
  } finally {
    wire.off("close", onClose);
    if (!exhausted) leave();
  }
}

function drained(wire: WireResponse, { clock, slowReaderMs }: WriteOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const onGo = (): void => {
      timer.cancel();
      wire.off("drain", onGo).off("close", onGo);
      resolve();
    };
    const timer = clock.setTimer(slowReaderMs, () => {
      wire.off("drain", onGo).off("close", onGo);
      reject(new SlowReaderError(`the reader took nothing for ${slowReaderMs} ms`));
    });
    wire.on("drain", onGo).on("close", onGo);
  });
}
