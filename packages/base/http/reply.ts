import { assert } from "@byocni/base/core";
import type { HttpReply } from "./caller.ts";
import { parseJsonLines } from "./json-lines.ts";
import type { HttpHeaders, ResponseBody } from "./message.ts";
import { decodeText, encodeText } from "./request-body.ts";

/** The body of an answer, and the two ends of the line it comes by. */
export interface ReplySource {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: ResponseBody;
  /** Aborted by the caller: what is being read fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Tells the other end that nobody reads any more. */
  readonly cancel: () => void;
  /** Called once, when the body was read to its end, failed, or was cancelled. */
  readonly onDone: () => void;
}

/** The reader's side of a response, wherever it comes from. */
export function createReply(source: ReplySource): HttpReply {
  const { body } = source;
  let collected: Promise<Uint8Array> | undefined;
  const bytes = (): Promise<Uint8Array> => (collected ??= collect(source));
  const text = async (): Promise<string> => decodeText(await bytes());
  if (body.kind !== "stream" && body.kind !== "json-stream") source.onDone();
  return {
    status: source.status,
    headers: source.headers,
    bytes,
    text,
    async json() {
      return body.kind === "json" ? body.value : JSON.parse(await text());
    },
    jsonStream() {
      return guard(items(body), source);
    },
  };
}

/** A JSON body as the adapter would send it. */
export function jsonBytes(body: Extract<ResponseBody, { kind: "json" }>): Uint8Array {
  return body.bytes?.() ?? encodeText(JSON.stringify(body.value) ?? "null");
}

async function collect(source: ReplySource): Promise<Uint8Array> {
  const { body } = source;
  if (body.kind === "empty") return new Uint8Array(0);
  if (body.kind === "bytes") return body.bytes;
  if (body.kind === "json") return jsonBytes(body);
  const parts: Uint8Array[] = [];
  for await (const chunk of guard(rawChunks(body), source)) parts.push(chunk);
  return Buffer.concat(parts);
}

async function* rawChunks(body: ResponseBody): AsyncGenerator<Uint8Array, void> {
  assert(body.kind !== "upgrade", "an upgraded connection has no body");
  if (body.kind === "bytes") yield body.bytes;
  else if (body.kind === "json") yield jsonBytes(body);
  else if (body.kind === "stream") yield* body.chunks;
  else if (body.kind === "json-stream") {
    for await (const chunk of body.chunks) {
      yield chunk.bytes();
      yield encodeText("\n");
    }
  }
}

async function* items(body: ResponseBody): AsyncGenerator<unknown, void> {
  if (body.kind === "json-stream") for await (const chunk of body.chunks) yield chunk.value;
  else if (body.kind === "json") yield body.value;
  else yield* parseJsonLines(rawChunks(body));
}

/**
 * Passes an iterable on, and ends it from this side: when the caller's signal is aborted the pending read fails at
 * once, whether or not the source listens, and a reader that leaves the loop cancels the call.
 */
function guard<T>(inner: AsyncGenerator<T, void>, source: ReplySource): AsyncIterable<T> {
  const { signal } = source;
  let over = false;
  let failPending: ((reason: unknown) => void) | undefined;
  const onAbort = (): void => {
    failPending?.(signal?.reason);
    cancel();
  };
  function finish(): void {
    if (over) return;
    over = true;
    signal?.removeEventListener("abort", onAbort);
    source.onDone();
  }
  function cancel(): void {
    if (!over) source.cancel();
    finish();
    // Not awaited: a generator that is busy answers only when its pending step ends.
    void inner.return().catch(() => {});
  }
  signal?.addEventListener("abort", onAbort, { once: true });
  return {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise<IteratorResult<T, void>>((resolve, reject) => {
          if (signal?.aborted) {
            cancel();
            reject(signal.reason as Error);
            return;
          }
          failPending = reject;
          inner.next().then(
            (step) => {
              failPending = undefined;
              if (step.done) finish();
              resolve(step);
            },
            (error: unknown) => {
              failPending = undefined;
              finish();
              reject(error as Error);
            },
          );
        }),
      return() {
        cancel();
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
}
