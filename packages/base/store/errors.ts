/** The store (or the host that holds it) was closed. */
export class StoreClosedError extends Error {
  override readonly name = "StoreClosedError";
  constructor(what: string) {
    super(`${what} is closed`);
  }
}

/** A list was asked for at a revision that is still to come. */
export class FutureRevisionError extends Error {
  override readonly name = "FutureRevisionError";
  /** The revision of the latest write. */
  readonly revision: number;
  constructor(asked: number, revision: number) {
    super(`revision ${asked} is still to come, the latest is ${revision}`);
    this.revision = revision;
  }
}

/** Another process (or another host in this one) holds the data file. */
export class StoreLockedError extends Error {
  override readonly name = "StoreLockedError";
  readonly path: string;
  constructor(path: string, cause?: unknown) {
    super(`the data file ${path} is in use by another process`, { cause });
    this.path = path;
  }
}

/** The data file cannot be made, read or written where it is. */
export class StorePathError extends Error {
  override readonly name = "StorePathError";
  readonly path: string;
  constructor(path: string, reason: string, cause?: unknown) {
    super(`the data file ${path} cannot be used: ${reason}`, { cause });
    this.path = path;
  }
}

/** The file is there, but it is not a data file of byocni, or it is damaged, or a later version wrote it. */
export class StoreFormatError extends Error {
  override readonly name = "StoreFormatError";
  readonly path: string;
  constructor(path: string, reason: string, cause?: unknown) {
    super(`${path} ${reason}`, { cause });
    this.path = path;
  }
}

/**
 * There is no room for the data file to grow. The writes under way may be in memory but are not on disk; later writes
 * are refused, and change nothing, until there is room; then everything in memory goes to disk first.
 */
export class StoreFullError extends Error {
  override readonly name = "StoreFullError";
  readonly path: string;
  constructor(path: string, cause?: unknown) {
    super(`there is no room left for the data file ${path}`, { cause });
    this.path = path;
  }
}
