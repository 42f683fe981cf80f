import type { Clock } from "@byocni/base/core";
import type { Script } from "../shell/ast.ts";
import type { Files } from "../files/files.ts";
import { createInput, type FindProgram, runShell } from "../shell/index.ts";

export interface ProcessRequest {
  readonly argv: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly findProgram: FindProgram;
  readonly parse: (text: string) => Script;
  readonly input?: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs a program as a process of its own. @returns its status, or undefined when there is no such program */
export async function runProcess(request: ProcessRequest): Promise<number | undefined> {
  const { argv, environment, cwd, files, clock, signal, findProgram, parse, out, err } = request;
  const program = findProgram(argv[0] ?? "");
  if (!program) return undefined;
  const host = { files, clock, signal, findProgram, parse, meter: { steps: 0 } };
  const streams = { input: createInput(request.input ?? ""), out, err };
  return program({
    argv,
    environment,
    cwd,
    replaces: true,
    files,
    clock,
    signal,
    ...streams,
    async run(words, input) {
      const inner = await runProcess({ ...request, argv: words, ...(input === undefined ? {} : { input }) });
      if (inner !== undefined) return inner;
      err(`${words[0] ?? ""}: not found\n`);
      return 127;
    },
    shell: (script, name, parameters, options) =>
      runShell({ script, name, parameters, environment, cwd, ...(options ? { options } : {}) }, host, streams),
  });
}
