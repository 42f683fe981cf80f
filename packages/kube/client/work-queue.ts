import { type Clock, type Closeable, type Logger, silentLogger, type Timer } from "@byocni/base/core";
import { backoffDelay, type BackoffLimits } from "./backoff.ts";
import { isConflict } from "./errors.ts";

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** Does the work of one key. What it throws puts the key back, later and later. */
  process(key: string): Promise<void> | void;
  /** How many keys are worked on at a time, default 1. One key is never worked on twice at a time. */
  readonly workers?: number;
  /** Default 5 ms doubling to 1000 s, as upstream's item limiter. */
  readonly backoff?: BackoffLimits;
  readonly logger?: Logger;
}

/**
 * A set of keys waiting for work. A key that is added while it waits is worked on once; one that is added while it is
 * worked on, once more afterwards. Work starts on the next turn of the event loop, so that a burst of events about one
 * key costs one piece of work.
 */
export interface WorkQueue extends Closeable {
  add(key: string): void;
  /** Adds the key in `delayMs`; of several times set for one key, the earliest counts. */
  addAfter(key: string, delayMs: number): void;
  /** Adds the key after its backoff. */
  addRateLimited(key: string): void;
  /** Nothing waits and nothing is worked on (delayed keys do not count). */
  readonly idle: boolean;
  /** How many keys wait. */
  readonly length: number;
}

const defaultBackoff: BackoffLimits = { baseMs: 5, maxMs: 1_000_000 };

export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { clock, workers = 1, backoff = defaultBackoff } = options;
  const logger = options.logger ?? silentLogger;
  const waiting = new Set<string>();
  const active = new Set<string>();
  /** Added while being worked on. */
  const again = new Set<string>();
  const failures = new Map<string, number>();
  const delayed = new Map<string, { readonly due: number; readonly timer: Timer }>();
  let closed = false;
  let scheduled = false;
  let whenIdle: (() => void)[] = [];

  async function work(key: string): Promise<void> {
    try {
      await options.process(key);
      failures.delete(key);
    } catch (error) {
      // Losing against another write is part of optimistic locking.
      const level = isConflict(error) ? "debug" : "warn";
      logger[level]("work failed, will be tried again", { key, error });
      queue.addRateLimited(key);
    } finally {
      active.delete(key);
      if (again.delete(key)) queue.add(key);
      if (waiting.size > 0) start();
      else if (active.size === 0) settleIdle();
    }
  }
  function settleIdle(): void {
    const callbacks = whenIdle;
    whenIdle = [];
    for (const callback of callbacks) callback();
  }
  function start(): void {
    for (const key of waiting) {
      if (active.size >= workers) return;
      waiting.delete(key);
      active.add(key);
      void work(key);
    }
  }
  function schedule(): void {
    if (scheduled || closed) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (!closed) start();
    });
  }

  const queue: WorkQueue = {
    add(key) {
      if (closed) return;
      const timer = delayed.get(key);
      if (timer) {
        timer.timer.cancel();
        delayed.delete(key);
      }
      if (active.has(key)) {
        again.add(key);
        return;
      }
      waiting.add(key);
      schedule();
    },
    addAfter(key, delayMs) {
      if (closed || waiting.has(key)) return;
      if (delayMs <= 0) {
        queue.add(key);
        return;
      }
      const due = clock.now() + delayMs;
      const set = delayed.get(key);
      if (set) {
        if (set.due <= due) return;
        set.timer.cancel();
      }
      const timer = clock.setTimer(delayMs, () => {
        delayed.delete(key);
        queue.add(key);
      });
      delayed.set(key, { due, timer });
    },
    addRateLimited(key) {
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      queue.addAfter(key, backoffDelay(backoff, count));
    },
    get idle() {
      return waiting.size === 0 && active.size === 0;
    },
    get length() {
      return waiting.size;
    },
    async close() {
      closed = true;
      waiting.clear();
      again.clear();
      for (const { timer } of delayed.values()) timer.cancel();
      delayed.clear();
      // Work that has begun comes to its end, so that nothing writes after close.
      if (active.size > 0) await new Promise<void>((resolve) => void whenIdle.push(resolve));
    },
    async [Symbol.asyncDispose]() {
      await queue.close();
    },
  };
  return queue;
}
