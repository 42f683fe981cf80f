const c1 = 0x239b961b;
const c2 = 0xab0e9789;

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function finalize(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * The 64-bit hash behind `uniqueString` and `templateHash`: two 32-bit lanes, seed 0. Checked against recorded values of
 * the real service (see the tests).
 */
export function murmur64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blocks = bytes.length >>> 3;
  let h1 = 0;
  let h2 = 0;
  const mix1 = (k: number): number => Math.imul(rotate(Math.imul(k, c1), 15), c2);
  const mix2 = (k: number): number => Math.imul(rotate(Math.imul(k, c2), 17), c1);
  for (let block = 0; block < blocks; block++) {
    h1 ^= mix1(view.getInt32(block * 8, true));
    h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
    h2 ^= mix2(view.getInt32(block * 8 + 4, true));
    h2 = (Math.imul((rotate(h2, 13) + h1) | 0, 5) + 0x0bcaa747) | 0;
  }
  const tail = bytes.subarray(blocks * 8);
  if (tail.length > 0) h1 ^= mix1(littleEndian(tail.subarray(0, 4)));
  if (tail.length > 4) h2 ^= mix2(littleEndian(tail.subarray(4)));
  h1 ^= bytes.length;
  h2 ^= bytes.length;
  h1 = (h1 + h2) | 0;
  h2 = (h2 + h1) | 0;
  h1 = finalize(h1);
  h2 = finalize(h2);
  h1 = (h1 + h2) | 0;
  h2 = (h2 + h1) | 0;
  return (BigInt(h2 >>> 0) << 32n) | BigInt(h1 >>> 0);
}

function littleEndian(bytes: Uint8Array): number {
  let value = 0;
  for (let index = bytes.length - 1; index >= 0; index--) value = (value << 8) | (bytes[index] ?? 0);
  return value;
}
