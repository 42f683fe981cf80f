import { createHash } from "node:crypto";
import { FileError } from "../files/file-error.ts";
import type { Program, ProgramCall } from "../shell/index.ts";
import { attempt, linesOf, pathOf, readArguments, readKnownOrAssumed, readOperands } from "./options.ts";
import { convertRegExp } from "./sed.ts";

const cat: Program = (call) => {
  const operands = readArguments(call.argv).operands;
  if (operands.length === 0) {
    call.out(call.input.readAll());
    return 0;
  }
  let status = 0;
  for (const operand of operands) {
    if (operand === "-") call.out(call.input.readAll());
    else if (!attempt(call, `can't open '${operand}'`, () => call.out(readKnownOrAssumed(call, pathOf(call, operand)))))
      status = 1;
  }
  return status;
};

const grep: Program = (call) => {
  const { flags, values, operands } = readArguments(call.argv, ["e", "m", "A", "B", "C"]);
  const pattern = values.get("e") ?? operands.shift() ?? "";
  const extended = flags.has("E") || call.argv[0] === "egrep";
  const source = flags.has("F") ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : convertRegExp(pattern, extended);
  const word = flags.has("w") ? `\\b(?:${source})\\b` : source;
  const expression = new RegExp(flags.has("x") ? `^(?:${word})$` : word, flags.has("i") ? "i" : "");
  let matched = 0;
  const names = operands.length === 0 ? ["-"] : operands;
  for (const name of names) {
    let text = "";
    if (name === "-") text = call.input.readAll();
    else if (!attempt(call, name, () => void (text = call.files.readText(pathOf(call, name))))) continue;
    const lines = linesOf(text);
    let found = 0;
    for (const [index, line] of lines.entries()) {
      if (expression.test(line) === flags.has("v")) continue;
      found++;
      if (flags.has("q") || flags.has("c") || flags.has("l")) continue;
      const prefix = (names.length > 1 ? `${name}:` : "") + (flags.has("n") ? `${index + 1}:` : "");
      call.out(`${prefix}${flags.has("o") ? (expression.exec(line)?.[0] ?? "") : line}\n`);
      if (found >= Number(values.get("m") ?? Number.POSITIVE_INFINITY)) break;
    }
    if (flags.has("c")) call.out(`${names.length > 1 ? `${name}:` : ""}${found}\n`);
    if (flags.has("l") && found > 0) call.out(`${name}\n`);
    matched += found;
  }
  return matched > 0 ? 0 : 1;
};

/** A program that turns its whole input into its whole output. */
function filter(
  withValue: readonly string[],
  transform: (text: string, args: ReturnType<typeof readArguments>, call: ProgramCall) => string,
): Program {
  return (call) => {
    const args = readArguments(call.argv, withValue);
    const text = readOperands(call, args.operands);
    if (text === undefined) return 1;
    call.out(transform(text, args, call));
    return 0;
  };
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

function lineCount(args: ReturnType<typeof readArguments>, call: ProgramCall): string {
  return args.values.get("n") ?? /^-(\d+)$/.exec(call.argv[1] ?? "")?.[1] ?? "10";
}

const tr: Program = (call) => {
  const { flags, operands } = readArguments(call.argv);
  const expand = (text: string): string[] => {
    const plain = text
      .replace(/\\n/g, "\n")
      .replace(/\\t/g, "\t")
      .replace(/\[:upper:\]/g, "A-Z")
      .replace(/\[:lower:\]/g, "a-z")
      .replace(/\[:digit:\]/g, "0-9")
      .replace(/\[:space:\]/g, " \t\n\r");
    return Array.from(
      plain.replace(/(.)-(.)/gs, (_, from: string, to: string) => {
        let range = "";
        for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++) range += String.fromCharCode(code);
        return range;
      }),
    );
  };
  const from = expand(operands[0] ?? "");
  const to = expand(operands[1] ?? "");
  const text = call.input.readAll();
  if (flags.has("d"))
    call.out(
      Array.from(text)
        .filter((char) => from.includes(char) === flags.has("c"))
        .join(""),
    );
  else {
    let output = "";
    for (const char of text) {
      const index = from.indexOf(char);
      const mapped = index < 0 || to.length === 0 ? char : (to[Math.min(index, to.length - 1)] ?? char);
      if (flags.has("s") && (to.length > 0 ? to : from).includes(mapped) && output.endsWith(mapped)) continue;
      output += mapped;
    }
    call.out(output);
  }
  return 0;
};

const tee: Program = (call) => {
  const { flags, operands } = readArguments(call.argv);
  const text = call.input.readAll();
  call.out(text);
  let status = 0;
  for (const operand of operands) {
    const write = (): void => call.files.writeFile(pathOf(call, operand), text, { append: flags.has("a") });
    if (operand !== "/dev/null" && !attempt(call, operand, write)) status = 1;
  }
  return status;
};

