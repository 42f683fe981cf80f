import { WatchQueue } from "../storage/watch-queue.ts";

/** A stream with one reader that is fed from callbacks. */
export function createQueue<T>(): { push(item: T): void; end(): void; readonly items: AsyncIterable<T> } {
  const queue = new WatchQueue<T>(() => {});
  return { push: (item) => queue.push(item), end: () => queue.end(), items: queue };
}
