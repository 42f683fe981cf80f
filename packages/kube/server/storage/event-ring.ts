import type { CacheEvent } from "./cache-event.ts";

/** The latest events of a resource in the order of their revisions, for watches that resume. */
export class EventRing {
  readonly #capacity: number;
  #events: CacheEvent[] = [];
  #start = 0;
  #floor: number;

  /** @param floor the revision up to which nothing is known */
  constructor(capacity: number, floor: number) {
    this.#capacity = capacity;
    this.#floor = floor;
  }

  /** Events with a revision up to and including this one are not (all) here. */
  get floor(): number {
    return this.#floor;
  }

  push(event: CacheEvent): void {
    this.#events.push(event);
    if (this.#events.length - this.#start <= this.#capacity) return;
    const oldest = this.#events[this.#start++];
    if (oldest) this.#floor = oldest.revision;
    if (this.#start > this.#capacity) {
      this.#events = this.#events.slice(this.#start);
      this.#start = 0;
    }
  }

  /** Events after the revision. Only meaningful if the revision is not below `floor`. */
  *after(revision: number): Generator<CacheEvent, void, undefined> {
    let low = this.#start;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle] as CacheEvent).revision <= revision) low = middle + 1;
      else high = middle;
    }
    for (; low < this.#events.length; low++) yield this.#events[low] as CacheEvent;
  }
}
