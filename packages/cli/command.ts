import type { Output } from "./output/index.ts";

/** Options under their long camel-case names; one that can be repeated is a list. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** What a command gets to work with. */
export interface Invocation {
  readonly args: readonly string[];
  readonly options: OptionValues;
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
  /** It can be given several times; its values are a list. */
  readonly repeatable?: boolean;
}

/** A command: one file, one line in the registry. Help, completion and the reference pages come from this value. */
export interface Command {
  /** Words that call it: `cluster create`. */
  readonly path: string;
  readonly summary: string;
  /** In commander's notation: `<name>`, `[file]`, `[words...]`. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  readonly options?: readonly CommandOption[];
  /**
   * Everything after the command is handed on as it is: it belongs to another program (`az`), or the command reads it
   * as another program does (`bicep`). Options are then for the reference pages only.
   */
  readonly passThrough?: boolean;
  /** False: the command prints nothing that `--json` could change. */
  readonly json?: boolean;
  readonly examples?: readonly string[];
  /** Exit codes with a meaning of their own, besides those that all commands have. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /** Returns the exit code, 0 when nothing. Loads what is heavy itself. */
  run(invocation: Invocation): Promise<number | void>;
}

export interface CommandErrorOptions {
  /** What to do about it. */
  readonly hint?: string;
  /** Lines beneath the message: an error tree, a code frame. */
  readonly details?: readonly string[];
  /** The error as `--json` prints it; default: code `CommandError` and the message. */
  readonly body?: object;
  readonly exitCode?: number;
  readonly cause?: unknown;
}

/** A refusal with words for the person at the terminal: what, where, and what to do. Exit code 1 unless given. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  readonly hint: string | undefined;
  readonly details: readonly string[];
  readonly body: object;
  readonly exitCode: number;
  constructor(message: string, options: CommandErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.hint = options.hint;
    this.details = options.details ?? [];
    this.body = options.body ?? { code: this.name, message };
    this.exitCode = options.exitCode ?? 1;
  }
}