/** `awk '{print $2, $1}'`, with `-F` and a `/pattern/` before the braces; anything else is refused. */
const awk: Program = (call) => {
  const { values, operands } = readArguments(call.argv, ["F", "v"]);
  const program = operands.shift() ?? "";
  const match = /^\s*(?:\/((?:[^/\\]|\\.)*)\/)?\s*\{\s*print\s*([^}]*)\}\s*$/.exec(program);
  if (!match) {
    call.err(`awk: unsupported program: ${program}\n`);
    return 2;
  }
  const [, pattern, list = ""] = match;
  const text = readOperands(call, operands);
  if (text === undefined) return 2;
  const separator = values.get("F");
  for (const line of linesOf(text)) {
    if (pattern !== undefined && !new RegExp(pattern).test(line)) continue;
    const fields = separator === undefined ? line.trim().split(/\s+/) : line.split(separator);
    const valueOf = (item: string): string => {
      const field = /^\$(\d+|NF)$/.exec(item)?.[1];
      if (field === "0") return line;
      if (field !== undefined) return fields[(field === "NF" ? fields.length : Number(field)) - 1] ?? "";
      return item.replace(/^"(.*)"$/s, "$1");
    };
    call.out(
      `${
        list.trim() === ""
          ? line
          : list
              .split(",")
              .map((item) => valueOf(item.trim()))
              .join(" ")
      }\n`,
    );
  }
  return 0;
};

const digest =
  (algorithm: string): Program =>
  (call) => {
    const operands = readArguments(call.argv).operands;
    const hash = (data: Uint8Array | string): string => createHash(algorithm).update(data).digest("hex");
    if (operands.length === 0) call.out(`${hash(call.input.readAll())}  -\n`);
    let status = 0;
    for (const operand of operands) {
      const show = (): void => call.out(`${hash(call.files.readBytes(pathOf(call, operand)))}  ${operand}\n`);
      if (!attempt(call, `can't open '${operand}'`, show)) status = 1;
    }
    return status;
  };

const cmp: Program = (call) => {
  const { operands } = readArguments(call.argv);
  const [a = "", b = ""] = operands;
  try {
    const left = call.files.readBytes(pathOf(call, a));
    const right = call.files.readBytes(pathOf(call, b));
    if (Buffer.compare(left, right) === 0) return 0;
    if (call.argv[0] === "diff" && !call.argv.includes("-q")) call.out(`--- ${a}\n+++ ${b}\n`);
    else if (!call.argv.includes("-s"))
      call.out(call.argv[0] === "diff" ? `Files ${a} and ${b} differ\n` : `${a} ${b} differ: char 1, line 1\n`);
    return 1;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    call.err(`${call.argv[0] ?? ""}: ${error.path}: ${error.message}\n`);
    return 2;
  }
};

/** Programs that read, choose and change text. */
export const textPrograms: Readonly<Record<string, Program>> = {
  cat,
  grep,
  egrep: grep,
  tr,
  tee,
  awk,
  cmp,
  diff: cmp,
  md5sum: digest("md5"),
  sha256sum: digest("sha256"),
  head: filter(["n", "c"], (text, args, call) => {
    const bytes = args.values.get("c");
    if (bytes !== undefined) return text.slice(0, Number(bytes));
    return joined(linesOf(text).slice(0, Number(lineCount(args, call))));
  }),
  tail: filter(["n", "c"], (text, args, call) => {
    const count = lineCount(args, call);
    const lines = linesOf(text);
    return joined(count.startsWith("+") ? lines.slice(Number(count) - 1) : lines.slice(-Number(count)));
  }),
  sort: filter(["k", "t"], (text, { flags }) => {
    let lines = linesOf(text).toSorted((a, b) =>
      flags.has("n") ? Number.parseFloat(a) - Number.parseFloat(b) : a < b ? -1 : a > b ? 1 : 0,
    );
    if (flags.has("u")) lines = lines.filter((line, index) => line !== lines[index - 1]);
    return joined(flags.has("r") ? lines.toReversed() : lines);
  }),
  uniq: filter([], (text) => joined(linesOf(text).filter((line, index, lines) => line !== lines[index - 1]))),
  wc: filter([], (text, { flags }) => {
    const counts: number[] = [];
    const all = flags.size === 0;
    if (all || flags.has("l")) counts.push(text.split("\n").length - 1);
    if (all || flags.has("w")) counts.push(text.split(/\s+/).filter((word) => word !== "").length);
    if (all || flags.has("c")) counts.push(Buffer.byteLength(text));
    return `${counts.join(" ")}\n`;
  }),
  cut: filter(["d", "f", "c"], (text, { values }) => {
    const [from = 1, to = from] = (values.get("f") ?? values.get("c") ?? "1")
      .split("-")
      .map((part) => (part === "" ? undefined : Number(part)));
    const open = (values.get("f") ?? values.get("c") ?? "").endsWith("-");
    const delimiter = values.has("c") ? "" : (values.get("d") ?? "\t");
    return joined(
      linesOf(text).map((line) => {
        if (delimiter !== "" && !line.includes(delimiter)) return line;
        return line
          .split(delimiter)
          .slice(from - 1, open ? undefined : to)
          .join(delimiter);
      }),
    );
  }),
  base64: filter(["w"], (text, { flags }) =>
    flags.has("d") ? Buffer.from(text, "base64").toString() : `${Buffer.from(text).toString("base64")}\n`,
  ),
  rev: filter([], (text) => joined(linesOf(text).map((line) => Array.from(line).toReversed().join("")))),
};
