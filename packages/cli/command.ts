import type { Output } from "./output/index.ts";

/** What a command gets to work with. Options are strings or booleans under their long camel-case names. */
export interface Invocation {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly output: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface CommandOption {
  /** In commander's notation: `--port <number>`, `-n, --name <name>`. */
  readonly flags: string;
  readonly description: string;
  readonly default?: string;
  readonly choices?: readonly string[];
  readonly required?: boolean;
}

/** A command: one file, one line in the registry. Help, completion and the reference pages come from this value. */
export interface Command {
  /** Words that call it: `cluster create`. */
  readonly path: string;
  readonly summary: string;
  /** In commander's notation: `<name>`, `[file]`, `[words...]`. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  readonly options?: readonly CommandOption[];
  /** Everything after the command belongs to another program (`az`, `kubectl`). */
  readonly passThrough?: boolean;
  readonly examples?: readonly string[];
  /** Returns the exit code, 0 when nothing. Loads what is heavy itself. */
  run(invocation: Invocation): Promise<number | void>;
}

/** A refusal with words for the person at the terminal: what, where, and what to do. Exit code 1 unless given. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly hint: string | undefined;
  readonly exitCode: number;
  constructor(
    message: string,
    options: { readonly hint?: string; readonly exitCode?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? 1;
  }
}
