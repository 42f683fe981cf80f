import type { Random } from "@byocni/base/core";

/** Delays in milliseconds: `baseMs` first, doubled each time up to `maxMs`. */
export interface BackoffLimits {
  readonly baseMs: number;
  readonly maxMs: number;
  /** Fraction by which a delay may grow by chance, so that many clients do not come back at once. Default 0. */
  readonly jitter?: number;
}

/** The delay before attempt `failures` + 1 (`failures` ≥ 1). */
export function backoffDelay(limits: BackoffLimits, failures: number, random?: Random): number {
  // 2^30 is far over every limit and keeps the product finite.
  const delay = Math.min(limits.maxMs, limits.baseMs * 2 ** Math.min(30, failures - 1));
  if (!limits.jitter || !random) return delay;
  return delay * (1 + (limits.jitter * random.int(1000)) / 1000);
}
