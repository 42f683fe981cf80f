/** Something that lives long and must be closed; closing twice is the same as once. */
export interface Closeable extends AsyncDisposable {
  close(): Promise<void>;
}

/** Closes what was added, in reverse order, one after the other; every close is tried, the first error is thrown. */
export interface Closer extends Closeable {
  /** Adds a thing to close and returns it. Added after `close`, it is closed at once. */
  add<T extends { close(): Promise<void> | void }>(thing: T): T;
  /** Aborted as soon as `close` is called. */
  readonly signal: AbortSignal;
}

export function createCloser(): Closer {
  const things: { close(): Promise<void> | void }[] = [];
  const controller = new AbortController();
  let closing: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (let thing = things.pop(); thing; thing = things.pop()) {
      try {
        await thing.close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
  return {
    signal: controller.signal,
    add(thing) {
      if (closing) void Promise.resolve(thing.close()).catch(() => {});
      else things.push(thing);
      return thing;
    },
    close() {
      if (!closing) {
        controller.abort(new Error("closed"));
        closing = closeAll();
      }
      return closing;
    },
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
}
