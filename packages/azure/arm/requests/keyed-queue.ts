/**
 * Runs work on the same key one after the other, in the order in which it came. It stands in front of compare-and-swap,
 * so that a thousand writers of one resource cost a thousand writes and not half a million attempts.
 */
export interface KeyedQueue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = tails.get(key);
      const mine = before ? before.then(work, work) : work();
      const settled = mine.then(
        () => {},
        () => {},
      );
      tails.set(key, settled);
      try {
        return await mine;
      } finally {
        if (tails.get(key) === settled) tails.delete(key);
      }
    },
  };
}
