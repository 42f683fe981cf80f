import { sleep as sleepOn } from "@byocni/base/core";
import { baseName, parentOf } from "../files/path.ts";
import { interpretEscapes } from "../shell/builtins.ts";
import type { Program, ProgramCall } from "../shell/index.ts";
import { attempt, linesOf, pathOf, readArguments } from "./options.ts";

const units: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600, d: 86_400 };
/** The longest time that a timer is set for at once: what is longer waits again. */
const longestWaitMs = 86_400_000;

async function waitFor(call: ProgramCall, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= longestWaitMs) {
    await sleepOn(call.clock, Math.min(left, longestWaitMs), call.signal);
  }
}

const sleep: Program = async (call) => {
  let seconds = 0;
  for (const word of call.argv.slice(1)) {
    if (word === "infinity" || word === "inf") seconds = Number.POSITIVE_INFINITY;
    const match = /^(\d*\.?\d+)([smhd]?)$/.exec(word);
    if (match) seconds += Number(match[1]) * (units[match[2] ?? ""] ?? 1);
    else if (seconds !== Number.POSITIVE_INFINITY) {
      call.err(`sleep: invalid number '${word}'\n`);
      return 1;
    }
  }
  await waitFor(call, seconds * 1000);
  return 0;
};

/** `sh`, `bash`, `ash`, `dash`: `-c text [name args]`, a script file, or standard input. */
const shell: Program = async (call) => {
  const words = call.argv.slice(1);
  const options: { errexit?: boolean; nounset?: boolean; xtrace?: boolean; pipefail?: boolean } = {};
  let text: string | undefined;
  let withText = false;
  while (words[0] !== undefined && /^[-+]./.test(words[0])) {
    const flags = words.shift() ?? "";
    if (flags === "--") break;
    if (flags.startsWith("--")) continue;
    if (flags.includes("c")) withText = true;
    if (flags.includes("e")) options.errexit = true;
    if (flags.includes("u")) options.nounset = true;
    if (flags.includes("x")) options.xtrace = true;
    if (flags.includes("o") && words.shift() === "pipefail") options.pipefail = true;
  }
  let name = call.argv[0] ?? "sh";
  if (withText) {
    if (words[0] === "--") words.shift();
    text = words.shift() ?? "";
    name = words.shift() ?? name;
  } else if (words[0] !== undefined) {
    const file = words.shift() ?? "";
    name = file;
    if (!attempt(call, `can't open '${file}'`, () => void (text = call.files.readText(pathOf(call, file))))) return 2;
  }
  return call.shell(text ?? call.input.readAll(), name, words, options);
};

const date: Program = (call) => {
  const now = new Date(call.clock.now());
  const iso = now.toISOString();
  const format = call.argv.find((word) => word.startsWith("+"));
  if (call.argv.some((word) => word.startsWith("--iso-8601") || word === "-Iseconds")) {
    call.out(`${iso.slice(0, 19)}+00:00\n`);
    return 0;
  }
  const parts: Readonly<Record<string, string>> = {
    Y: iso.slice(0, 4),
    m: iso.slice(5, 7),
    d: iso.slice(8, 10),
    H: iso.slice(11, 13),
    M: iso.slice(14, 16),
    S: iso.slice(17, 19),
    s: String(Math.floor(now.getTime() / 1000)),
    N: `${iso.slice(20, 23)}000000`,
    F: iso.slice(0, 10),
    T: iso.slice(11, 19),
    Z: "UTC",
    z: "+0000",
  };
  if (format === undefined)
    call.out(`${now.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) ([\d:]+) GMT$/, "$1 $3 $2 $5 UTC $4")}\n`);
  else call.out(`${format.slice(1).replace(/%([a-zA-Z])/g, (whole, key: string) => parts[key] ?? whole)}\n`);
  return 0;
};

const env: Program = (call) => {
  const words = call.argv.slice(1);
  const added = new Map(call.environment);
  while (words[0] !== undefined && (/^\w+=/.test(words[0]) || words[0].startsWith("-"))) {
    const word = words.shift() ?? "";
    const equals = word.indexOf("=");
    if (equals > 0) added.set(word.slice(0, equals), word.slice(equals + 1));
  }
  if (words.length > 0) return call.run(words);
  for (const [name, value] of added) call.out(`${name}=${value}\n`);
  return 0;
};

const uname: Program = (call) => {
  const all = call.argv.includes("-a");
  if (call.argv.includes("-m") || call.argv.includes("-p")) call.out("x86_64\n");
  else if (call.argv.includes("-n")) call.out(`${call.environment.get("HOSTNAME") ?? "localhost"}\n`);
  else call.out(all ? `Linux ${call.environment.get("HOSTNAME") ?? "localhost"} x86_64 GNU/Linux\n` : "Linux\n");
  return 0;
};

