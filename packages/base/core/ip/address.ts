import { assert } from "../assert.ts";

/** An IPv4 or IPv6 address as a number: comparing, masking and counting are arithmetic. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** A value, or why the text is none: a clause that completes "… is not an IP address:". */
export type ParseResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** 32 or 128. */
export function addressBits(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}

/**
 * Reads an address strictly: dotted decimal without leading zeros, or IPv6 as in RFC 4291, 2.2 (also with a dotted
 * tail), without a zone.
 */
export function parseAddress(text: string): ParseResult<IpAddress> {
  if (text === "") return fail("it is empty");
  return text.includes(":") ? parseV6(text) : parseV4(text);
}

function fail(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}

function parseV4(text: string): ParseResult<IpAddress> {
  const parts = text.split(".");
  if (parts.length !== 4) return fail("an IPv4 address has four numbers with dots between them");
  let value = 0n;
  for (const part of parts) {
    if (!/^\d{1,3}$/.test(part)) return fail(`${JSON.stringify(part)} is not a number from 0 to 255`);
    if (part.length > 1 && part.startsWith("0")) return fail(`${JSON.stringify(part)} has a leading zero`);
    if (Number(part) > 255) return fail(`${JSON.stringify(part)} is not a number from 0 to 255`);
    value = (value << 8n) | BigInt(part);
  }
  return { ok: true, value: { family: 4, value } };
}

function parseV6(text: string): ParseResult<IpAddress> {
  if (text.includes("%")) return fail("it has a zone");
  const halves = text.split("::");
  if (halves.length > 2) return fail('it has "::" more than once');
  const groups: number[][] = [];
  for (const [index, half] of halves.entries()) {
    // A dotted tail stands at the very end only.
    const parsed = parseGroups(half, index === halves.length - 1);
    if (!parsed.ok) return parsed;
    groups.push(parsed.value);
  }
  const [head = [], tail] = groups;
  const given = head.length + (tail?.length ?? 0);
  if (tail ? given > 7 : given !== 8) return fail(`it has ${given} groups of 16 bits, not 8`);
  const all = [...head, ...Array.from({ length: 8 - given }, () => 0), ...(tail ?? [])];
  return { ok: true, value: { family: 6, value: all.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n) } };
}

function parseGroups(text: string, last: boolean): ParseResult<number[]> {
  if (text === "") return { ok: true, value: [] };
  const parts = text.split(":");
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (last && index === parts.length - 1 && part.includes(".")) {
      const dotted = parseV4(part);
      if (!dotted.ok) return dotted;
      groups.push(Number(dotted.value.value >> 16n), Number(dotted.value.value & 0xffffn));
    } else if (/^[0-9A-Fa-f]{1,4}$/.test(part)) {
      groups.push(parseInt(part, 16));
    } else {
      return fail(`${JSON.stringify(part)} is not a group of one to four hexadecimal digits`);
    }
  }
  return { ok: true, value: groups };
}

/** The canonical text: for IPv6 that of RFC 5952 (lower case, the longest run of zero groups as `::`). */
export function formatAddress({ family, value }: IpAddress): string {
  if (family === 4) return formatV4(value);
  // RFC 5952, 5: an IPv4-mapped address keeps its dotted form.
  if (value >> 32n === 0xffffn) return `::ffff:${formatV4(value & 0xffff_ffffn)}`;
  const groups = Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - index * 16)) & 0xffffn));
  const run = longestZeroRun(groups);
  const hex = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(":");
  if (run.length < 2) return hex(groups);
  return `${hex(groups.slice(0, run.start))}::${hex(groups.slice(run.start + run.length))}`;
}

function formatV4(value: bigint): string {
  const number = Number(value);
  return [number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff].join(".");
}

/** The first of the longest ones. */
function longestZeroRun(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
  }
  return best;
}

/** IPv4 before IPv6, then by number. */
export function compareAddresses(a: IpAddress, b: IpAddress): number {
  if (a.family !== b.family) return a.family - b.family;
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

/** Four or sixteen octets, most significant first. */
export function addressOctets({ family, value }: IpAddress): Uint8Array {
  const count = addressBits(family) / 8;
  return Uint8Array.from({ length: count }, (_, index) => Number((value >> BigInt((count - 1 - index) * 8)) & 0xffn));
}

/** The address that many further on (or back, when negative). @throws BugError when it leaves the family's range */
export function addressPlus({ family, value }: IpAddress, offset: bigint | number): IpAddress {
  const moved = value + BigInt(offset);
  assert(moved >= 0n && moved >> BigInt(addressBits(family)) === 0n, "an address stays within its family's range");
  return { family, value: moved };
}
