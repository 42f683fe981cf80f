import { constants, createDeflate, createInflate } from "node:zlib";
import { createQueue } from "../async-queue.ts";
import { headerDictionary } from "./dictionary.ts";
import {
  createFrameReader,
  dataFrame,
  goAwayFrame,
  pingFrame,
  readHeaders,
  resetFrame,
  synReplyFrame,
  type Frame,
} from "./frames.ts";

/** What carries the frames: a socket, or the messages of a WebSocket. */
export interface Transport {
  write(bytes: Uint8Array): void;
  /** No more will be written. */
  end(): void;
  readonly input: AsyncIterable<Uint8Array>;
}

/** One stream that the client has opened. */
export interface SpdyStream {
  readonly id: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the client sends; ends with its half of the stream. */
  readonly data: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): void;
  /** Ends this server's half. */
  end(): void;
  reset(): void;
}

export interface SpdySession {
  /** Says goodbye and ends the transport once everything is written. */
  close(): void;
  /** Settles when the client has gone. */
  readonly closed: Promise<void>;
}

const cancelStatus = 5;
/** Data is written in frames of this size. */
const chunkLength = 32 * 1024;

/** The server's side of a SPDY/3.1 connection, as far as Kubernetes clients use it: they open the streams. */
export function createSpdySession(transport: Transport, onStream: (stream: SpdyStream) => void): SpdySession {
  const read = createFrameReader();
  const headerBlocks = createHeaderCodec();
  const inputs = new Map<number, ReturnType<typeof createQueue<Uint8Array>>>();
  let lastStream = 0;
  let ended = false;
  // Compressing takes a turn, and what follows on the stream must come after it.
  let writing: Promise<void> = Promise.resolve();

  function send(make: () => Promise<Uint8Array> | Uint8Array): void {
    writing = writing.then(async () => {
      if (!ended) transport.write(await make());
    });
    writing.catch(() => transport.end());
  }

  function open(id: number, headers: Readonly<Record<string, string>>, fin: boolean): void {
    lastStream = id;
    const input = createQueue<Uint8Array>();
    if (fin) input.end();
    else inputs.set(id, input);
    let done = false;
    send(async () => synReplyFrame(id, await headerBlocks.empty()));
    onStream({
      id,
      headers,
      data: input.items,
      write(bytes) {
        if (done) return;
        for (let from = 0; from < bytes.length; from += chunkLength) {
          const part = bytes.subarray(from, from + chunkLength);
          send(() => dataFrame(id, part, false));
        }
      },
      end() {
        if (done) return;
        done = true;
        send(() => dataFrame(id, new Uint8Array(), true));
      },
      reset() {
        if (done) return;
        done = true;
        inputs.get(id)?.end();
        send(() => resetFrame(id, cancelStatus));
      },
    });
  }

  async function take(frame: Frame): Promise<void> {
    switch (frame.kind) {
      case "syn-stream":
        return open(frame.stream, readHeaders(await headerBlocks.inflate(frame.headers)), frame.fin);
      case "data": {
        const input = inputs.get(frame.stream);
        if (frame.bytes.length > 0) input?.push(frame.bytes);
        if (frame.fin) endInput(frame.stream);
        return;
      }
      case "reset":
        return endInput(frame.stream);
      case "ping":
        return send(() => pingFrame(frame.id));
      case "go-away":
      case "other":
        return;
      default:
        return frame satisfies never;
    }
  }

  function endInput(id: number): void {
    inputs.get(id)?.end();
    inputs.delete(id);
  }

  async function run(): Promise<void> {
    try {
      for await (const chunk of transport.input) for (const frame of read(chunk)) await take(frame);
    } catch {
      // Whoever breaks the protocol is cut off; there is nobody to tell.
    } finally {
      for (const input of inputs.values()) input.end();
      inputs.clear();
      ended = true;
      transport.end();
      headerBlocks.close();
    }
  }

  return {
    close() {
      send(() => goAwayFrame(lastStream));
      void writing.then(() => transport.end());
    },
    closed: run(),
  };
}

/** Headers of all frames of one direction are one compressed stream, flushed after each frame. */
function createHeaderCodec(): {
  inflate(block: Uint8Array): Promise<Buffer>;
  empty(): Promise<Buffer>;
  close(): void;
} {
  const dictionary = headerDictionary();
  const inflater = createInflate({ dictionary, flush: constants.Z_SYNC_FLUSH });
  const deflater = createDeflate({ dictionary, flush: constants.Z_SYNC_FLUSH });
  const pass = (codec: typeof inflater, bytes: Uint8Array): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const parts: Buffer[] = [];
      const collect = (part: Buffer): void => void parts.push(part);
      codec.on("data", collect);
      codec.once("error", reject);
      codec.write(bytes, () => {
        codec.off("data", collect);
        codec.off("error", reject);
        resolve(Buffer.concat(parts));
      });
    });
  return {
    inflate: (block) => pass(inflater, block),
    empty: () => pass(deflater as unknown as typeof inflater, Buffer.alloc(4)),
    close() {
      inflater.destroy();
      deflater.destroy();
    },
  };
}
