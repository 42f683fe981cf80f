import { FileError } from "../files/file-error.ts";
import { normalizePath } from "../files/path.ts";
import { ExitSignal, FlowSignal, type ShellHost, type ShellState, type Streams } from "./shell-state.ts";
import { evaluateTest } from "./test-expression.ts";

export interface BuiltinCall {
  readonly argv: readonly string[];
  readonly state: ShellState;
  readonly host: ShellHost;
  readonly streams: Streams;
  /** Runs a text in this shell: `eval`, `.`. */
  readonly runText: (text: string, streams: Streams) => Promise<number>;
  /** Runs a command by its words, functions and builtins included: `command`, `exec`. */
  readonly runWords: (
    argv: readonly string[],
    streams: Streams,
    extra?: ReadonlyMap<string, string>,
    replaces?: boolean,
  ) => Promise<number>;
}

export type Builtin = (call: BuiltinCall) => number | Promise<number>;

const count = (text: string | undefined, fallback: number): number =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : fallback;

const optionLetters = { e: "errexit", u: "nounset", x: "xtrace" } as const;

function setOptions({ argv, state }: BuiltinCall): number {
  for (let index = 1; index < argv.length; index++) {
    const word = argv[index] ?? "";
    if (word === "--") {
      state.positional = argv.slice(index + 1);
      return 0;
    }
    if (!/^[-+]./.test(word)) {
      state.positional = argv.slice(index);
      return 0;
    }
    const on = word.startsWith("-");
    for (const letter of word.slice(1)) {
      if (letter === "o") {
        const name = argv[++index] ?? "";
        if (name in state.options) state.options[name as keyof typeof state.options] = on;
      } else if (letter in optionLetters) state.options[optionLetters[letter as keyof typeof optionLetters]] = on;
    }
  }
  return 0;
}

function assign(call: BuiltinCall, visit: (name: string, value: string | undefined) => void): number {
  for (const word of call.argv.slice(1)) {
    if (word.startsWith("-")) continue;
    const equals = word.indexOf("=");
    if (equals < 0) visit(word, undefined);
    else visit(word.slice(0, equals), word.slice(equals + 1));
  }
  return 0;
}

function read({ argv, state, streams }: BuiltinCall): number {
  const names = argv.slice(1).filter((word) => !word.startsWith("-"));
  const line = streams.input.readLine();
  const separators = state.variables.get("IFS") ?? " \t\n";
  let rest = line ?? "";
  const isSeparator = (char: string): boolean => separators.includes(char);
  const trimStart = (text: string): string => {
    let start = 0;
    while (start < text.length && isSeparator(text.charAt(start))) start++;
    return text.slice(start);
  };
  if (separators !== "") rest = trimStart(rest);
  const targets = names.length === 0 ? ["REPLY"] : names;
  for (const [index, name] of targets.entries()) {
    if (index === targets.length - 1) {
      state.variables.set(name, separators === "" ? rest : rest.replace(/[ \t\n]+$/, ""));
      break;
    }
    let end = 0;
    while (end < rest.length && !isSeparator(rest.charAt(end))) end++;
    state.variables.set(name, rest.slice(0, end));
    rest = trimStart(rest.slice(end));
  }
  return line === undefined ? 1 : 0;
}

