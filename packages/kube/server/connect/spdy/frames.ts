/** A frame of SPDY/3.1 (draft 3.1, 2.2), without what this server neither sends nor heeds. */
export type Frame =
  | { readonly kind: "data"; readonly stream: number; readonly fin: boolean; readonly bytes: Buffer }
  | { readonly kind: "syn-stream"; readonly stream: number; readonly fin: boolean; readonly headers: Buffer }
  | { readonly kind: "reset"; readonly stream: number }
  | { readonly kind: "ping"; readonly id: number }
  | { readonly kind: "go-away" }
  | { readonly kind: "other" };

const controlTypes = { synStream: 1, synReply: 2, reset: 3, ping: 6, goAway: 7 } as const;
const version = 3;
const finFlag = 1;
const headLength = 8;
/** More in one frame is not sent by anybody in good faith. */
const maxFrameLength = 8 * 1024 * 1024;

/** Cuts a byte stream into frames. @throws Error for a frame that is too long or of another version */
export function createFrameReader(): (chunk: Uint8Array) => readonly Frame[] {
  let pending: Buffer = Buffer.alloc(0);
  return (chunk) => {
    pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
    const frames: Frame[] = [];
    while (pending.length >= headLength) {
      const length = pending.readUIntBE(5, 3);
      if (length > maxFrameLength) throw new Error("a SPDY frame is too long");
      if (pending.length < headLength + length) break;
      frames.push(readFrame(pending.subarray(0, headLength), pending.subarray(headLength, headLength + length)));
      pending = pending.subarray(headLength + length);
    }
    return frames;
  };
}

function readFrame(head: Buffer, body: Buffer): Frame {
  const word = head.readUInt32BE(0);
  const fin = ((head[4] ?? 0) & finFlag) !== 0;
  if (word >>> 31 === 0) return { kind: "data", stream: word, fin, bytes: Buffer.from(body) };
  if (((word >>> 16) & 0x7fff) !== version) throw new Error("a SPDY frame is of another version");
  switch (word & 0xffff) {
    case controlTypes.synStream:
      return {
        kind: "syn-stream",
        stream: body.readUInt32BE(0) & 0x7fff_ffff,
        fin,
        headers: Buffer.from(body.subarray(10)),
      };
    case controlTypes.reset:
      return { kind: "reset", stream: body.readUInt32BE(0) & 0x7fff_ffff };
    case controlTypes.ping:
      return { kind: "ping", id: body.readUInt32BE(0) };
    case controlTypes.goAway:
      return { kind: "go-away" };
    default:
      return { kind: "other" };
  }
}

export function dataFrame(stream: number, bytes: Uint8Array, fin: boolean): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(stream, 0);
  head[4] = fin ? finFlag : 0;
  head.writeUIntBE(bytes.length, 5, 3);
  return Buffer.concat([head, bytes]);
}

export function synReplyFrame(stream: number, headers: Uint8Array): Buffer {
  return controlFrame(controlTypes.synReply, Buffer.concat([uint32(stream), headers]));
}

export function resetFrame(stream: number, status: number): Buffer {
  return controlFrame(controlTypes.reset, Buffer.concat([uint32(stream), uint32(status)]));
}

export function pingFrame(id: number): Buffer {
  return controlFrame(controlTypes.ping, uint32(id));
}

export function goAwayFrame(lastStream: number): Buffer {
  return controlFrame(controlTypes.goAway, Buffer.concat([uint32(lastStream), uint32(0)]));
}

function controlFrame(type: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt16BE(0x8000 | version, 0);
  head.writeUInt16BE(type, 2);
  head.writeUIntBE(body.length, 5, 3);
  return Buffer.concat([head, body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Reads a header block that has been inflated: a count, then names and values with their lengths. */
export function readHeaders(block: Buffer): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  let offset = 4;
  const take = (): string => {
    const length = block.readUInt32BE(offset);
    const text = block.toString("utf8", offset + 4, offset + 4 + length);
    offset += 4 + length;
    return text;
  };
  for (let count = block.readUInt32BE(0); count > 0; count--) {
    const name = take().toLowerCase();
    headers[name] = take();
  }
  return headers;
}
