import { constants, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createQueue } from "../async-queue.ts";
import type { CommandStreams } from "../pod-access.ts";
import { serveCommand } from "./command-streams.ts";
import { headerDictionary } from "./dictionary.ts";
import { createFrameReader, dataFrame, type Frame } from "./frames.ts";
import { createSpdySession, type SpdyStream } from "./session.ts";

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

/** A client's SYN_STREAM. One block a test: later blocks would have to continue the compressed stream. */
function synStream(stream: number, headers: Record<string, string>): Buffer {
  const text = (value: string): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(value.length);
    return Buffer.concat([head, Buffer.from(value)]);
  };
  const count = Buffer.alloc(4);
  count.writeUInt32BE(Object.keys(headers).length);
  const plain = Buffer.concat([
    count,
    ...Object.entries(headers).flatMap(([name, value]) => [text(name), text(value)]),
  ]);
  const block = deflateSync(plain, { dictionary: headerDictionary(), finishFlush: constants.Z_SYNC_FLUSH });
  const frame = Buffer.alloc(18);
  frame.writeUInt32BE(0x8003_0001, 0);
  frame.writeUIntBE(10 + block.length, 5, 3);
  frame.writeUInt32BE(stream, 8);
  return Buffer.concat([frame, block]);
}

function connect(onStream: (stream: SpdyStream) => void) {
  const input = createQueue<Uint8Array>();
  const frames: Frame[] = [];
  const read = createFrameReader();
  let ended = false;
  const session = createSpdySession(
    { write: (bytes) => void frames.push(...read(bytes)), end: () => (ended = true), input: input.items },
    (stream) => onStream(stream),
  );
  return { session, input, frames, isEnded: () => ended };
}

describe("headerDictionary", () => {
  it("is the one of SPDY/3", () => {
    expect(headerDictionary().length).toBe(1423);
    expect(adler32(headerDictionary()).toString(16)).toBe("e3c6a7c2");
  });
});

describe("createSpdySession", () => {
  it("opens a stream, carries data both ways however it is cut, and ends with the client", async () => {
    let headers: unknown;
    const { session, input, frames } = connect(async (stream) => {
      headers = stream.headers;
      for await (const bytes of stream.data) stream.write(bytes);
      stream.end();
    });
    const sent = Buffer.concat([
      synStream(1, { streamtype: "data", port: "80" }),
      dataFrame(1, Buffer.from("hello"), false),
      dataFrame(1, new Uint8Array(), true),
    ]);
    for (const byte of sent) input.push(Uint8Array.of(byte));
    await expect.poll(() => frames.length).toBe(3);
    expect(headers).toEqual({ streamtype: "data", port: "80" });
    expect(frames.map((frame) => (frame.kind === "data" ? [frame.bytes.toString(), frame.fin] : frame.kind))).toEqual([
      "other", // SYN_REPLY
      ["hello", false],
      ["", true],
    ]);
    input.end();
    await session.closed;
  });

  it.each([
    ["another version", Buffer.from([0x80, 2, 0, 1, 0, 0, 0, 0])],
    ["an endless frame", Buffer.from([0, 0, 0, 1, 0, 0xff, 0xff, 0xff])],
    [
      "headers that are not compressed",
      Buffer.concat([Buffer.from([0x80, 3, 0, 1, 0, 0, 0, 14]), Buffer.alloc(14, 7)]),
    ],
  ])("cuts off a client that sends %s", async (_case, bytes) => {
    const { session, input, isEnded } = connect(() => {});
    input.push(bytes);
    await session.closed;
    expect(isEnded()).toBe(true);
  });
});

describe("serveCommand", () => {
  it("runs when all streams are there and tells the exit code on the error stream", async () => {
    const written: Record<string, string> = {};
    const fake = (streamtype: string): SpdyStream => ({
      id: 1,
      headers: { streamtype },
      data: createQueue<Uint8Array>().items,
      write: (bytes) => void (written[streamtype] = Buffer.from(bytes).toString()),
      end: () => {},
      reset: () => void (written[streamtype] = "reset"),
    });
    let closed = false;
    const session = { close: () => void (closed = true), closed: new Promise<void>(() => {}) };
    const run = async (streams: CommandStreams) => {
      streams.stdout(Buffer.from("out"));
      return 3;
    };
    const take = serveCommand(session, { stdin: false, stdout: true, stderr: false, tty: false }, run);
    take(fake("error"));
    take(fake("stdin"));
    expect(closed).toBe(false);
    take(fake("stdout"));
    await expect.poll(() => closed).toBe(true);
    expect(written).toMatchObject({ stdin: "reset", stdout: "out" });
    expect(JSON.parse(written["error"] ?? "")).toMatchObject({
      reason: "NonZeroExitCode",
      details: { causes: [{ reason: "ExitCode", message: "3" }] },
    });
  });
});
