import { FileError } from "../files/file-error.ts";
import { normalizePath } from "../files/path.ts";
import type { ProgramCall } from "../shell/index.ts";

/** The words of a call, told apart: `-rf --parents a b`. */
export interface Arguments {
  readonly flags: ReadonlySet<string>;
  /** Values of the short options named in `withValue`. */
  readonly values: ReadonlyMap<string, string>;
  readonly operands: string[];
}

/** @param withValue letters of short options, and names of long ones, that take a value */
export function readArguments(argv: readonly string[], withValue: readonly string[] = []): Arguments {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const operands: string[] = [];
  for (let index = 1; index < argv.length; index++) {
    const word = argv[index] ?? "";
    if (word === "--") {
      operands.push(...argv.slice(index + 1));
      break;
    }
    if (word.startsWith("--")) {
      const [name = "", value] = word.slice(2).split(/=(.*)/s);
      if (value !== undefined) values.set(name, value);
      else if (withValue.includes(name)) values.set(name, argv[++index] ?? "");
      else flags.add(name);
    } else if (word.startsWith("-") && word.length > 1) {
      for (let at = 1; at < word.length; at++) {
        const letter = word.charAt(at);
        if (!withValue.includes(letter)) flags.add(letter);
        else {
          const rest = word.slice(at + 1);
          values.set(letter, rest === "" ? (argv[++index] ?? "") : rest);
          break;
        }
      }
    } else operands.push(word);
  }
  return { flags, values, operands };
}

/** The path of an operand. */
export function pathOf(call: ProgramCall, operand: string): string {
  return normalizePath(operand, call.cwd);
}

/** Does something with a file; a refusal is said as `name: what: reason`. @returns whether it went well */
export function attempt(call: ProgramCall, what: string, action: () => void): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    call.err(`${call.argv[0] ?? ""}: ${what}: ${error.message}\n`);
    return false;
  }
}

/** The text of the named files one after the other, or of standard input; undefined when one cannot be read. */
export function readOperands(call: ProgramCall, operands: readonly string[]): string | undefined {
  if (operands.length === 0) return call.input.readAll();
  let text = "";
  let good = true;
  for (const operand of operands) {
    if (operand === "-") text += call.input.readAll();
    else
      good =
        attempt(call, `can't open '${operand}'`, () => void (text += call.files.readText(pathOf(call, operand)))) &&
        good;
  }
  return good || text !== "" ? text : undefined;
}

/** Reads a file of which the image may only say that it must be there. */
export function readKnownOrAssumed(call: ProgramCall, path: string): string {
  if (!call.files.lstat(path)) call.files.assume?.(path);
  return call.files.readText(path);
}

/** Lines without their newlines. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}
