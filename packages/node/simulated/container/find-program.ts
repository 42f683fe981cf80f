import { baseName, normalizePath } from "../files/path.ts";
import type { Behaviour, ContainerContext } from "../behaviours/behaviour.ts";
import { runForever } from "../behaviours/behaviour.ts";
import type { Files } from "../files/files.ts";
import { programOfContent } from "../images/binary.ts";
import { commonPrograms } from "../programs/index.ts";
import type { FindProgram, Program, ProgramCall } from "../shell/index.ts";

export interface FindProgramDeps {
  readonly files: Files;
  readonly context: ContainerContext;
  /** Programs that are modelled, by name or path. */
  readonly programs: Readonly<Record<string, Behaviour>>;
  /** Whether programs nobody knows are assumed to be there; not for commands that a person gives. */
  readonly assume: boolean;
  /** Whether the container is to run on (an app container, a sidecar), or to end (an init container, a job). */
  readonly daemon: boolean;
  /** Told whenever a program has ended: whether it was one that nobody knows. */
  readonly onEnd?: (assumed: boolean) => void;
}

const shells = new Set(["sh", "bash", "ash", "dash"]);

/** Finds the programs of a container: modelled ones, scripts in its files, common ones; the rest is assumed. */
export function createFindProgram(deps: FindProgramDeps): FindProgram {
  const { files, context, programs, assume, daemon } = deps;
  const modelled = (name: string): Behaviour | undefined =>
    (Object.hasOwn(programs, name) ? programs[name] : undefined) ??
    (Object.hasOwn(programs, baseName(name)) ? programs[baseName(name)] : undefined);

  const noted =
    (program: Program, assumed: boolean): Program =>
    async (call) => {
      const status = await program(call);
      deps.onEnd?.(assumed);
      return status;
    };
  /** A program that nobody knows: as the container's process it runs on; else it has done its work. */
  const assumed: Program = (call) => (call.replaces && daemon ? runForever(call) : 0);

  function script(path: string): Program | undefined {
    if (!files.isRegularFile(path)) return undefined;
    const text = files.readText(path);
    const binary = programOfContent(text);
    if (binary !== undefined) return modelledProgram(binary) ?? commonPrograms[binary];
    return (call) => call.shell(text, call.argv[0] ?? path, call.argv.slice(1));
  }
  function modelledProgram(name: string): Program | undefined {
    const behaviour = modelled(name);
    return behaviour && ((call) => behaviour(call, context));
  }
  /** `sh /path/of/script` where the script is a modelled program, or one that nobody knows. */
  const shellOf =
    (shell: Program): Program =>
    (call: ProgramCall) => {
      const [, first] = call.argv;
      if (first !== undefined && !first.startsWith("-") && !files.isRegularFile(normalizePath(first, call.cwd))) {
        const program = modelledProgram(first) ?? (assume ? assumed : undefined);
        if (program) return program({ ...call, argv: call.argv.slice(1) });
      }
      return shell(call);
    };

  return (name) => {
    const known = modelledProgram(name) ?? (name.includes("/") ? script(name) : undefined);
    if (known) return noted(known, false);
    const base = baseName(name);
    const common = Object.hasOwn(commonPrograms, base) ? commonPrograms[base] : undefined;
    if (common) return noted(shells.has(base) ? shellOf(common) : common, false);
    return assume ? noted(assumed, true) : undefined;
  };
}
