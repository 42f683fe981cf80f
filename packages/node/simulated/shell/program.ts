import type { Clock } from "@byocni/base/core";
import type { Files } from "../files/files.ts";

/** What a program may read once: the text that is left of its standard input. */
export interface Input {
  /** All that is left. */
  readAll(): string;
  /** The next line without its newline; undefined at the end. */
  readLine(): string | undefined;
}

/** One call of a program. */
export interface ProgramCall {
  /** The name as called, then the arguments. */
  readonly argv: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly files: Files;
  readonly input: Input;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly clock: Clock;
  /** Aborted when the process is killed. */
  readonly signal: AbortSignal;
  /** The program takes the shell's place (`exec`), or is the process itself. */
  readonly replaces: boolean;
  /** Runs another program with this call's surroundings. */
  readonly run: (argv: readonly string[], input?: string) => Promise<number>;
  /** Runs a script in a new shell with this call's surroundings. */
  readonly shell: (
    script: string,
    name: string,
    parameters: readonly string[],
    options?: {
      readonly errexit?: boolean;
      readonly nounset?: boolean;
      readonly xtrace?: boolean;
      readonly pipefail?: boolean;
    },
  ) => Promise<number>;
}

/** A program: its exit status. */
export type Program = (call: ProgramCall) => number | Promise<number>;

/** Finds a program by the name it is called with; undefined: `not found`. */
export type FindProgram = (name: string) => Program | undefined;

export function createInput(text: string): Input {
  let rest = text;
  return {
    readAll() {
      const all = rest;
      rest = "";
      return all;
    },
    readLine() {
      if (rest === "") return undefined;
      const end = rest.indexOf("\n");
      const line = end < 0 ? rest : rest.slice(0, end);
      rest = end < 0 ? "" : rest.slice(end + 1);
      return line;
    },
  };
}
