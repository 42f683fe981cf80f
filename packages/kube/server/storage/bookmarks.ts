import type { Clock, Timer } from "@byocni/base/core";
import type { ClusterStorage } from "./cluster-storage.ts";

const intervalMs = 60_000;

/** Tells watchers from time to time how far they have come, so that they can resume near the end. */
export function startBookmarks(storage: ClusterStorage, clock: Clock): { close(): void } {
  let timer: Timer = clock.setTimer(intervalMs, tick);
  function tick(): void {
    for (const cache of storage.caches()) cache.sendBookmarks();
    timer = clock.setTimer(intervalMs, tick);
  }
  return { close: () => timer.cancel() };
}
