import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type BetterSqlite3 from "better-sqlite3";
import { StoreFormatError, StorePathError } from "../errors.ts";
import { translateSqliteError } from "./sqlite-errors.ts";

/** Marks a data file as ours ("bycn"). */
const applicationId = 0x6279636e;
const formatVersion = 2;

/** With row ids: values are some kilobytes long, and a tree that has them between its keys costs twice the time. */
const entriesTable = `
  CREATE TABLE entries (
    space INTEGER NOT NULL, key TEXT NOT NULL, revision INTEGER NOT NULL, create_revision INTEGER NOT NULL,
    value TEXT NOT NULL, PRIMARY KEY (space, key)
  ) STRICT;
`;

const schema = `
  CREATE TABLE spaces (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL) STRICT;
  ${entriesTable}
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};
`;

/** From format 1, whose table of entries had no row ids. */
const upgrade = `
  ALTER TABLE entries RENAME TO old_entries;
  ${entriesTable}
  INSERT INTO entries SELECT space, key, revision, create_revision, value FROM old_entries;
  DROP TABLE old_entries;
  PRAGMA user_version = ${formatVersion};
`;

/**
 * Opens the data file, made if absent (with its directory), and locks it for this process until it is closed.
 * @throws StoreLockedError, StorePathError, StoreFormatError
 */
export function openDataFile(
  Database: typeof BetterSqlite3,
  path: string,
  maxBytes: number | undefined,
): BetterSqlite3.Database {
  let file: BetterSqlite3.Database | undefined;
  try {
    makeFile(path);
    file = new Database(path, { timeout: 0 });
    // Exclusive: one process at a time, and no shared-memory file. The lock is taken by the first access below.
    file.pragma("locking_mode = EXCLUSIVE");
    assertOurs(file, path);
    file.pragma("journal_mode = WAL");
    // In WAL mode a commit survives the death of the process; only a power failure may lose the latest ones.
    file.pragma("synchronous = NORMAL");
    if (maxBytes !== undefined) {
      const pageSize = Number(file.pragma("page_size", { simple: true }));
      file.pragma(`max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSize))}`);
    }
    file.transaction(prepare).exclusive(file);
    return file;
  } catch (error) {
    file?.close();
    throw translateSqliteError(path, error);
  }
}

function prepare(file: BetterSqlite3.Database): void {
  const version = file.pragma("user_version", { simple: true });
  if (version === 0) file.exec(schema);
  else if (version === 1) file.exec(upgrade);
}

function assertOurs(file: BetterSqlite3.Database, path: string): void {
  const id = file.pragma("application_id", { simple: true });
  const version = Number(file.pragma("user_version", { simple: true }));
  const tables = file.prepare("SELECT count(*) FROM sqlite_master").pluck().get();
  if (tables === 0) return;
  if (id !== applicationId) throw new StoreFormatError(path, "belongs to another program");
  if (version > formatVersion) {
    throw new StoreFormatError(path, `was written by a later version of byocni (format ${version})`);
  }
}

/** For its owner only: what is stored may be secret. SQLite gives the files beside it the same permissions. */
function makeFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new StorePathError(path, `it cannot be made or written there (${reason})`, error);
  }
}
