import fc from "fast-check";
import { expect, it } from "vitest";
import { type Interval, type Traffic, intersect, subtract } from "./traffic.ts";

const interval: fc.Arbitrary<Interval> = fc
  .tuple(fc.bigInt(0n, 5n), fc.bigInt(0n, 5n))
  .map(([a, b]) => (a < b ? ([a, b] as const) : ([b, a] as const)));
const traffic: fc.Arbitrary<Traffic> = fc.record({
  protocol: fc.constantFrom("Tcp", "Udp"),
  source: interval,
  sourcePort: interval,
  destination: interval,
  destinationPort: interval,
});

function size({ source, sourcePort, destination, destinationPort }: Traffic): bigint {
  return [source, sourcePort, destination, destinationPort].reduce((all, [from, to]) => all * (to - from + 1n), 1n);
}

it("subtracting leaves exactly what is not in common, in pieces that do not overlap", () => {
  fc.assert(
    fc.property(traffic, traffic, (a, b) => {
      const common = intersect(a, b);
      const pieces = subtract(a, b);
      expect(pieces.reduce((all, piece) => all + size(piece), 0n)).toBe(size(a) - (common ? size(common) : 0n));
      for (const [index, piece] of pieces.entries()) {
        expect(intersect(piece, b)).toBeUndefined();
        for (const other of pieces.slice(index + 1)) expect(intersect(piece, other)).toBeUndefined();
      }
    }),
  );
});