const xargs: Program = async (call) => {
  const { values, operands } = readArguments(call.argv, ["n", "I", "P"]);
  const command = operands.length === 0 ? ["echo"] : operands;
  const input = call.input.readAll();
  const placeholder = values.get("I");
  if (placeholder !== undefined) {
    let status = 0;
    for (const line of linesOf(input)) {
      status = Math.max(status, await call.run(command.map((word) => word.replaceAll(placeholder, line))));
    }
    return status;
  }
  const words = input.split(/\s+/).filter((word) => word !== "");
  const size = Number(values.get("n") ?? words.length) || 1;
  let status = 0;
  for (let start = 0; start < words.length; start += size) {
    status = Math.max(status, await call.run([...command, ...words.slice(start, start + size)]));
  }
  return status;
};

/** Programs that run others, wait, or tell about the system. */
export const systemPrograms: Readonly<Record<string, Program>> = {
  sleep,
  sh: shell,
  bash: shell,
  ash: shell,
  dash: shell,
  date,
  env,
  uname,
  xargs,
  // The shell's own commands when they are called as programs: by a probe, by `kubectl exec`.
  test: (call) => call.shell('test "$@"', "test", call.argv.slice(1)),
  "[": (call) => call.shell('[ "$@"', "[", call.argv.slice(1)),
  pwd: (call) => (call.out(`${call.cwd}\n`), 0),
  true: () => 0,
  false: () => 1,
  echo: (call) => (call.out(`${call.argv.slice(1).join(" ")}\n`), 0),
  printf: (call) => (call.out(interpretEscapes(call.argv[1] ?? "")), 0),
  printenv(call) {
    const name = call.argv[1];
    if (name === undefined) return env(call);
    const value = call.environment.get(name);
    if (value !== undefined) call.out(`${value}\n`);
    return value === undefined ? 1 : 0;
  },
  hostname: (call) => (call.out(`${call.environment.get("HOSTNAME") ?? "localhost"}\n`), 0),
  whoami: (call) => (call.out("root\n"), 0),
  id: (call) => (
    call.out(call.argv.includes("-u") || call.argv.includes("-g") ? "0\n" : "uid=0(root) gid=0(root)\n"),
    0
  ),
  nproc: (call) => (call.out("2\n"), 0),
  kill: () => 0,
  basename(call) {
    const [, path = "", suffix = ""] = call.argv;
    const name = baseName(path);
    call.out(`${suffix !== "" && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`);
    return 0;
  },
  dirname: (call) => (call.out(`${(call.argv[1] ?? "").includes("/") ? parentOf(call.argv[1] ?? "") : "."}\n`), 0),
  seq(call) {
    const numbers = call.argv.slice(1).map(Number);
    const last = numbers.at(-1) ?? 0;
    const step = numbers.length === 3 ? (numbers[1] ?? 1) : 1;
    for (
      let value = numbers.length > 1 ? (numbers[0] ?? 1) : 1;
      step > 0 ? value <= last : value >= last;
      value += step || 1
    ) {
      call.out(`${value}\n`);
    }
    return 0;
  },
  mktemp(call) {
    const { flags, values, operands } = readArguments(call.argv, ["p"]);
    const directory = values.get("p") ?? "/tmp";
    const template = operands[0] ?? `${directory}/tmp.XXXXXX`;
    for (let number = 1; ; number++) {
      const path = pathOf(call, template.replace(/X{3,}/, number.toString(36).padStart(6, "0")));
      if (call.files.lstat(path)) continue;
      const make = (): void => {
        if (flags.has("d")) call.files.makeDirectory(path, { parents: true });
        else {
          call.files.makeDirectory(parentOf(path), { parents: true });
          call.files.writeFile(path, "", { mode: 0o600 });
        }
      };
      if (!attempt(call, path, make)) return 1;
      call.out(`${path}\n`);
      return 0;
    }
  },
  // They add nothing but a limit or a place: the command itself decides.
  timeout: (call) => call.run(call.argv.slice(call.argv.findIndex((word, at) => at > 0 && /^\d/.test(word)) + 1)),
  nohup: (call) => call.run(call.argv.slice(1)),
  exec: (call) => call.run(call.argv.slice(1)),
  tini: (call) => call.run(call.argv.slice(call.argv.indexOf("--") > 0 ? call.argv.indexOf("--") + 1 : 1)),
  "dumb-init": (call) => call.run(call.argv.slice(call.argv.indexOf("--") > 0 ? call.argv.indexOf("--") + 1 : 1)),
};
