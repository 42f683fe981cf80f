import { StoreFormatError, StoreFullError, StoreLockedError, StorePathError } from "../errors.ts";

/**
 * What SQLite's result codes say in the store's own terms (https://www.sqlite.org/rescode.html); errors that are not
 * about the data file come back as they are.
 */
export function translateSqliteError(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return new StoreLockedError(path, error);
  if (code === "SQLITE_NOTADB") return new StoreFormatError(path, "is not a data file of byocni", error);
  if (code.startsWith("SQLITE_CORRUPT")) return new StoreFormatError(path, "is damaged", error);
  if (code === "SQLITE_FULL") return new StoreFullError(path, error);
  if (code.startsWith("SQLITE_READONLY")) return new StorePathError(path, "it is read-only", error);
  if (code.startsWith("SQLITE_CANTOPEN")) return new StorePathError(path, "it cannot be opened", error);
  if (code.startsWith("SQLITE_IOERR")) return new StorePathError(path, `input or output failed (${code})`, error);
  return error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
