import { createLiveStoreHost } from "../live/live-store-host.ts";
import type { StoreHost } from "../store.ts";
import { openDataFile } from "./data-file.ts";
import { createSqliteJournal } from "./sqlite-journal.ts";

export interface SqliteStoreHostOptions {
  /** The data file, made if absent, as is its directory. SQLite keeps a `-wal` file beside it while it is open. */
  readonly path: string;
  /** Events that each store keeps for watches and for lists of the past; 10,000 by default. */
  readonly historyLimit?: number;
  /** The size beyond which the data file does not grow: writes then fail with StoreFullError. Unlimited by default. */
  readonly maxBytes?: number;
}

/**
 * Stores that last, all in one SQLite file. An acknowledged write survives `kill -9` of the process. History does not
 * outlive the opening of a store: a watch from before answers CompactedError.
 * @throws StoreLockedError, StorePathError, StoreFormatError
 */
export async function createSqliteStoreHost(options: SqliteStoreHostOptions): Promise<StoreHost> {
  const { default: Database } = await import("better-sqlite3");
  const file = openDataFile(Database, options.path, options.maxBytes);
  return createLiveStoreHost({
    historyLimit: options.historyLimit,
    journal: createSqliteJournal(file, options.path),
  });
}
