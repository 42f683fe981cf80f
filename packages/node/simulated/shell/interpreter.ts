import { sleep } from "@byocni/base/core";
import { FileError } from "../files/file-error.ts";
import { normalizePath } from "../files/path.ts";
import type { Command, Redirect, Script, Word } from "./ast.ts";
import { evaluateArithmetic } from "./arithmetic.ts";
import { builtins } from "./builtins.ts";
import { createExpander, type Expander } from "./expand.ts";
import { matchesPattern } from "./glob.ts";
import { parseShell } from "./parser.ts";
import { createInput } from "./program.ts";
import { copyState, ExitSignal, FlowSignal, type ShellHost, type ShellState, type Streams } from "./shell-state.ts";
import { ShellSyntaxError } from "./syntax-error.ts";
import { evaluateTest } from "./test-expression.ts";

export interface ShellCall {
  readonly script: string;
  /** `$0` and the parameters. */
  readonly name?: string;
  readonly parameters?: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  readonly cwd?: string;
  readonly options?: Partial<ShellState["options"]>;
}

/** A script that runs this many commands without waiting is made to wait, so that a busy loop cannot hold the process. */
const stepsBetweenWaits = 20_000;

/** Runs a script as a new shell process. @returns its exit status */
export async function runShell(call: ShellCall, host: ShellHost, streams: Streams): Promise<number> {
  const state: ShellState = {
    variables: new Map(call.environment),
    exported: new Set(call.environment.keys()),
    functions: new Map(),
    options: { errexit: false, nounset: false, xtrace: false, pipefail: false, ...call.options },
    positional: call.parameters ?? [],
    name: call.name ?? "sh",
    cwd: call.cwd ?? "/",
    status: 0,
    exitTrap: undefined,
    jobs: [],
    locals: [],
  };
  return finish(createRunner(state, host), state, streams, call.script);
}

async function finish(runner: Runner, state: ShellState, streams: Streams, text: string): Promise<number> {
  let status: number;
  try {
    status = await runner.runText(text, streams);
  } catch (error) {
    if (error instanceof ExitSignal) status = error.status;
    else if (error instanceof FlowSignal) status = error.kind === "return" ? error.count : state.status;
    else if (error instanceof ShellSyntaxError) {
      streams.err(`${state.name}: ${error.line}: ${error.message}\n`);
      return 2;
    } else throw error;
  }
  const { exitTrap } = state;
  if (exitTrap === undefined) return status;
  state.exitTrap = undefined;
  state.status = status;
  await finish(runner, state, streams, exitTrap);
  return status;
}

