import { createLiveStoreHost } from "../live/live-store-host.ts";
import type { StoreHost } from "../store.ts";

export interface MemoryStoreHostOptions {
  /** Events that each store keeps for watches and for lists of the past; 10,000 by default. */
  readonly historyLimit?: number;
}

/** Stores that are gone when the host is closed: for tests, and for clusters that nobody will miss. */
export function createMemoryStoreHost(options: MemoryStoreHostOptions = {}): StoreHost {
  return createLiveStoreHost({ historyLimit: options.historyLimit });
}
