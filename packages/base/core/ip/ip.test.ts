import fc from "fast-check";
import { isIP, SocketAddress } from "node:net";
import { describe, expect, it } from "vitest";
import { BugError } from "../assert.ts";
import {
  addressOctets,
  addressPlus,
  compareAddresses,
  formatAddress,
  type IpAddress,
  parseAddress,
} from "./address.ts";
import {
  type Cidr,
  cidrContains,
  cidrOf,
  cidrSize,
  cidrsOverlap,
  compareCidrs,
  firstAddress,
  formatCidr,
  isSuperset,
  lastAddress,
  nthAddress,
  nthSubnet,
  parseCidr,
  splitCidr,
} from "./cidr.ts";

function address(text: string): IpAddress {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value.cidr;
}

const v4 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((value): IpAddress => ({ family: 4, value }));
// Many zero groups, so that compression is met often.
const v6 = fc
  .array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 })
  .map((groups): IpAddress => ({ family: 6, value: groups.reduce((sum, n) => (sum << 16n) | BigInt(n), 0n) }));
const anyAddress = fc.oneof(v4, v6);
const anyCidr = fc
  .tuple(anyAddress, fc.nat(128))
  .map(([at, length]) => cidrOf(at, at.family === 4 ? length % 33 : length));

describe("addresses", () => {
  it.each([
    ["0.0.0.0", "0.0.0.0"],
    ["255.255.255.255", "255.255.255.255"],
    ["::", "::"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["2001:0DB8::0001", "2001:db8::1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:0:0:1:0:0:0:1", "2001:0:0:1::1"],
    ["::ffff:10.0.0.1", "::ffff:10.0.0.1"],
    ["::ffff:a00:1", "::ffff:10.0.0.1"],
    ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
    ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"],
  ])("reads %s and writes %s", (text, canonical) => {
    expect(formatAddress(address(text))).toBe(canonical);
  });

  it.each([
    ["", "it is empty"],
    ["10.0.0", "an IPv4 address has four numbers with dots between them"],
    ["10.0.0.0.1", "an IPv4 address has four numbers with dots between them"],
    ["10.0.0.256", '"256" is not a number from 0 to 255'],
    ["10.0.0.01", '"01" has a leading zero'],
    ["10.0.0.-1", '"-1" is not a number from 0 to 255'],
    ["10.0.0. 1", '" 1" is not a number from 0 to 255'],
    ["localhost", "an IPv4 address has four numbers with dots between them"],
    ["::1::", 'it has "::" more than once'],
    [":::", '":" is not a group'],
    [":1:2:3:4:5:6:7", '"" is not a group of one to four hexadecimal digits'],
    ["1:2:3:4:5:6:7:8:9", "it has 9 groups of 16 bits, not 8"],
    ["1:2:3:4:5:6:7:8::", "it has 8 groups of 16 bits, not 8"],
    ["1:2", "it has 2 groups of 16 bits, not 8"],
    ["::12345", '"12345" is not a group of one to four hexadecimal digits'],
    ["::1.2.3.4:5", '"1.2.3.4" is not a group of one to four hexadecimal digits'],
    ["::1.2.3.400", '"400" is not a number from 0 to 255'],
    ["fe80::1%eth0", "it has a zone"],
  ])("refuses %j", (text, reason) => {
    const parsed = parseAddress(text);
    expect(parsed.ok).toBe(false);
    if (text !== ":::") expect(parsed).toEqual({ ok: false, reason });
  });

  it("reads back what it writes, and writes what Node.js writes", () => {
    fc.assert(
      fc.property(anyAddress, (at) => {
        const text = formatAddress(at);
        expect(address(text)).toEqual(at);
        const family = at.family === 4 ? "ipv4" : "ipv6";
        // The platform's own formatter writes the deprecated IPv4-compatible form with dots; RFC 5952 does not ask for it.
        if (at.value >> 32n !== 0n) expect(new SocketAddress({ address: text, family }).address).toBe(text);
      }),
    );
  });

  it("takes exactly what Node.js takes, zones aside", () => {
    const texts = fc.string({ unit: fc.constantFrom("0", "1", "f", "25", ":", "::", ".", "1.2.3.4"), maxLength: 9 });
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseAddress(text).ok).toBe(isIP(text) !== 0);
      }),
      { numRuns: 1000 },
    );
  });

  it("orders as the octets do, IPv4 first", () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, (a, b) => {
        const order = a.family === b.family ? Buffer.compare(addressOctets(a), addressOctets(b)) : a.family - b.family;
        expect(Math.sign(compareAddresses(a, b))).toBe(Math.sign(order));
      }),
    );
  });

  it("counts on, and never out of the family", () => {
    expect(formatAddress(addressPlus(address("10.0.0.255"), 1))).toBe("10.0.1.0");
    expect(formatAddress(addressPlus(address("fd00::"), -1n))).toBe("fcff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
    expect(() => addressPlus(address("255.255.255.255"), 1)).toThrow(BugError);
    expect(() => addressPlus(address("::"), -1)).toThrow(BugError);
  });
});

