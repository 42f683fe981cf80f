import { CachedObject, type WatchType } from "./cached-object.ts";

/** One change of one object. */
export class CacheEvent {
  readonly revision: number;
  /** Absent when the object was deleted. */
  readonly current: CachedObject | undefined;
  /** Absent when the object was created. */
  readonly previous: CachedObject | undefined;
  #gone: CachedObject | undefined;

  constructor(revision: number, current: CachedObject | undefined, previous: CachedObject | undefined) {
    this.revision = revision;
    this.current = current;
    this.previous = previous;
  }

  /**
   * What a watcher sees, given whether its selector matched before and matches now: an object that leaves a selection
   * is DELETED and shown as it was, with the revision at which it left.
   */
  seenAs(matched: boolean, matches: boolean): { readonly type: WatchType; readonly object: CachedObject } | undefined {
    if (matches && this.current) return { type: matched ? "MODIFIED" : "ADDED", object: this.current };
    return matched ? { type: "DELETED", object: this.#goneObject() } : undefined;
  }

  #goneObject(): CachedObject {
    const last = this.previous as CachedObject;
    this.#gone ??= new CachedObject(
      last.key,
      last.namespace,
      last.name,
      { ...last.value, metadata: { ...(last.value["metadata"] as object), resourceVersion: String(this.revision) } },
      this.revision,
    );
    return this.#gone;
  }
}
