import type { Clock } from "@byocni/base/core";

/** Waits that end early when something happens, and for good when the work is given up. */
export interface Waiting {
  /** Ends after the time, at `wake`, or rejects with the signal's reason. */
  sleep(milliseconds: number): Promise<void>;
  /** Ends at `wake` only. */
  idle(): Promise<void>;
  wake(): void;
}

export function createWaiting(clock: Clock, signal: AbortSignal): Waiting {
  const waiters = new Set<() => void>();
  function wait(milliseconds: number | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const end = (): void => {
        timer?.cancel();
        waiters.delete(end);
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const abort = (): void => {
        timer?.cancel();
        waiters.delete(end);
        reject(signal.reason as Error);
      };
      const timer = milliseconds === undefined ? undefined : clock.setTimer(milliseconds, end);
      waiters.add(end);
      signal.addEventListener("abort", abort, { once: true });
    });
  }
  return {
    sleep: (milliseconds) => wait(milliseconds),
    idle: () => wait(undefined),
    wake() {
      for (const end of Array.from(waiters)) end();
    },
  };
}

/** Settles like the promise, or rejects with the signal's reason if that comes first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
