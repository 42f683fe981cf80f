/** Strings in code-unit order. Positions count from 0. */
export interface SortedKeys {
  readonly size: number;
  /** Adds a key that is not there yet. */
  add(key: string): void;
  /** Removes a key that is there. */
  remove(key: string): void;
  /** How many keys come before this one, whether or not it is there. */
  rank(key: string): number;
  /** The keys at positions `[start, end)`. */
  range(start: number, end: number): Iterable<string>;
}

const chunkLimit = 1024;

/**
 * A sorted list in chunks: an insert moves at most one chunk's worth of keys, and a rank sums the sizes of some hundred
 * chunks where there are a hundred thousand keys. Two levels of a B-tree, without the tree.
 */
export function createSortedKeys(initial: Iterable<string> = []): SortedKeys {
  const all = [...initial].sort(byCodeUnit);
  let size = all.length;
  /** Never holds an empty chunk. */
  const chunks: string[][] = [];
  for (let at = 0; at < all.length; at += chunkLimit / 2) chunks.push(all.slice(at, at + chunkLimit / 2));

  /** The first chunk whose last key is not before this one; `chunks.length` if there is none. */
  function chunkOf(key: string): number {
    let low = 0;
    let high = chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((chunks[middle]?.at(-1) ?? "") < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    get size() {
      return size;
    },
    add(key) {
      size++;
      // A key after all others goes to the end of the last chunk.
      const index = Math.min(chunkOf(key), chunks.length - 1);
      const chunk = chunks[index];
      if (!chunk) {
        chunks.push([key]);
        return;
      }
      chunk.splice(lowerBound(chunk, key), 0, key);
      if (chunk.length > chunkLimit) chunks.splice(index + 1, 0, chunk.splice(chunkLimit / 2));
    },
    remove(key) {
      const index = chunkOf(key);
      const chunk = chunks[index];
      const offset = chunk ? lowerBound(chunk, key) : -1;
      if (!chunk || chunk[offset] !== key) return;
      size--;
      chunk.splice(offset, 1);
      const next = chunks[index + 1];
      if (chunk.length === 0) chunks.splice(index, 1);
      else if (next && chunk.length + next.length < chunkLimit / 4) chunks.splice(index, 2, [...chunk, ...next]);
    },
    rank(key) {
      const index = chunkOf(key);
      let before = 0;
      for (let at = 0; at < index; at++) before += chunks[at]?.length ?? 0;
      const chunk = chunks[index];
      return chunk ? before + lowerBound(chunk, key) : before;
    },
    *range(start, end) {
      let position = 0;
      for (const chunk of chunks) {
        if (position >= end) return;
        const from = Math.max(0, start - position);
        const to = Math.min(chunk.length, end - position);
        for (let offset = from; offset < to; offset++) {
          const key = chunk[offset];
          if (key !== undefined) yield key;
        }
        position += chunk.length;
      }
    },
  };
}

/** Order by UTF-16 code units, as `<` has it; never by locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first string that is after every string with this prefix; undefined when there is none. */
export function prefixEnd(prefix: string): string | undefined {
  for (let last = prefix.length - 1; last >= 0; last--) {
    const unit = prefix.charCodeAt(last);
    if (unit < 0xffff) return prefix.slice(0, last) + String.fromCharCode(unit + 1);
  }
  return undefined;
}

function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
