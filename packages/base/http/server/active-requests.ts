/** The requests under way, each with the controller of its signal. */
export interface ActiveRequests {
  begin(): AbortController;
  /** @param complete false when the client did not get the whole answer: the request's signal is then aborted */
  end(controller: AbortController, complete: boolean): void;
  /** True once `abortAll` was called. */
  readonly closing: boolean;
  /** Aborts the signals of all requests, those to come too. */
  abortAll(): void;
  /** Resolves when none is under way. */
  idle(): Promise<void>;
}

export function createActiveRequests(): ActiveRequests {
  const active = new Set<AbortController>();
  let closing = false;
  let onIdle: (() => void)[] = [];
  const abort = (controller: AbortController): void => controller.abort(new Error("the server closes"));
  return {
    begin() {
      const controller = new AbortController();
      active.add(controller);
      if (closing) abort(controller);
      return controller;
    },
    end(controller, complete) {
      if (!complete) controller.abort(new Error("the client went away"));
      active.delete(controller);
      if (active.size > 0) return;
      for (const resolve of onIdle) resolve();
      onIdle = [];
    },
    get closing() {
      return closing;
    },
    abortAll() {
      closing = true;
      active.forEach(abort);
    },
    idle() {
      if (active.size === 0) return Promise.resolve();
      return new Promise((resolve) => void onIdle.push(resolve));
    },
  };
}
