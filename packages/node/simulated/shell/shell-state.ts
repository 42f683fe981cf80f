import type { Clock } from "@byocni/base/core";
import type { Files } from "../files/files.ts";
import type { Command, Script } from "./ast.ts";
import type { FindProgram, Input } from "./program.ts";

export interface ShellOptions {
  errexit: boolean;
  nounset: boolean;
  xtrace: boolean;
  pipefail: boolean;
}

/** What one shell process knows. A subshell gets a copy. */
export interface ShellState {
  readonly variables: Map<string, string>;
  readonly exported: Set<string>;
  readonly functions: Map<string, Command>;
  readonly options: ShellOptions;
  positional: readonly string[];
  /** `$0`. */
  readonly name: string;
  cwd: string;
  status: number;
  /** What was started with `&` and may be waited for. */
  jobs: Promise<unknown>[];
  /** Text of the EXIT trap. */
  exitTrap: string | undefined;
  /** Variables to restore when the function returns; one list a running function. */
  readonly locals: Map<string, string | undefined>[];
}

/** What a shell runs on. */
export interface ShellHost {
  readonly files: Files;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly findProgram: FindProgram;
  /** Reads a script; given where many processes run the same ones, so that each is read once. */
  readonly parse?: (text: string) => Script;
  /** Shared by all shells of a process tree: how many commands ran since the last wait. */
  readonly meter: { steps: number };
}

export interface Streams {
  readonly input: Input;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export function copyState(state: ShellState): ShellState {
  return {
    ...state,
    variables: new Map(state.variables),
    exported: new Set(state.exported),
    functions: new Map(state.functions),
    options: { ...state.options },
    exitTrap: undefined,
    jobs: [],
    locals: [],
  };
}

/** `exit`: ends the shell. */
export class ExitSignal extends Error {
  readonly status: number;
  constructor(status: number) {
    super("exit");
    this.status = status;
  }
}

/** `return`, `break` and `continue`. */
export class FlowSignal extends Error {
  readonly kind: "return" | "break" | "continue";
  /** The status to return, or how many loops to leave. */
  count: number;
  constructor(kind: "return" | "break" | "continue", count: number) {
    super(kind);
    this.kind = kind;
    this.count = count;
  }
}
