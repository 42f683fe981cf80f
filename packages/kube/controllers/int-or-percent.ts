import type { IntOrString } from "@byocni/kube/client";

/** A count, or a percentage of `total` (`25%`), rounded as told. Unreadable text counts as 0. */
export function scaledValue(value: IntOrString | undefined, total: number, rounding: "up" | "down"): number {
  if (value === undefined) return 0;
  if (typeof value === "number") return value;
  const match = /^(\d+)%$/.exec(value);
  if (!match) return Number.parseInt(value, 10) || 0;
  const exact = (Number(match[1]) * total) / 100;
  return rounding === "up" ? Math.ceil(exact) : Math.floor(exact);
}
