import { assert } from "../assert.ts";
import type { Clock } from "../clock.ts";

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /**
   * Moves time forward. Timers that come due fire in the order of their times (those set meanwhile too), and what
   * they started settles before the next one fires. `advance(0)` fires what is due now.
   */
  advance(ms: number): Promise<void>;
  /** How many timers are set and have not fired. */
  readonly pending: number;
}

/** More firings than this in one `advance` is a timer that sets itself again with no delay. */
const maxFirings = 1_000_000;

// Taken at import, so that a test that fakes the global timers does not stop this clock.
const nextTurn = setImmediate;

/** Promises that are ready run before the next turn; the second turn covers work that itself waits for one turn. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => void nextTurn(resolve));
}

/** @param start milliseconds since the epoch; by default the start of 2026 in UTC. */
export function createFakeClock(start: number = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start;
  const timers = new Set<{ readonly due: number; readonly callback: () => void }>();

  function earliest(until: number) {
    let first: { readonly due: number; readonly callback: () => void } | undefined;
    // Insertion order breaks ties, as with the machine's timers.
    for (const timer of timers) if (timer.due <= until && (!first || timer.due < first.due)) first = timer;
    return first;
  }

  return {
    now: () => now,
    setTimer(delayMs, callback) {
      const timer = { due: now + Math.max(0, delayMs), callback };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
    async advance(ms) {
      assert(ms >= 0, "time does not go backwards");
      const target = now + ms;
      await settle();
      let firings = 0;
      for (let timer = earliest(target); timer; timer = earliest(target)) {
        assert(++firings <= maxFirings, "a timer sets itself again for ever");
        timers.delete(timer);
        now = Math.max(now, timer.due);
        timer.callback();
        await settle();
      }
      now = Math.max(now, target);
    },
    get pending() {
      return timers.size;
    },
  };
}