/** The text of a word that expands to itself. */
function plainWord(word: Word): string | undefined {
  const [only] = word;
  if (word.length !== 1 || only?.kind !== "text") return undefined;
  return only.quoted || !/[*?[]/.test(only.text) ? only.text : undefined;
}

interface Runner {
  runText(text: string, streams: Streams): Promise<number>;
  /** @param tested the status is looked at, so that a failure does not end the shell (`set -e`) */
  list(script: Script, streams: Streams, tested: boolean): Promise<number>;
}

function createRunner(state: ShellState, host: ShellHost): Runner {
  async function meter(): Promise<void> {
    host.signal.throwIfAborted();
    if (++host.meter.steps < stepsBetweenWaits) return;
    host.meter.steps = 0;
    await sleep(host.clock, 1000, host.signal);
  }
  const expander = (streams: Streams): Expander =>
    createExpander(state, host, streams, async (script) => {
      let output = "";
      state.status = await subshell(script, { ...streams, out: (text) => void (output += text) }, false);
      return output;
    });

  async function subshell(script: Script, streams: Streams, tested: boolean): Promise<number> {
    try {
      return await createRunner(copyState(state), host).list(script, streams, tested);
    } catch (error) {
      if (error instanceof ExitSignal) return error.status;
      if (error instanceof FlowSignal) return error.kind === "return" ? error.count : 0;
      throw error;
    }
  }

  /** Applies redirects. @returns the new streams, or undefined when one failed (said on stderr). */
  async function redirect(redirects: readonly Redirect[], before: Streams): Promise<Streams | undefined> {
    let streams = before;
    const { files } = host;
    for (const item of redirects) {
      const target = await expander(streams).text(item.target);
      if (item.operator === "<<" || item.operator === "<<<") {
        streams = { ...streams, input: createInput(item.operator === "<<<" ? `${target}\n` : target) };
        continue;
      }
      if (item.operator === ">&" || item.operator === "<&") {
        const sink = target === "1" ? streams.out : target === "2" ? streams.err : () => {};
        streams = item.descriptor === 2 ? { ...streams, err: sink } : { ...streams, out: sink };
        continue;
      }
      const path = normalizePath(target, state.cwd);
      try {
        if (item.operator === "<") {
          streams = { ...streams, input: createInput(path === "/dev/null" ? "" : files.readText(path)) };
          continue;
        }
        let sink = (text: string): void => files.writeFile(path, text, { append: true });
        if (path === "/dev/null") sink = () => {};
        else if (path === "/dev/stdout" || path === "/proc/1/fd/1") sink = streams.out;
        else if (path === "/dev/stderr" || path === "/proc/1/fd/2") sink = streams.err;
        else files.writeFile(path, "", { append: item.operator === ">>" });
        if (item.descriptor === "both") streams = { ...streams, out: sink, err: sink };
        else streams = item.descriptor === 2 ? { ...streams, err: sink } : { ...streams, out: sink };
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        const verb = item.operator === "<" ? "can't open" : "can't create";
        before.err(`${state.name}: ${verb} ${target}: ${error.message}\n`);
        return undefined;
      }
    }
    return streams;
  }

  async function runWords(
    argv: readonly string[],
    streams: Streams,
    extra?: ReadonlyMap<string, string>,
    replaces = false,
  ): Promise<number> {
    const [name = "", ...args] = argv;
    const body = state.functions.get(name);
    if (body) return withAssigned(extra, () => callFunction(body, args, streams));
    const builtin = Object.hasOwn(builtins, name) ? builtins[name] : undefined;
    if (builtin) return withAssigned(extra, async () => builtin({ argv, state, host, streams, runText, runWords }));
    const program = host.findProgram(name);
    if (!program) {
      streams.err(`${state.name}: ${name}: not found\n`);
      return 127;
    }
    const environment = new Map<string, string>();
    for (const key of state.exported) environment.set(key, state.variables.get(key) ?? "");
    for (const [key, value] of extra ?? []) environment.set(key, value);
    const { files, clock, signal } = host;
    return program({
      argv,
      environment,
      cwd: state.cwd,
      replaces,
      files,
      clock,
      signal,
      input: streams.input,
      out: streams.out,
      err: streams.err,
      run: (words, input) => runWords(words, input === undefined ? streams : { ...streams, input: createInput(input) }),
      shell: (script, shellName, parameters, options) =>
        runShell(
          { script, name: shellName, parameters, environment, cwd: state.cwd, ...(options ? { options } : {}) },
          host,
          streams,
        ),
    });
  }

  /** `NAME=value command`: holds only while a builtin or function runs. */
  async function withAssigned(
    extra: ReadonlyMap<string, string> | undefined,
    action: () => Promise<number>,
  ): Promise<number> {
    if (!extra || extra.size === 0) return action();
    const before = [...extra.keys()].map((name) => [name, state.variables.get(name)] as const);
    for (const [name, value] of extra) state.variables.set(name, value);
    try {
      return await action();
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) state.variables.delete(name);
        else state.variables.set(name, value);
      }
    }
  }

  async function callFunction(body: Command, args: readonly string[], streams: Streams): Promise<number> {
    const before = state.positional;
    state.positional = args;
    state.locals.push(new Map());
    try {
      return await command(body, streams, false);
    } catch (error) {
      if (error instanceof FlowSignal && error.kind === "return") return error.count;
      throw error;
    } finally {
      state.positional = before;
      for (const [name, value] of state.locals.pop() ?? []) {
        if (value === undefined) state.variables.delete(name);
        else state.variables.set(name, value);
      }
    }
  }

  async function simple(item: Command & { kind: "simple" }, before: Streams): Promise<number> {
    // Most words are plain: the machinery of expansion is only made when one is not.
    let made: Expander | undefined;
    const expand = (): Expander => (made ??= expander(before));
    const argv: string[] = [];
    for (const word of item.words) {
      const plain = plainWord(word);
      if (plain === undefined) argv.push(...(await expand().fields(word)));
      else argv.push(plain);
    }
    const assigned = new Map<string, string>();
    state.status = argv.length === 0 ? 0 : state.status;
    for (const { name, value, append } of item.assignments) {
      const text = await expand().text(value);
      assigned.set(name, append ? (state.variables.get(name) ?? "") + text : text);
    }
    const streams = await redirect(item.redirects, before);
    if (!streams) return 1;
    if (state.options.xtrace && argv.length > 0) before.err(`+ ${argv.join(" ")}\n`);
    if (argv.length === 0) {
      for (const [name, value] of assigned) state.variables.set(name, value);
      return state.status;
    }
    return runWords(argv, streams, assigned);
  }

  async function pipeline(item: Command & { kind: "pipeline" }, streams: Streams, tested: boolean): Promise<number> {
    let status = 0;
    let failed = 0;
    let { input } = streams;
    for (const [index, part] of item.commands.entries()) {
      if (item.commands.length === 1) {
        status = await command(part, streams, true);
        continue;
      }
      let output = "";
      const out = index === item.commands.length - 1 ? streams.out : (text: string) => void (output += text);
      status = await subshell([{ command: part, background: false }], { ...streams, input, out }, tested);
      if (status !== 0) failed = status;
      input = createInput(output);
    }
    if (state.options.pipefail && status === 0) status = failed;
    if (!item.negated) return status;
    return status === 0 ? 1 : 0;
  }

  /** Runs the body of a loop once. @returns false when the loop is to be left. */
  async function iteration(body: Script, streams: Streams, tested: boolean): Promise<boolean> {
    try {
      await list(body, streams, tested);
      return true;
    } catch (error) {
      if (!(error instanceof FlowSignal) || error.kind === "return") throw error;
      if (error.count > 1) {
        error.count--;
        throw error;
      }
      return error.kind === "continue";
    }
  }

  async function compound(item: Command, streams: Streams, tested: boolean): Promise<number> {
    switch (item.kind) {
      case "group":
        return item.subshell ? subshell(item.body, streams, tested) : list(item.body, streams, tested);
      case "if": {
        for (const { condition, body } of item.branches) {
          if ((await list(condition, streams, true)) === 0) return list(body, streams, tested);
        }
        return item.otherwise ? list(item.otherwise, streams, tested) : 0;
      }
      case "loop": {
        state.status = 0;
        for (;;) {
          await meter();
          const holds = (await list(item.condition, streams, true)) === 0;
          if (holds === item.until || !(await iteration(item.body, streams, tested))) return 0;
        }
      }
      case "for": {
        const expand = expander(streams);
        const values: string[] = [];
        if (item.words) for (const word of item.words) values.push(...(await expand.fields(word)));
        else values.push(...state.positional);
        state.status = 0;
        for (const value of values) {
          state.variables.set(item.name, value);
          if (!(await iteration(item.body, streams, tested))) return 0;
        }
        return state.status;
      }
      case "case": {
        const expand = expander(streams);
        const subject = await expand.text(item.subject);
        for (const { patterns, body } of item.branches) {
          for (const pattern of patterns) {
            if (matchesPattern(await expand.pattern(pattern), subject)) return list(body, streams, tested);
          }
        }
        return 0;
      }
      case "condition":
        return condition(item, streams);
      case "arithmetic": {
        const text = await expander(streams).text(item.expression);
        const value = evaluateArithmetic(
          text,
          (name) => state.variables.get(name) ?? "",
          (name, result) => state.variables.set(name, result),
        );
        return value === 0 ? 1 : 0;
      }
      default:
        return 0;
    }
  }

  async function condition(item: Command & { kind: "condition" }, streams: Streams): Promise<number> {
    const expand = expander(streams);
    const words: string[] = [];
    for (const [index, word] of item.words.entries()) {
      const operator = words[index - 1];
      const asPattern = operator === "=" || operator === "==" || operator === "!=";
      if (!asPattern) words.push(await expand.text(word));
      else {
        // Quoted characters of the right side are literal: they are escaped for the pattern.
        const chars = await expand.pattern(word);
        words.push(
          chars
            .map((item2) => (item2.literal && /[*?[\]\\]/.test(item2.char) ? `\\${item2.char}` : item2.char))
            .join(""),
        );
      }
    }
    const matches = (text: string, pattern: string): boolean => {
      const chars: { char: string; literal: boolean }[] = [];
      for (let at = 0; at < pattern.length; at++) {
        const literal = pattern.charAt(at) === "\\";
        if (literal) at++;
        chars.push({ char: pattern.charAt(at), literal });
      }
      return matchesPattern(chars, text);
    };
    try {
      const isSet = (name: string): boolean => state.variables.has(name);
      return evaluateTest(words, { files: host.files, cwd: state.cwd, isSet, matches }) ? 0 : 1;
    } catch (error) {
      streams.err(`${state.name}: [[: ${error instanceof Error ? error.message : String(error)}\n`);
      return 2;
    }
  }

  async function command(item: Command, streams: Streams, tested: boolean): Promise<number> {
    await meter();
    switch (item.kind) {
      case "simple":
        state.status = await simple(item, streams);
        break;
      case "pipeline":
        state.status = await pipeline(item, streams, tested || item.negated);
        break;
      case "and-or": {
        const left = await command(item.left, streams, true);
        const goOn = item.operator === "&&" ? left === 0 : left !== 0;
        if (goOn) return command(item.right, streams, tested);
        return left;
      }
      case "function":
        state.functions.set(item.name, item.body);
        state.status = 0;
        break;
      default: {
        const inner = await redirect(item.redirects, streams);
        state.status = inner ? await compound(item, inner, tested) : 1;
        // What failed inside has already ended the shell where it should.
        return state.status;
      }
    }
    const exempt = tested || (item.kind === "pipeline" && item.negated);
    if (state.status !== 0 && state.options.errexit && !exempt) throw new ExitSignal(state.status);
    return state.status;
  }

  async function list(script: Script, streams: Streams, tested: boolean): Promise<number> {
    for (const step of script) {
      if (step.background) {
        // Nobody waits for it; what it throws (a kill) ends it alone.
        state.jobs.push(subshell([{ command: step.command, background: false }], streams, false).catch(() => {}));
        state.status = 0;
        continue;
      }
      await command(step.command, streams, tested);
    }
    return state.status;
  }

  async function runText(text: string, streams: Streams): Promise<number> {
    return list((host.parse ?? parseShell)(text), streams, false);
  }

  return { runText, list };
}
