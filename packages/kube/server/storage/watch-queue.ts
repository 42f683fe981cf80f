/** A stream with one reader: what is pushed is read in order; after `end` the reader gets what is left, then stops. */
export class WatchQueue<T> implements AsyncIterable<T> {
  #items: T[] = [];
  #next = 0;
  #ended = false;
  #wake: (() => void) | undefined;
  readonly #onEnd: (() => void)[];

  /** @param onEnd called once, when the stream ends for whatever reason */
  constructor(onEnd: () => void) {
    this.#onEnd = [onEnd];
  }

  /** Adds something to do when the stream ends; at once if it has. */
  onEnd(callback: () => void): void {
    if (this.#ended) callback();
    else this.#onEnd.push(callback);
  }

  /** How many items wait for the reader. */
  get backlog(): number {
    return this.#items.length - this.#next;
  }

  push(item: T): void {
    if (this.#ended) return;
    this.#items.push(item);
    this.#wake?.();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const callback of this.#onEnd) callback();
    this.#wake?.();
  }

  [Symbol.asyncIterator](): AsyncIterator<T, void, undefined> {
    return this.mapped((item) => item)[Symbol.asyncIterator]();
  }

  /** The stream with each item changed as it is read. Written by hand: a generator costs several turns an item. */
  mapped<U>(map: (item: T) => U): AsyncIterable<U> {
    const next = async (): Promise<IteratorResult<U, void>> => {
      while (this.#next >= this.#items.length) {
        if (this.#ended) return { done: true, value: undefined };
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
      return { done: false, value: map(this.#take()) };
    };
    const stop = (): Promise<IteratorResult<U, void>> => {
      this.end();
      this.#items = [];
      this.#next = 0;
      return Promise.resolve({ done: true, value: undefined });
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
  }

  #take(): T {
    const item = this.#items[this.#next++] as T;
    if (this.#next === this.#items.length) {
      this.#items = [];
      this.#next = 0;
    } else if (this.#next > 1024 && this.#next * 2 > this.#items.length) {
      this.#items.splice(0, this.#next);
      this.#next = 0;
    }
    return item;
  }
}
