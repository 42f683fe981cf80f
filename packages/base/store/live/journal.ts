import type { StoreEvent } from "../store.ts";
import type { StoredState } from "./live-state.ts";

/** Where the changes of live stores go to last. Stores are known by name. */
export interface Journal {
  /** What was stored under a name; makes the name if it is not there. */
  load(name: string): StoredState;
  /**
   * Makes a write's changes last; resolves when they do. Changes that could not be stored are kept and stored before
   * any later ones. @throws StoreFullError, StorePathError
   */
  append(name: string, events: readonly StoreEvent[]): Promise<void>;
  /** Stores what could not be stored before. @throws StoreFullError, StorePathError when it still cannot. */
  assertWritable(): void;
  /** Resolves when everything appended so far is stored. */
  flushed(): Promise<void>;
  /** Removes a name with all that is under it. */
  drop(name: string): void;
  names(): readonly string[];
  close(): void;
}
