import type { Files } from "../files/files.ts";
import { normalizePath } from "../files/path.ts";

/** What `test`, `[` and `[[` decide with. */
export interface TestContext {
  readonly files: Files;
  readonly cwd: string;
  readonly isSet: (name: string) => boolean;
  /** `==` with a pattern on the right, for `[[`. */
  readonly matches?: (text: string, pattern: string) => boolean;
}

const integer = (text: string): number => {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new Error(`${text}: integer expression expected`);
  return Number(text);
};

const binary: Readonly<Record<string, (a: string, b: string, context: TestContext) => boolean>> = {
  "=": (a, b, context) => (context.matches ? context.matches(a, b) : a === b),
  "==": (a, b, context) => (context.matches ? context.matches(a, b) : a === b),
  "!=": (a, b, context) => !(context.matches ? context.matches(a, b) : a === b),
  "=~": (a, b) => new RegExp(b).test(a),
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "-eq": (a, b) => integer(a) === integer(b),
  "-ne": (a, b) => integer(a) !== integer(b),
  "-lt": (a, b) => integer(a) < integer(b),
  "-le": (a, b) => integer(a) <= integer(b),
  "-gt": (a, b) => integer(a) > integer(b),
  "-ge": (a, b) => integer(a) >= integer(b),
  "-nt": (a, b, { files, cwd }) =>
    (files.stat(normalizePath(a, cwd))?.modified ?? -1) > (files.stat(normalizePath(b, cwd))?.modified ?? -1),
  "-ot": (a, b, { files, cwd }) =>
    (files.stat(normalizePath(a, cwd))?.modified ?? -1) < (files.stat(normalizePath(b, cwd))?.modified ?? -1),
};

const unary: Readonly<Record<string, (operand: string, context: TestContext) => boolean>> = {
  "-n": (text) => text !== "",
  "-z": (text) => text === "",
  "-v": (name, { isSet }) => isSet(name),
  "-e": (path, { files, cwd }) => files.stat(normalizePath(path, cwd)) !== undefined,
  "-f": (path, { files, cwd }) => files.stat(normalizePath(path, cwd))?.kind === "file",
  "-d": (path, { files, cwd }) => files.stat(normalizePath(path, cwd))?.kind === "directory",
  "-s": (path, { files, cwd }) => (files.stat(normalizePath(path, cwd))?.size ?? 0) > 0,
  "-r": (path, { files, cwd }) => files.stat(normalizePath(path, cwd)) !== undefined,
  "-w": (path, { files, cwd }) => files.stat(normalizePath(path, cwd)) !== undefined,
  "-x": (path, { files, cwd }) => {
    const stat = files.stat(normalizePath(path, cwd));
    return stat !== undefined && (stat.kind === "directory" || (stat.mode & 0o111) !== 0);
  },
  "-L": (path, { files, cwd }) => files.lstat(normalizePath(path, cwd))?.kind === "symlink",
  "-h": (path, { files, cwd }) => files.lstat(normalizePath(path, cwd))?.kind === "symlink",
  "-S": () => false,
  "-p": () => false,
  "-b": () => false,
  "-c": () => false,
  "-t": () => false,
};

/** Evaluates the words between `[` and `]`. @throws Error on a malformed expression. */
export function evaluateTest(words: readonly string[], context: TestContext): boolean {
  let position = 0;
  function primary(): boolean {
    const word = words[position];
    if (word === undefined) throw new Error("argument expected");
    const left = words.length - position;
    if (word === "!" && left > 1) {
      position++;
      return !primary();
    }
    const operator = words[position + 1];
    if (operator !== undefined && left >= 3 && Object.hasOwn(binary, operator)) {
      const right = words[position + 2] ?? "";
      position += 3;
      return binary[operator]?.(word, right, context) ?? false;
    }
    if (word === "(" && left > 1) {
      position++;
      const value = or();
      if (words[position] !== ")") throw new Error("missing )");
      position++;
      return value;
    }
    if (left >= 2 && Object.hasOwn(unary, word)) {
      position += 2;
      return unary[word]?.(operator ?? "", context) ?? false;
    }
    position++;
    return word !== "";
  }
  function and(): boolean {
    let value = primary();
    while (words[position] === "-a" || words[position] === "&&") {
      position++;
      value = primary() && value;
    }
    return value;
  }
  function or(): boolean {
    let value = and();
    while (words[position] === "-o" || words[position] === "||") {
      position++;
      value = and() || value;
    }
    return value;
  }
  if (words.length === 0) return false;
  const value = or();
  if (position < words.length) throw new Error(`${words[position] ?? ""}: unknown operand`);
  return value;
}
