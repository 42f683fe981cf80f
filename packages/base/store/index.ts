export {
  CompactedError,
  type Expectation,
  type ListOptions,
  type ListResult,
  type Store,
  type StoreEntry,
  type StoreEvent,
  type StoreHost,
  type WriteOperation,
  type WriteResult,
} from "./store.ts";
export {
  FutureRevisionError,
  StoreClosedError,
  StoreFormatError,
  StoreFullError,
  StoreLockedError,
  StorePathError,
} from "./errors.ts";
export { createMemoryStoreHost, type MemoryStoreHostOptions } from "./memory/memory-store-host.ts";
export { createSqliteStoreHost, type SqliteStoreHostOptions } from "./sqlite/sqlite-store-host.ts";
