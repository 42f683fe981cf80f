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
