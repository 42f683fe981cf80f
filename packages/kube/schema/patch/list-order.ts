import { isJsonObject } from "@byocni/base/core";

/** How elements of a list are told apart. */
export interface ListOrder {
  readonly same: (a: unknown, b: unknown) => boolean;
  /** A text that is equal exactly for the same elements. */
  readonly identity: (item: unknown) => string;
}

/** Merge keys are compared by their text, as the API server does. */
export function sameKey(a: unknown, b: unknown): boolean {
  return String(a) === String(b);
}

export const byValue: ListOrder = {
  same: (a, b) => a === b,
  identity: (item) => `${typeof item}:${String(item)}`,
};

export function byMergeKey(key: string): ListOrder {
  const identity = (item: unknown): string => String(isJsonObject(item) ? item[key] : item);
  return { same: (a, b) => identity(a) === identity(b), identity };
}

/**
 * Orders a merged list: elements that `wanted` names stand in its order; the others keep their order in `live`, and
 * stand before a wanted element only if they stood before it in `live`.
 */
export function orderLists(
  merged: readonly unknown[],
  wanted: readonly unknown[],
  live: readonly unknown[],
  order: ListOrder,
): unknown[] {
  const wantedAt = positions(wanted, order);
  const liveAt = positions(live, order);
  const rank = (at: ReadonlyMap<string, number>, item: unknown): number => at.get(order.identity(item)) ?? Infinity;
  const byRank = (at: ReadonlyMap<string, number>) => (a: unknown, b: unknown) => {
    const [left, right] = [rank(at, a), rank(at, b)];
    return left === right ? 0 : left < right ? -1 : 1;
  };
  const named = merged.filter((item) => wantedAt.has(order.identity(item))).sort(byRank(wantedAt));
  const others = merged.filter((item) => !wantedAt.has(order.identity(item))).sort(byRank(liveAt));
  const out: unknown[] = [];
  let [i, j] = [0, 0];
  while (i < others.length || j < named.length) {
    const takeOther =
      j >= named.length ||
      (i < others.length && liveAt.has(order.identity(named[j])) && rank(liveAt, others[i]) < rank(liveAt, named[j]));
    out.push(takeOther ? others[i++] : named[j++]);
  }
  return out;
}

function positions(list: readonly unknown[], order: ListOrder): ReadonlyMap<string, number> {
  const at = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const identity = order.identity(item);
    if (!at.has(identity)) at.set(identity, index);
  }
  return at;
}
