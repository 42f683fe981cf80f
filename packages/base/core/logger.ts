/** Fields of a log record: small JSON-like values. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The seam for diagnostics of the program itself. The text is constant; what varies goes into the fields. */
export interface Logger {
  debug(text: string, fields?: LogFields): void;
  info(text: string, fields?: LogFields): void;
  warn(text: string, fields?: LogFields): void;
  error(text: string, fields?: LogFields): void;
  /** A logger that adds these fields to every record. */
  with(fields: LogFields): Logger;
}

/** The default of every library: says nothing. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  with: () => silentLogger,
};
