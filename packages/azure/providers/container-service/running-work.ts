import type { OperationContext, OperationRunner } from "@byocni/azure/arm";
import { aksFaults } from "./errors.ts";

/** The work under way on clusters and pools, so that `abort` can end it. */
export interface RunningWork {
  /** An operation that `abort` on the same resource ends. */
  abortable(run: OperationRunner): OperationRunner;
  /** @returns false when nothing runs on the resource */
  abort(key: string): boolean;
}

export function createRunningWork(): RunningWork {
  const running = new Map<string, AbortController>();
  return {
    abortable: (run) => async (operation) => {
      const controller = new AbortController();
      running.set(operation.id.key, controller);
      const signal = AbortSignal.any([operation.signal, controller.signal]);
      const aborted = new Promise<never>((_, reject) => {
        controller.signal.addEventListener("abort", () => reject(aksFaults.OperationAborted()), { once: true });
      });
      try {
        // Work that does not look at its signal ends in the background; what it did is made whole by the next change.
        return await Promise.race([run(withSignal(operation, signal)), aborted]);
      } finally {
        if (running.get(operation.id.key) === controller) running.delete(operation.id.key);
      }
    },
    abort(key) {
      const controller = running.get(key);
      controller?.abort(new Error("aborted by the user"));
      return controller !== undefined;
    },
  };
}

function withSignal(operation: OperationContext, signal: AbortSignal): OperationContext {
  return Object.create(operation, { signal: { value: signal, enumerable: true } }) as OperationContext;
}
