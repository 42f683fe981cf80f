import type { Clock } from "@byocni/base/core";

/** Slows down the replacement of pods that fail again and again on one node: 1 s, doubling, up to 15 minutes. */
export interface FailedPods {
  /** Milliseconds that a failed pod must still be left alone; asking when it is 0 counts as the next failure. */
  wait(key: string): number;
}

const baseMs = 1000;
const maxMs = 900_000;
const capacity = 20_000;

export function createFailedPods(clock: Clock): FailedPods {
  const records = new Map<string, { readonly delay: number; readonly at: number }>();
  return {
    wait(key) {
      const now = clock.now();
      const last = records.get(key);
      const left = last ? last.at + last.delay - now : 0;
      if (left > 0) return left;
      // Quiet for twice the longest delay: starts over.
      const delay = last && now - last.at <= 2 * maxMs ? Math.min(maxMs, last.delay * 2) : baseMs;
      if (records.size >= capacity) records.clear();
      records.set(key, { delay, at: now });
      return 0;
    },
  };
}
