/** A set of strings in code-unit order. Built for many appends in order and many reads of ranges. */
export class SortedKeys {
  readonly #keys: string[] = [];

  get size(): number {
    return this.#keys.length;
  }

  add(key: string): void {
    const keys = this.#keys;
    const last = keys[keys.length - 1];
    if (last === undefined || last < key) {
      keys.push(key);
      return;
    }
    const index = this.#lowerBound(key);
    if (keys[index] !== key) keys.splice(index, 0, key);
  }

  delete(key: string): void {
    const index = this.#lowerBound(key);
    if (this.#keys[index] === key) this.#keys.splice(index, 1);
  }

  /** The keys that start with the prefix and come after `after` (exclusive), in order. */
  range(prefix: string, after?: string): readonly string[] {
    const from = after === undefined || after < prefix ? this.#lowerBound(prefix) : this.#upperBound(after);
    let to = from;
    if (from < this.#keys.length) {
      // No key of this system holds U+FFFF, so this bounds the prefix from above.
      to = this.#lowerBound(`${prefix}\uffff`);
    }
    return this.#keys.slice(from, Math.max(from, to));
  }

  #lowerBound(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] as string) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #upperBound(key: string): number {
    const index = this.#lowerBound(key);
    return this.#keys[index] === key ? index + 1 : index;
  }
}
