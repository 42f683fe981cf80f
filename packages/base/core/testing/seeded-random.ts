import { assert } from "../assert.ts";
import type { Random } from "../random.ts";

/** Chance that repeats itself: the same seed gives the same sequence. Not for secrets. */
export function createSeededRandom(seed: number): Random {
  // The 32-bit generator known as mulberry32: one word of state, good enough spread for names and jitter.
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => next() & 0xff);
  return {
    uuid() {
      const raw = bytes(16);
      raw[6] = ((raw[6] ?? 0) & 0x0f) | 0x40;
      raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
      const hex = Buffer.from(raw).toString("hex");
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
    },
    int(limit) {
      assert(Number.isSafeInteger(limit) && limit > 0, "the limit is a positive integer");
      return Math.floor(((next() * 0x200000 + (next() >>> 11)) / 2 ** 53) * limit);
    },
    bytes,
  };
}
