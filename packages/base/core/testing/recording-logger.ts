import type { LogFields, Logger } from "../logger.ts";

export interface LogRecord {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly text: string;
  readonly fields: LogFields;
}

/** Keeps what is logged, so that a test can look at it. */
export interface RecordingLogger extends Logger {
  /** In the order in which they were logged; loggers made by `with` record here too. */
  readonly records: readonly LogRecord[];
}

export function createRecordingLogger(): RecordingLogger {
  const records: LogRecord[] = [];
  function logger(bound: LogFields): Logger {
    const at =
      (level: LogRecord["level"]) =>
      (text: string, fields: LogFields = {}): void =>
        void records.push({ level, text, fields: { ...bound, ...fields } });
    return {
      debug: at("debug"),
      info: at("info"),
      warn: at("warn"),
      error: at("error"),
      with: (fields) => logger({ ...bound, ...fields }),
    };
  }
  return { ...logger({}), records };
}