function test(call: BuiltinCall): number {
  const [name = "test", ...words] = call.argv;
  if (name === "[" && words.pop() !== "]") {
    call.streams.err(`${call.state.name}: [: missing ]\n`);
    return 2;
  }
  try {
    const { host, state } = call;
    const isSet = (variable: string): boolean => state.variables.has(variable);
    return evaluateTest(words, { files: host.files, cwd: state.cwd, isSet }) ? 0 : 1;
  } catch (error) {
    call.streams.err(`${call.state.name}: ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

/** `printf` and `echo -e` share these. */
export function interpretEscapes(text: string): string {
  const simple: Readonly<Record<string, string>> = {
    n: "\n",
    t: "\t",
    r: "\r",
    a: "\u0007",
    b: "\b",
    "\\": "\\",
    '"': '"',
  };
  return text.replace(/\\(0[0-7]{0,3}|x[0-9a-fA-F]{1,2}|.)/g, (whole, escape: string) => {
    if (escape.startsWith("0")) return String.fromCharCode(Number.parseInt(escape, 8) || 0);
    if (/^x./.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return simple[escape] ?? whole;
  });
}

function printf({ argv, streams }: BuiltinCall): number {
  const [, format = "", ...values] = argv;
  let rest = values;
  do {
    const before = rest.length;
    const text = interpretEscapes(format).replace(
      /%(-?\d*)(?:\.\d+)?([sdiuxcbq%])/g,
      (_, width: string, kind: string) => {
        if (kind === "%") return "%";
        const [value = "", ...others] = rest;
        rest = others;
        let shown = value;
        if (kind === "b") shown = interpretEscapes(value);
        else if (kind === "c") shown = value.charAt(0);
        else if (kind === "x") shown = (Number(value) || 0).toString(16);
        else if ("diu".includes(kind)) shown = String(Math.trunc(Number(value) || 0));
        else if (kind === "q") shown = /^[\w./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
        const size = Math.abs(Number(width) || 0);
        return width.startsWith("-") ? shown.padEnd(size) : shown.padStart(size);
      },
    );
    streams.out(text);
    if (rest.length === before) break;
  } while (rest.length > 0);
  return 0;
}

function changeDirectory({ argv, state, host, streams }: BuiltinCall): number {
  const target = normalizePath(argv[1] ?? state.variables.get("HOME") ?? "/", state.cwd);
  if (host.files.stat(target)?.kind !== "directory") {
    streams.err(`${state.name}: cd: can't cd to ${argv[1] ?? target}: No such file or directory\n`);
    return 2;
  }
  state.cwd = target;
  state.variables.set("PWD", target);
  return 0;
}

async function source(call: BuiltinCall): Promise<number> {
  const path = call.argv[1] ?? "";
  try {
    return await call.runText(call.host.files.readText(normalizePath(path, call.state.cwd)), call.streams);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    call.streams.err(`${call.state.name}: .: can't open '${path}': ${error.message}\n`);
    return 2;
  }
}

export const builtins: Readonly<Record<string, Builtin>> = {
  ":": () => 0,
  true: () => 0,
  false: () => 1,
  test,
  "[": test,
  set: setOptions,
  read,
  printf,
  cd: changeDirectory,
  ".": source,
  source,
  pwd: ({ state, streams }) => (streams.out(`${state.cwd}\n`), 0),
  echo({ argv, streams }) {
    let words = argv.slice(1);
    let newline = true;
    let escapes = false;
    for (let flag = words[0]; flag !== undefined && /^-[neE]+$/.test(flag); flag = words[0]) {
      if (flag.includes("n")) newline = false;
      escapes = flag.includes("e");
      words = words.slice(1);
    }
    const text = words.join(" ");
    streams.out((escapes ? interpretEscapes(text) : text) + (newline ? "\n" : ""));
    return 0;
  },
  exit({ argv, state }) {
    throw new ExitSignal(count(argv[1], state.status) & 255);
  },
  return({ argv, state }) {
    throw new FlowSignal("return", count(argv[1], state.status));
  },
  break({ argv }) {
    throw new FlowSignal("break", count(argv[1], 1));
  },
  continue({ argv }) {
    throw new FlowSignal("continue", count(argv[1], 1));
  },
  shift({ argv, state }) {
    const steps = count(argv[1], 1);
    if (steps > state.positional.length) return 1;
    state.positional = state.positional.slice(steps);
    return 0;
  },
  export: (call) =>
    assign(call, (name, value) => {
      call.state.exported.add(name);
      if (value !== undefined) call.state.variables.set(name, value);
    }),
  readonly: (call) => assign(call, (name, value) => value !== undefined && call.state.variables.set(name, value)),
  declare: (call) => assign(call, (name, value) => call.state.variables.set(name, value ?? "")),
  local: (call) =>
    assign(call, (name, value) => {
      const frame = call.state.locals.at(-1);
      if (frame && !frame.has(name)) frame.set(name, call.state.variables.get(name));
      call.state.variables.set(name, value ?? "");
    }),
  unset({ argv, state }) {
    for (const name of argv.slice(1)) {
      state.variables.delete(name);
      state.exported.delete(name);
      state.functions.delete(name);
    }
    return 0;
  },
  trap({ argv, state }) {
    const [, action, ...signals] = argv;
    if (signals.some((signal) => signal === "EXIT" || signal === "0"))
      state.exitTrap = action === "-" ? undefined : action;
    return 0;
  },
  umask: () => 0,
  ulimit: () => 0,
  async wait({ state, host }) {
    const { jobs } = state;
    state.jobs = [];
    await Promise.all(jobs);
    // What was waited for may have been killed, and this shell with it.
    host.signal.throwIfAborted();
    return 0;
  },
  hash: () => 0,
  shopt: () => 0,
  alias: () => 0,
  eval: (call) => call.runText(call.argv.slice(1).join(" "), call.streams),
  command(call) {
    const [flag, ...words] = call.argv.slice(1);
    if (flag !== "-v" && flag !== "-V") return call.runWords(call.argv.slice(1), call.streams);
    const known = words.filter((name) => Object.hasOwn(builtins, name) || call.host.findProgram(name) !== undefined);
    for (const name of known) call.streams.out(`${name}\n`);
    return known.length === words.length ? 0 : 127;
  },
  type(call) {
    return call.runWords(["command", "-v", ...call.argv.slice(1)], call.streams);
  },
  async exec(call) {
    if (call.argv.length === 1) return 0;
    throw new ExitSignal(await call.runWords(call.argv.slice(1), call.streams, undefined, true));
  },
};
