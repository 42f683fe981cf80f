/** A broken protobuf message. */
export class WireProblem extends Error {}

/** Reads the protobuf wire format from a slice of bytes. */
export class WireReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at: number;
  readonly #end: number;
  readonly #depth: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length, depth = 0) {
    // Messages are read by recursion.
    if (depth > maxDepth) throw new WireProblem("proto: exceeded max recursion depth");
    this.#depth = depth;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = start;
    this.#end = end;
  }

  get done(): boolean {
    return this.#at >= this.#end;
  }

  /** The next field's number and wire type. */
  tag(): { readonly number: number; readonly wireType: number } {
    const tag = this.varint();
    const number = Number(tag >> 3n);
    const wireType = Number(tag & 7n);
    if (number <= 0) throw new WireProblem(`proto: illegal tag ${number} (wire type ${wireType})`);
    return { number, wireType };
  }

  /** An unsigned 64-bit varint. */
  varint(): bigint {
    let low = 0;
    // The first four bytes fit a plain number; nearly every varint ends here.
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt(low);
    }
    let value = BigInt(low);
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new WireProblem("proto: integer overflow");
  }

  /** A signed integer as int32 and int64 are written (not zigzag). */
  integer(): number {
    return Number(BigInt.asIntN(64, this.varint()));
  }

  double(): number {
    this.#need(8);
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  /** A view of the bytes of a length-delimited field. */
  bytes(): Uint8Array {
    const length = Number(this.varint());
    this.#need(length);
    const slice = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return slice;
  }

  string(): string {
    return decoder.decode(this.bytes());
  }

  /** A reader over a length-delimited message. */
  message(): WireReader {
    const length = Number(this.varint());
    this.#need(length);
    const start = this.#at;
    this.#at += length;
    return new WireReader(this.#bytes, start, start + length, this.#depth + 1);
  }

  skip(wireType: number): void {
    switch (wireType) {
      case 0:
        this.varint();
        return;
      case 1:
        this.#need(8);
        this.#at += 8;
        return;
      case 2:
        this.bytes();
        return;
      case 5:
        this.#need(4);
        this.#at += 4;
        return;
      default:
        throw new WireProblem(`proto: illegal wireType ${wireType}`);
    }
  }

  #need(length: number): void {
    if (this.#at + length > this.#end) throw new WireProblem("unexpected EOF");
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new WireProblem("unexpected EOF");
    return this.#bytes[this.#at++] ?? 0;
  }
}

const maxDepth = 1_000;
const decoder = new TextDecoder();
