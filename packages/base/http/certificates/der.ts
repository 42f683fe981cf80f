import { assert } from "@byocni/base/core";

/**
 * The part of DER (ITU-T X.690) that X.509 certificates are made of. Every function gives a whole element: tag, length,
 * contents.
 */
function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const length = contents.reduce((sum, part) => sum + part.byteLength, 0);
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(length)]), ...contents]);
}

/** X.690, 8.1.3: one octet up to 127, else the number of octets and the octets. */
function lengthOctets(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 | octets.length, ...octets];
}

export const sequence = (...elements: readonly Uint8Array[]): Buffer => element(0x30, ...elements);

/** X.690, 11.6: the members in ascending order. */
export const set = (...elements: readonly Uint8Array[]): Buffer =>
  element(0x31, ...elements.toSorted((a, b) => Buffer.compare(a, b)));

export const boolean = (value: boolean): Buffer => element(0x01, Buffer.from([value ? 0xff : 0x00]));

/** A non-negative integer of big-endian octets: without leading zeros, but with one where the sign bit would be set. */
export function unsignedInteger(octets: Uint8Array): Buffer {
  let start = 0;
  while (start < octets.length - 1 && octets[start] === 0) start++;
  const trimmed = octets.subarray(start);
  const padding = (trimmed[0] ?? 0) & 0x80 ? [0] : [];
  return element(0x02, Buffer.from(padding), trimmed);
}

export const octetString = (octets: Uint8Array): Buffer => element(0x04, octets);

/** @param unused how many bits at the end of the last octet do not count */
export const bitString = (octets: Uint8Array, unused = 0): Buffer => element(0x03, Buffer.from([unused]), octets);

export const utf8String = (text: string): Buffer => element(0x0c, Buffer.from(text, "utf8"));

/** @param dotted for example `2.5.4.3` */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const octets = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) octets.unshift((rest & 0x7f) | 0x80);
  return octets;
}

/** A time in whole seconds. RFC 5280, 4.1.2.5: as UTCTime through 2049, as GeneralizedTime from 2050. */
export function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replace(/[-:T]/g, "");
  assert(digits.length === 15, "a certificate's time has a year of four digits");
  const utc = Number(digits.slice(0, 4)) < 2050;
  return utc ? element(0x17, Buffer.from(digits.slice(2))) : element(0x18, Buffer.from(digits));
}

/** An explicitly tagged or constructed element of the context-specific class. */
export const contextConstructed = (number: number, ...elements: readonly Uint8Array[]): Buffer =>
  element(0xa0 | number, ...elements);

/** An implicitly tagged primitive of the context-specific class. */
export const contextPrimitive = (number: number, octets: Uint8Array): Buffer => element(0x80 | number, octets);

/** An element that was read; `raw` is all of it, `contents` what is within. */
export interface DerElement {
  readonly tag: number;
  readonly raw: Buffer;
  readonly contents: Buffer;
}

/** The elements that stand one after the other in some octets. @throws BugError when they are no DER */
export function readElements(octets: Buffer): DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < octets.length;) {
    const tag = octets[at] ?? 0;
    let length = octets[at + 1] ?? 0;
    let start = at + 2;
    if (length >= 0x80) {
      const count = length & 0x7f;
      assert(count >= 1 && count <= 4 && start + count <= octets.length, "a length in DER has one to four octets");
      length = octets.readUIntBE(start, count);
      start += count;
    }
    const end = start + length;
    assert(end <= octets.length, "an element in DER ends within what it is in");
    elements.push({ tag, raw: octets.subarray(at, end), contents: octets.subarray(start, end) });
    at = end;
  }
  return elements;
}
