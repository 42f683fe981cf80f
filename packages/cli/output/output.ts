import { styleText } from "node:util";

/** How a command speaks: results go to stdout, talk to stderr. */
export interface Output {
  /** True when the caller asked for JSON. */
  readonly json: boolean;
  /** True when a person watches. */
  readonly interactive: boolean;
  /** A line of the result. Not to be used with `--json`: see {@link Output.result}. */
  line(text?: string): void;
  /** The whole result: as JSON with `--json`, else by the given printer. */
  result(value: unknown, print: () => void): void;
  /** A line of talk, on stderr. */
  note(text: string): void;
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
}

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
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
  const style = (format: "bold" | "dim" | "green" | "yellow" | "red") => (text: string) =>
    colours ? styleText(format, text) : text;
  return {
    json,
    interactive: stdout.isTTY === true,
    line: (text = "") => {
      stdout.write(`${text}\n`);
    },
    result(value, print) {
      if (json) stdout.write(`${JSON.stringify(value, null, 2)}\n`);
      else print();
    },
    note: (text) => {
      stderr.write(`${text}\n`);
    },
    bold: style("bold"),
    dim: style("dim"),
    green: style("green"),
    yellow: style("yellow"),
    red: style("red"),
  };
}
