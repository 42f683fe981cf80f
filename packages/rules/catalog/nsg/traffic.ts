import { type Cidr, firstAddress, lastAddress } from "@byocni/base/core";

/** A closed interval of addresses or ports. */
export type Interval = readonly [from: bigint, to: bigint];

/** Traffic as a product of intervals: everything that can be combined out of them. IPv4 only. */
export interface Traffic {
  readonly protocol: string;
  readonly source: Interval;
  readonly sourcePort: Interval;
  readonly destination: Interval;
  readonly destinationPort: Interval;
}

export const anyAddress: Interval = [0n, 0xffff_ffffn];
export const anyPort: Interval = [0n, 65535n];

export function intervalOf(cidr: Cidr): Interval {
  return [firstAddress(cidr).value, lastAddress(cidr).value];
}

const dimensions = ["source", "sourcePort", "destination", "destinationPort"] as const;

/** What both have in common. */
export function intersect(a: Traffic, b: Traffic): Traffic | undefined {
  if (a.protocol !== b.protocol) return undefined;
  const parts: Partial<Record<(typeof dimensions)[number], Interval>> = {};
  for (const dimension of dimensions) {
    const [left, right] = [a[dimension], b[dimension]];
    const from = left[0] > right[0] ? left[0] : right[0];
    const to = left[1] < right[1] ? left[1] : right[1];
    if (from > to) return undefined;
    parts[dimension] = [from, to];
  }
  return { ...a, ...parts };
}

/** `a` without `b`, in pieces that do not overlap. */
export function subtract(a: Traffic, b: Traffic): readonly Traffic[] {
  const common = intersect(a, b);
  if (!common) return [a];
  const pieces: Traffic[] = [];
  let rest = a;
  for (const dimension of dimensions) {
    const [from, to] = rest[dimension];
    const [low, high] = common[dimension];
    if (from < low) pieces.push({ ...rest, [dimension]: [from, low - 1n] });
    if (to > high) pieces.push({ ...rest, [dimension]: [high + 1n, to] });
    rest = { ...rest, [dimension]: common[dimension] };
  }
  return pieces;
}
