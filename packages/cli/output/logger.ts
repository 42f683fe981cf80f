import type { LogFields, Logger } from "@byocni/base/core";

const levels = ["debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof levels)[number];

/** A logger that writes one JSON object a line: time, level, text, fields. Errors are written with their stack. */
export function createLineLogger(write: (line: string) => void, least: LogLevel, fixed: LogFields = {}): Logger {
  const log =
    (level: LogLevel) =>
    (text: string, fields: LogFields = {}) => {
      if (levels.indexOf(level) < levels.indexOf(least)) return;
      const record = { time: new Date().toISOString(), level, text, ...fixed, ...fields };
      write(
        `${JSON.stringify(record, (_key, value: unknown) => (value instanceof Error ? describe(value) : value))}\n`,
      );
    };
  return {
    debug: log("debug"),
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
    with: (fields) => createLineLogger(write, least, { ...fixed, ...fields }),
  };
}

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${describe(error.cause)}` : "";
  return `${error.stack ?? error.message}${cause}`;
}