describe("blocks", () => {
  it.each([
    ["10.0.0.0/8", "10.0.0.0/8", false],
    ["10.1.2.3/8", "10.0.0.0/8", true],
    ["0.0.0.0/0", "0.0.0.0/0", false],
    ["1.2.3.4/32", "1.2.3.4/32", false],
    ["FD00:0::1/64", "fd00::/64", true],
    ["::/0", "::/0", false],
  ])("reads %s as %s (host bits set: %s)", (text, canonical, hostBitsSet) => {
    const parsed = parseCidr(text);
    expect(parsed).toMatchObject({ ok: true, value: { hostBitsSet } });
    expect(formatCidr(cidr(text))).toBe(canonical);
  });

  it.each([
    ["10.0.0.0", "it has no prefix length"],
    ["10.0.0.0/33", '"33" is not a prefix length from 0 to 32'],
    ["::/129", '"129" is not a prefix length from 0 to 128'],
    ["10.0.0.0/08", '"08" is not a prefix length from 0 to 32'],
    ["10.0.0.0/", '"" is not a prefix length from 0 to 32'],
    ["10.0.0.0/8/8", '"8/8" is not a prefix length from 0 to 32'],
    ["10.0.0/8", "an IPv4 address has four numbers with dots between them"],
    ["/8", "it is empty"],
  ])("refuses %j", (text, reason) => {
    expect(parseCidr(text)).toEqual({ ok: false, reason });
  });

  it("knows its addresses", () => {
    const block = cidr("10.224.0.0/16");
    expect(cidrSize(block)).toBe(65_536n);
    expect(formatAddress(lastAddress(block))).toBe("10.224.255.255");
    const at = (position: number): string | undefined => {
      const found = nthAddress(block, position);
      return found && formatAddress(found);
    };
    expect([at(0), at(4), at(-1), at(65_536), at(-65_537)]).toEqual([
      "10.224.0.0",
      "10.224.0.4",
      "10.224.255.255",
      undefined,
      undefined,
    ]);
  });

  it("splits into subnets", () => {
    expect([...splitCidr(cidr("10.0.0.0/23"), 24)].map(formatCidr)).toEqual(["10.0.0.0/24", "10.0.1.0/24"]);
    expect(nthSubnet(cidr("10.0.0.0/23"), 24, 2)).toBeUndefined();
    expect(formatCidr(nthSubnet(cidr("fd00::/8"), 64, 2n ** 56n - 1n) ?? cidr("::/0"))).toBe(
      "fdff:ffff:ffff:ffff::/64",
    );
    expect(() => nthSubnet(cidr("10.0.0.0/24"), 23, 0)).toThrow(BugError);
  });

  it.each([
    ["10.0.0.0/8", "10.1.0.0/16", true, true],
    ["10.1.0.0/16", "10.0.0.0/8", false, true],
    ["10.0.0.0/16", "10.1.0.0/16", false, false],
    ["0.0.0.0/0", "::/0", false, false],
    ["10.0.0.0/8", "10.0.0.0/8", true, true],
  ])("%s and %s: superset %s, overlap %s", (a, b, superset, overlap) => {
    expect(isSuperset(cidr(a), cidr(b))).toBe(superset);
    expect(cidrsOverlap(cidr(a), cidr(b))).toBe(overlap);
  });

  it("holds the laws of sets of addresses", () => {
    fc.assert(
      fc.property(anyCidr, anyCidr, anyAddress, (a, b, at) => {
        const between =
          at.family === a.family &&
          compareAddresses(firstAddress(a), at) <= 0 &&
          compareAddresses(at, lastAddress(a)) <= 0;
        expect(cidrContains(a, at)).toBe(between);
        expect(isSuperset(a, b)).toBe(cidrContains(a, firstAddress(b)) && cidrContains(a, lastAddress(b)));
        const disjoint =
          a.family !== b.family ||
          compareAddresses(lastAddress(a), firstAddress(b)) < 0 ||
          compareAddresses(lastAddress(b), firstAddress(a)) < 0;
        expect(cidrsOverlap(a, b)).toBe(!disjoint);
        expect(cidr(formatCidr(a))).toEqual(a);
        expect(Math.sign(compareCidrs(a, b)) + Math.sign(compareCidrs(b, a))).toBe(0);
      }),
    );
  });

  it("splits into neighbours that fill the block", () => {
    fc.assert(
      fc.property(anyCidr, fc.nat(4), (block, more) => {
        const length = Math.min(block.prefixLength + more, block.family === 4 ? 32 : 128);
        const subnets = [...splitCidr(block, length)];
        expect(firstAddress(subnets[0] ?? block)).toEqual(firstAddress(block));
        expect(lastAddress(subnets.at(-1) ?? block)).toEqual(lastAddress(block));
        for (const [index, subnet] of subnets.slice(1).entries()) {
          expect(subnet.value).toBe(lastAddress(subnets[index] ?? block).value + 1n);
        }
      }),
    );
  });
});
