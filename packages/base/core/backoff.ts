import { assert } from "./assert.ts";
import type { Random } from "./random.ts";

export interface BackoffOptions {
  /** The first delay in milliseconds. */
  readonly initialMs: number;
  /** Delays grow up to this, before jitter. */
  readonly maxMs: number;
  /** Each delay is this many times the one before; 2 by default. */
  readonly factor?: number;
  /** Up to this share of a delay is added by chance, so that many who failed together do not come back together. */
  readonly jitter?: number;
  readonly random: Random;
}

/** Delays for attempts that keep failing. */
export interface Backoff {
  /** How long to wait before the next attempt, in whole milliseconds. */
  next(): number;
  /** Starts over, after a success. */
  reset(): void;
}

export function createBackoff(options: BackoffOptions): Backoff {
  const { initialMs, maxMs, factor = 2, jitter = 0.1, random } = options;
  assert(initialMs > 0 && maxMs >= initialMs && factor >= 1 && jitter >= 0, "delays are positive and grow");
  let delay = initialMs;
  return {
    next() {
      const chance = random.int(1_000_000) / 1_000_000;
      const waited = Math.round(delay * (1 + jitter * chance));
      delay = Math.min(maxMs, delay * factor);
      return waited;
    },
    reset() {
      delay = initialMs;
    },
  };
}
