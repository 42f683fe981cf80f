import { assert } from "../assert.ts";
import {
  addressBits,
  compareAddresses,
  formatAddress,
  type IpAddress,
  parseAddress,
  type ParseResult,
} from "./address.ts";

/** A block of addresses, normalized: its address is the first one of the block. */
export interface Cidr {
  readonly family: 4 | 6;
  readonly value: bigint;
  readonly prefixLength: number;
}

/** A CIDR text that was read. */
export interface ParsedCidr {
  readonly cidr: Cidr;
  /** The address as it was written. */
  readonly address: IpAddress;
  /** True when the address written is not the first one of the block: `10.0.0.1/24`. */
  readonly hostBitsSet: boolean;
}

/** Reads `address/length` strictly; whether host bits may be set is the caller's to decide. */
export function parseCidr(text: string): ParseResult<ParsedCidr> {
  const slash = text.indexOf("/");
  if (slash < 0) return { ok: false, reason: "it has no prefix length" };
  const parsed = parseAddress(text.slice(0, slash));
  if (!parsed.ok) return parsed;
  const address = parsed.value;
  const digits = text.slice(slash + 1);
  const bits = addressBits(address.family);
  if (!/^(?:0|[1-9]\d{0,2})$/.test(digits) || Number(digits) > bits) {
    return { ok: false, reason: `${JSON.stringify(digits)} is not a prefix length from 0 to ${bits}` };
  }
  const cidr = cidrOf(address, Number(digits));
  return { ok: true, value: { cidr, address, hostBitsSet: cidr.value !== address.value } };
}

/** The block of that prefix length which the address is in. */
export function cidrOf({ family, value }: IpAddress, prefixLength: number): Cidr {
  assert(prefixLength >= 0 && prefixLength <= addressBits(family), "a prefix length is within the address");
  const hostBits = hostBitsOf(family, prefixLength);
  return { family, value: (value >> hostBits) << hostBits, prefixLength };
}

function hostBitsOf(family: 4 | 6, prefixLength: number): bigint {
  return BigInt(addressBits(family) - prefixLength);
}

/** The canonical text. */
export function formatCidr(cidr: Cidr): string {
  return `${formatAddress(cidr)}/${cidr.prefixLength}`;
}

/** How many addresses the block has. */
export function cidrSize({ family, prefixLength }: Cidr): bigint {
  return 1n << hostBitsOf(family, prefixLength);
}

export function firstAddress({ family, value }: Cidr): IpAddress {
  return { family, value };
}

export function lastAddress(cidr: Cidr): IpAddress {
  return { family: cidr.family, value: cidr.value + cidrSize(cidr) - 1n };
}

/** The address at a position, counted from 0; from the end when negative (-1 is the last). Undefined outside. */
export function nthAddress(cidr: Cidr, position: bigint | number): IpAddress | undefined {
  const size = cidrSize(cidr);
  const offset = BigInt(position) < 0n ? size + BigInt(position) : BigInt(position);
  return offset >= 0n && offset < size ? { family: cidr.family, value: cidr.value + offset } : undefined;
}

export function cidrContains(cidr: Cidr, address: IpAddress): boolean {
  const hostBits = hostBitsOf(cidr.family, cidr.prefixLength);
  return cidr.family === address.family && cidr.value >> hostBits === address.value >> hostBits;
}

/** True when every address of `inner` is in `outer`; a block is a superset of itself. */
export function isSuperset(outer: Cidr, inner: Cidr): boolean {
  return outer.prefixLength <= inner.prefixLength && cidrContains(outer, firstAddress(inner));
}

/** True when they have an address in common: of two blocks that do, one is within the other. */
export function cidrsOverlap(a: Cidr, b: Cidr): boolean {
  return isSuperset(a, b) || isSuperset(b, a);
}

/** By first address (IPv4 before IPv6), then the larger block first. */
export function compareCidrs(a: Cidr, b: Cidr): number {
  return compareAddresses(a, b) || a.prefixLength - b.prefixLength;
}

/** How many blocks of a longer (or equal) prefix length there are in a block. */
export function subnetCount(cidr: Cidr, prefixLength: number): bigint {
  assert(prefixLength >= cidr.prefixLength && prefixLength <= addressBits(cidr.family), "subnets are within the block");
  return 1n << BigInt(prefixLength - cidr.prefixLength);
}

/** The subnet at a position, counted from 0; undefined outside. */
export function nthSubnet(cidr: Cidr, prefixLength: number, position: bigint | number): Cidr | undefined {
  const offset = BigInt(position);
  if (offset < 0n || offset >= subnetCount(cidr, prefixLength)) return undefined;
  const { family } = cidr;
  return { family, value: cidr.value + (offset << hostBitsOf(family, prefixLength)), prefixLength };
}

/** All subnets of a prefix length, in order, made one by one. */
export function* splitCidr(cidr: Cidr, prefixLength: number): Generator<Cidr, void> {
  const count = subnetCount(cidr, prefixLength);
  for (let position = 0n; position < count; position++) {
    const subnet = nthSubnet(cidr, prefixLength, position);
    if (subnet) yield subnet;
  }
}
