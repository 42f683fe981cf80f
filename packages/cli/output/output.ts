import { styleText } from "node:util";
import { type LiveLines, type Terminal, createLiveLines } from "./live-lines.ts";

/** How a piece of text looks on a terminal. */
export interface Styles {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
  magenta(text: string): string;
  cyan(text: string): string;
}

/** How a command speaks: results go to stdout, talk to stderr. */
export interface Output extends Styles {
  /** True when the caller asked for JSON. */
  readonly json: boolean;
  /** True when a person watches. */
  readonly interactive: boolean;
  /** A line of the result. Not to be used with `--json`: see {@link Output.result}. */
  line(text?: string): void;
  /** Text of the result as it is, without a line end of ours. */
  write(text: string): void;
  /** The whole result: as JSON with `--json`, else by the given printer. */
  result(value: unknown, print: () => void): void;
  /** A line of talk, on stderr. */
  note(text: string): void;
  /** Lines of the result that change while a person watches. Only where `interactive` is true. */
  live(): LiveLines;
}

interface Stream extends Terminal {
  readonly isTTY?: boolean;
}

const formats = ["bold", "dim", "green", "yellow", "red", "magenta", "cyan"] as const;

/** Text without any looks. */
export const plainStyles: Styles = stylesOf((_format, text) => text);

function stylesOf(apply: (format: (typeof formats)[number], text: string) => string): Styles {
  const entries = formats.map((format) => [format, (text: string) => apply(format, text)] as const);
  return Object.fromEntries(entries) as unknown as Styles;
}

/** An output on two streams. Colours only for a terminal, and never with NO_COLOR set. */
export function createOutput(options: {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly json: boolean;
  readonly noColor: boolean;
}): Output {
  const { stdout, stderr, json } = options;
  const colours = stdout.isTTY === true && !options.noColor;
  return {
    ...(colours
      ? stylesOf((format, text) => (text === "" ? "" : styleText(format, text, { validateStream: false })))
      : plainStyles),
    json,
    interactive: stdout.isTTY === true,
    line: (text = "") => {
      stdout.write(`${text}\n`);
    },
    write: (text) => {
      stdout.write(text);
    },
    result(value, print) {
      if (json) stdout.write(`${JSON.stringify(value, null, 2)}\n`);
      else print();
    },
    note: (text) => {
      stderr.write(`${text}\n`);
    },
    live: () => createLiveLines(stdout),
  };
}
