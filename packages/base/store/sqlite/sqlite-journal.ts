import { isJsonObject } from "@byocni/base/core";
import type BetterSqlite3 from "better-sqlite3";
import { StoreFormatError } from "../errors.ts";
import type { Journal } from "../live/journal.ts";
import type { StoreEntry, StoreEvent } from "../store.ts";
import { keyOf } from "../live/watchers.ts";
import { translateSqliteError } from "./sqlite-errors.ts";

interface Row {
  readonly key: string;
  readonly revision: number;
  readonly createRevision: number;
  readonly value: string;
}

/** What a space still has to store: the latest state of every key that was written. */
interface Unstored {
  revision: number;
  readonly keys: Map<string, StoreEntry | undefined>;
}

/** The writes of one turn of the event loop, which share a transaction and its outcome. */
interface Turn {
  readonly outcome: Promise<void>;
  settle(error?: unknown): void;
}

/** A journal in an open data file, which it closes. */
export function createSqliteJournal(file: BetterSqlite3.Database, path: string): Journal {
  const findSpace = file.prepare<[string], { id: number; revision: number }>(
    "SELECT id, revision FROM spaces WHERE name = ?",
  );
  const addSpace = file.prepare<[string]>("INSERT INTO spaces (name, revision) VALUES (?, 0)");
  const setRevision = file.prepare<[number, string]>("UPDATE spaces SET revision = ? WHERE name = ?");
  const removeSpace = file.prepare<[number]>("DELETE FROM spaces WHERE id = ?");
  const listSpaces = file.prepare<[], string>("SELECT name FROM spaces").pluck();
  const loadEntries = file.prepare<[number], Row>(
    "SELECT key, revision, create_revision AS createRevision, value FROM entries WHERE space = ?",
  );
  const putEntry = file.prepare<[number, string, number, number, string]>(
    `INSERT INTO entries (space, key, revision, create_revision, value) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET revision = excluded.revision, create_revision = excluded.create_revision,
     value = excluded.value`,
  );
  const removeEntry = file.prepare<[number, string]>("DELETE FROM entries WHERE space = ? AND key = ?");
  const removeEntries = file.prepare<[number]>("DELETE FROM entries WHERE space = ?");

  const unstored = new Map<string, Unstored>();
  let turn: Turn | undefined;
  let failure: unknown;

  const storeAll = file.transaction(() => {
    for (const [name, { revision, keys }] of unstored) {
      const space = findSpace.get(name);
      if (!space) continue;
      for (const [key, entry] of keys) {
        if (!entry) removeEntry.run(space.id, key);
        else putEntry.run(space.id, key, entry.revision, entry.createRevision, JSON.stringify(entry.value));
      }
      setRevision.run(revision, name);
    }
  });
  const dropSpace = file.transaction((name: string) => {
    const space = findSpace.get(name);
    if (!space) return;
    removeEntries.run(space.id);
    removeSpace.run(space.id);
  });

  function guarded<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw translateSqliteError(path, error);
    }
  }

  /** Stores everything in one transaction; what cannot be stored stays for the next attempt. */
  function flush(): void {
    const ending = turn;
    turn = undefined;
    try {
      guarded(() => storeAll());
      unstored.clear();
      failure = undefined;
      ending?.settle();
    } catch (error) {
      failure = error;
      ending?.settle(error);
    }
  }

  function currentTurn(): Turn {
    if (!turn) {
      turn = createTurn();
      setImmediate(() => {
        if (turn) flush();
      });
    }
    return turn;
  }

  return {
    load(name) {
      // A store that was closed a moment ago may still have changes under way.
      if (turn) flush();
      this.assertWritable();
      return guarded(() => {
        if (!findSpace.get(name)) addSpace.run(name);
        const space = findSpace.get(name) ?? { id: 0, revision: 0 };
        return { revision: space.revision, entries: loadEntries.all(space.id).map((row) => parseRow(row, path)) };
      });
    },
    append(name, events) {
      const pending = unstored.get(name) ?? { revision: 0, keys: new Map<string, StoreEntry | undefined>() };
      unstored.set(name, pending);
      for (const event of events) {
        pending.revision = event.revision;
        pending.keys.set(keyOf(event), storedEntry(event));
      }
      return currentTurn().outcome;
    },
    assertWritable() {
      if (failure === undefined) return;
      flush();
      if (failure !== undefined) throw failure;
    },
    async flushed() {
      await turn?.outcome;
      this.assertWritable();
    },
    drop(name) {
      unstored.delete(name);
      guarded(() => dropSpace(name));
    },
    names: () => guarded(() => listSpaces.all()),
    close() {
      if (turn) flush();
      file.close();
    },
  };
}

function createTurn(): Turn {
  let settle: Turn["settle"] = () => {};
  const outcome = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error as Error));
  });
  return { outcome, settle };
}

function storedEntry(event: StoreEvent): StoreEntry | undefined {
  return event.kind === "put" ? event.entry : undefined;
}

function parseRow(row: Row, path: string): StoreEntry {
  const value: unknown = JSON.parse(row.value);
  if (!isJsonObject(value)) throw new StoreFormatError(path, `is damaged: ${row.key} is not an object`);
  return {
    key: row.key,
    value: value as StoreEntry["value"],
    revision: row.revision,
    createRevision: row.createRevision,
  };
}
