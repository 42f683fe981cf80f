/** Runs writes to the API, a few at a time, in the order in which they were asked for. */
export interface WriteQueue {
  run<T>(write: () => Promise<T>): Promise<T>;
  /** Settles when nothing is under way or waiting: for work that may come last. */
  idle(): Promise<void>;
}

export function createWriteQueue(concurrency: number): WriteQueue {
  const waiting: (() => void)[] = [];
  let idleWaiters: (() => void)[] = [];
  let running = 0;

  function next(): void {
    running--;
    waiting.shift()?.();
    if (running > 0) return;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiters) resolve();
  }
  return {
    async run(write) {
      if (running >= concurrency) await new Promise<void>((resolve) => void waiting.push(resolve));
      running++;
      try {
        return await write();
      } finally {
        next();
      }
    },
    idle: () =>
      running === 0 && waiting.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => void idleWaiters.push(resolve)),
  };
}
