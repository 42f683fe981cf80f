import { isIPv4Address, isIPv6Address } from "./formats.ts";

/** An address as a number, for rules that calculate with addresses. */
export class RuleAddress {
  readonly value: bigint;
  /** 4 or 6. */
  readonly family: 4 | 6;

  constructor(value: bigint, family: 4 | 6) {
    this.value = value;
    this.family = family;
  }

  static parse(text: string): RuleAddress | undefined {
    if (isIPv4Address(text)) return new RuleAddress(fromBytes(text.split(".").map(BigInt), 8n), 4);
    if (!isIPv6Address(text)) return undefined;
    return new RuleAddress(fromBytes(groupsOf(text), 16n), 6);
  }

  get bits(): bigint {
    return this.family === 4 ? 32n : 128n;
  }

  equals(other: RuleAddress): boolean {
    return this.family === other.family && this.value === other.value;
  }

  isIn(text: string): boolean {
    return RuleCidr.parse(text)?.containsAddress(this) ?? false;
  }

  isLoopback(): boolean {
    return this.family === 4 ? this.value >> 24n === 127n : this.value === 1n;
  }

  isUnspecified(): boolean {
    return this.value === 0n;
  }

  isLinkLocalUnicast(): boolean {
    return this.isIn(this.family === 4 ? "169.254.0.0/16" : "fe80::/10");
  }

  isLinkLocalMulticast(): boolean {
    return this.isIn(this.family === 4 ? "224.0.0.0/24" : "ff02::/16");
  }

  isGlobalUnicast(): boolean {
    const multicast = this.isIn(this.family === 4 ? "224.0.0.0/4" : "ff00::/8");
    const broadcast = this.family === 4 && this.value === 0xffff_ffffn;
    return !this.isUnspecified() && !this.isLoopback() && !multicast && !broadcast && !this.isLinkLocalUnicast();
  }
}

/** A block of addresses. */
export class RuleCidr {
  readonly address: RuleAddress;
  readonly prefix: number;

  constructor(address: RuleAddress, prefix: number) {
    this.address = address;
    this.prefix = prefix;
  }

  static parse(text: string): RuleCidr | undefined {
    const slash = text.indexOf("/");
    const address = RuleAddress.parse(text.slice(0, slash));
    const prefix = /^(?:0|[1-9][0-9]{0,2})$/.test(text.slice(slash + 1)) ? Number(text.slice(slash + 1)) : Infinity;
    return slash > 0 && address && BigInt(Math.min(prefix, 999)) <= address.bits
      ? new RuleCidr(address, prefix)
      : undefined;
  }

  #masked(value: bigint): bigint {
    const host = this.address.bits - BigInt(this.prefix);
    return (value >> host) << host;
  }

  masked(): RuleCidr {
    return new RuleCidr(new RuleAddress(this.#masked(this.address.value), this.address.family), this.prefix);
  }

  equals(other: RuleCidr): boolean {
    return this.prefix === other.prefix && this.address.equals(other.address);
  }

  containsAddress(address: RuleAddress): boolean {
    return address.family === this.address.family && this.#masked(address.value) === this.#masked(this.address.value);
  }

  containsCidr(other: RuleCidr): boolean {
    return other.prefix >= this.prefix && this.containsAddress(other.address);
  }
}

function fromBytes(parts: readonly bigint[], width: bigint): bigint {
  return parts.reduce((value, part) => (value << width) | part, 0n);
}

/** The eight groups of an IPv6 address that is known to be good. */
function groupsOf(text: string): bigint[] {
  const tail = /([0-9]+)\.([0-9]+)\.([0-9]+)\.([0-9]+)$/.exec(text);
  const plain = tail
    ? text.slice(0, tail.index) +
      [0, 2].map((at) => ((Number(tail[at + 1]) << 8) | Number(tail[at + 2])).toString(16)).join(":")
    : text;
  const [head = "", rest] = plain.split("::");
  const groups = (part: string): bigint[] => (part === "" ? [] : part.split(":").map((group) => BigInt(`0x${group}`)));
  const left = groups(head);
  const right = rest === undefined ? [] : groups(rest);
  return [...left, ...Array<bigint>(8 - left.length - right.length).fill(0n), ...right];
}
