import type { Json } from "../files/json.ts";

const c1 = 0x239b961b;
const c2 = 0xab0e9789 | 0;

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function finish(hash: number): number {
  let h = hash;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The 64-bit Murmur variant of template hashes: two lanes of 32 bits, seed 0. */
function murmur64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let h1 = 0;
  let h2 = 0;
  let index = 0;
  for (; index + 8 <= bytes.length; index += 8) {
    let k1 = Math.imul(view.getInt32(index, true), c1);
    k1 = Math.imul(rotate(k1, 15), c2);
    h1 = rotate(h1 ^ k1, 19);
    h1 = (Math.imul((h1 + h2) | 0, 5) + 0x561ccd1b) | 0;
    let k2 = Math.imul(view.getInt32(index + 4, true), c2);
    k2 = Math.imul(rotate(k2, 17), c1);
    h2 = rotate(h2 ^ k2, 13);
    h2 = (Math.imul((h2 + h1) | 0, 5) + 0x0bcaa747) | 0;
  }
  const rest = bytes.length - index;
  let k1 = 0;
  let k2 = 0;
  for (let at = 0; at < rest; at++) {
    const byte = bytes[index + at] ?? 0;
    if (at < 4) k1 |= byte << (8 * at);
    else k2 |= byte << (8 * (at - 4));
  }
  if (rest > 4) h2 ^= Math.imul(rotate(Math.imul(k2, c2), 17), c1);
  if (rest > 0) h1 ^= Math.imul(rotate(Math.imul(k1, c1), 15), c2);
  h1 ^= bytes.length;
  h2 ^= bytes.length;
  h1 = (h1 + h2) | 0;
  h2 = (h2 + h1) | 0;
  h1 = finish(h1);
  h2 = finish(h2);
  h1 = (h1 + h2) | 0;
  h2 = (h2 + h1) | 0;
  return (BigInt(h2 >>> 0) << 32n) | BigInt(h1 >>> 0);
}

/** The hash that a template carries of itself: over its text without blanks, in upper case. */
export function templateHash(template: Json): string {
  return murmur64(new TextEncoder().encode(JSON.stringify(template).toUpperCase())).toString();
}
