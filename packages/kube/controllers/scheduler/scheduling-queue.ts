import type { PodInfo } from "./pod-info.ts";

/** Pods that wait for a node: those to be tried now, by priority and age, and those that were tried in vain. */
export interface SchedulingQueue {
  /** Puts a pod in, or puts its new state in the place of the old; it will be tried. */
  add(info: PodInfo): void;
  /** The next pod to try. It is in neither list until `add` or `park`. */
  pop(): PodInfo | undefined;
  /** Keeps a pod that no node takes, until something changes. */
  park(info: PodInfo): void;
  remove(key: string): void;
  has(key: string): boolean;
  /** Moves a parked pod to those that are tried. */
  unpark(key: string): void;
  /** Parked pods that could go to this node by name, and those that name none. */
  parkedFor(nodeName: string): Iterable<PodInfo>;
  parked(): Iterable<PodInfo>;
  readonly waiting: number;
}

export function createSchedulingQueue(): SchedulingQueue {
  const heap: { readonly info: PodInfo; readonly order: number }[] = [];
  /** The entry of the heap that is valid for a key: older ones are skipped when they come up. */
  const active = new Map<string, number>();
  const parked = new Map<string, PodInfo>();
  /** Keys of parked pods that name their nodes, by node; and of those that do not. */
  const parkedByNode = new Map<string, Set<string>>();
  const parkedAnywhere = new Set<string>();
  let sequence = 0;

  type Entry = (typeof heap)[number];
  const before = (a: Entry, b: Entry): boolean =>
    a.info.priority !== b.info.priority ? a.info.priority > b.info.priority : a.order < b.order;

  function push(entry: Entry): void {
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (!above || !before(entry, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = entry;
  }
  function shift(): Entry | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const left = heap[child];
      if (!left) break;
      const right = heap[child + 1];
      let smaller = left;
      if (right && before(right, left)) {
        smaller = right;
        child++;
      }
      if (!before(smaller, last)) break;
      heap[at] = smaller;
      at = child;
    }
    heap[at] = last;
    return first;
  }
  function unfile(key: string): PodInfo | undefined {
    const info = parked.get(key);
    if (!info) return undefined;
    parked.delete(key);
    parkedAnywhere.delete(key);
    for (const node of info.named ?? []) {
      const keys = parkedByNode.get(node);
      keys?.delete(key);
      if (keys?.size === 0) parkedByNode.delete(node);
    }
    return info;
  }

  const queue: SchedulingQueue = {
    add(info) {
      unfile(info.key);
      const order = sequence++;
      active.set(info.key, order);
      push({ info, order });
    },
    pop() {
      for (let entry = shift(); entry; entry = shift()) {
        if (active.get(entry.info.key) !== entry.order) continue;
        active.delete(entry.info.key);
        return entry.info;
      }
      return undefined;
    },
    park(info) {
      unfile(info.key);
      parked.set(info.key, info);
      if (!info.named) parkedAnywhere.add(info.key);
      for (const node of info.named ?? []) parkedByNode.set(node, (parkedByNode.get(node) ?? new Set()).add(info.key));
    },
    remove(key) {
      active.delete(key);
      unfile(key);
    },
    has: (key) => active.has(key) || parked.has(key),
    unpark(key) {
      const info = parked.get(key);
      if (info) queue.add(info);
    },
    *parkedFor(nodeName) {
      for (const keys of [parkedByNode.get(nodeName), parkedAnywhere]) {
        for (const key of keys ?? []) {
          const info = parked.get(key);
          if (info) yield info;
        }
      }
    },
    parked: () => parked.values(),
    get waiting() {
      return active.size;
    },
  };
  return queue;
}
