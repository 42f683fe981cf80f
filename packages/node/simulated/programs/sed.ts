import type { Program } from "../shell/index.ts";
import { attempt, linesOf, pathOf, readOperands } from "./options.ts";

type Address =
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "last" }
  | { readonly kind: "match"; readonly pattern: RegExp };

interface SedCommand {
  readonly from?: Address;
  readonly to?: Address;
  readonly negated: boolean;
  readonly apply: (
    line: string,
    output: (text: string) => void,
  ) => { readonly line: string; readonly deleted?: boolean; readonly quit?: boolean };
  /** Whether a range is open. */
  open: boolean;
}

/** A basic regular expression as JavaScript's; with `extended`, an extended one. */
export function convertRegExp(text: string, extended: boolean): string {
  let source = "";
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === "[") {
      const end = text.indexOf("]", index + (text.charAt(index + 1) === "^" ? 3 : 2));
      const inner = text.slice(index + 1, end < 0 ? text.length : end);
      const classes = inner
        .replace(/\\/g, "\\\\")
        .replace(/\[:space:\]/g, "\\s")
        .replace(/\[:digit:\]/g, "\\d")
        .replace(/\[:alpha:\]/g, "A-Za-z")
        .replace(/\[:alnum:\]/g, "A-Za-z0-9");
      // A class such as [[:space:]] ends with the second bracket.
      if (/\[:\w+:$/.test(inner) && text.charAt(end + 1) === "]") {
        source += `[${`${inner}]`
          .replace(/\[:space:\]/g, "\\s")
          .replace(/\[:digit:\]/g, "\\d")
          .replace(/\[:alpha:\]/g, "A-Za-z")
          .replace(/\[:alnum:\]/g, "A-Za-z0-9")}]`;
        index = end + 1;
      } else {
        source += `[${classes}]`;
        index = end < 0 ? text.length : end;
      }
    } else if (char === "\\") {
      const next = text.charAt(++index);
      if (!extended && "(){}|+?".includes(next)) source += next;
      else if (next === "n") source += "\\n";
      else if (/[\d\w]/.test(next)) source += `\\${next}`;
      else source += `\\${next}`;
    } else if (!extended && "(){}|+?".includes(char)) source += `\\${char}`;
    else source += char;
  }
  return source;
}

function parseScript(text: string, extended: boolean): SedCommand[] {
  const commands: SedCommand[] = [];
  let position = 0;
  const readDelimited = (delimiter: string): string => {
    let value = "";
    while (position < text.length && text.charAt(position) !== delimiter) {
      if (text.charAt(position) === "\\" && position + 1 < text.length) {
        const next = text.charAt(position + 1);
        value += next === delimiter ? (delimiter === "/" ? "/" : next) : `\\${next}`;
        position += 2;
      } else value += text.charAt(position++);
    }
    if (position >= text.length) throw new Error("unterminated command");
    position++;
    return value;
  };
  const readAddress = (): Address | undefined => {
    const number = /^\d+/.exec(text.slice(position))?.[0];
    if (number !== undefined) {
      position += number.length;
      return { kind: "line", line: Number(number) };
    }
    if (text.charAt(position) === "$") {
      position++;
      return { kind: "last" };
    }
    if (text.charAt(position) !== "/" && text.charAt(position) !== "\\") return undefined;
    const delimiter = text.charAt(position) === "\\" ? text.charAt(++position) : "/";
    position++;
    return { kind: "match", pattern: new RegExp(convertRegExp(readDelimited(delimiter), extended)) };
  };
  const restOfLine = (): string => {
    const end = text.indexOf("\n", position);
    const stop = end < 0 ? text.length : end;
    const rest = text.slice(position, stop).replace(/^\\?\s*/, "");
    position = stop;
    return rest;
  };
  const readCommand = (): SedCommand["apply"] => {
    const name = text.charAt(position++);
    if (name === "s") {
      const delimiter = text.charAt(position++);
      const pattern = readDelimited(delimiter);
      const replacement = readDelimited(delimiter);
      const flags = /^[gIip\d]*/.exec(text.slice(position))?.[0] ?? "";
      position += flags.length;
      const expression = new RegExp(
        convertRegExp(pattern, extended),
        (flags.includes("g") ? "g" : "") + (/i/i.test(flags) ? "i" : ""),
      );
      return (line, output) => {
        let changed = false;
        const result = line.replace(expression, (...match: unknown[]) => {
          changed = true;
          return replacement.replace(/\\(\d|n|.)|&/g, (whole, escape: string | undefined) => {
            if (whole === "&") return String(match[0]);
            if (escape === "n") return "\n";
            return escape !== undefined && /\d/.test(escape) ? String(match[Number(escape)] ?? "") : (escape ?? "");
          });
        });
        if (changed && flags.includes("p")) output(result);
        return { line: result };
      };
    }
    if (name === "d") return (line) => ({ line, deleted: true });
    if (name === "q") return (line) => ({ line, quit: true });
    if (name === "p")
      return (line, output) => {
        output(line);
        return { line };
      };
    if (name === "c") {
      const replacement = restOfLine();
      return () => ({ line: replacement });
    }
    if (name === "i") {
      const inserted = restOfLine();
      return (line, output) => {
        output(inserted);
        return { line };
      };
    }
    if (name === "a") {
      const added = restOfLine();
      return (line) => ({ line: `${line}\n${added}` });
    }
    throw new Error(`unsupported command ${name}`);
  };
  while (position < text.length) {
    if (/[\s;]/.test(text.charAt(position))) {
      position++;
      continue;
    }
    const from = readAddress();
    let to: Address | undefined;
    if (from && text.charAt(position) === ",") {
      position++;
      to = readAddress();
    }
    while (text.charAt(position) === " ") position++;
    const negated = text.charAt(position) === "!";
    if (negated) position++;
    commands.push({ ...(from ? { from } : {}), ...(to ? { to } : {}), negated, apply: readCommand(), open: false });
  }
  return commands;
}

function selects(command: SedCommand, line: string, number: number, last: boolean): boolean {
  const holds = (address: Address): boolean =>
    address.kind === "line" ? number === address.line : address.kind === "last" ? last : address.pattern.test(line);
  if (!command.from) return true;
  if (!command.to) return holds(command.from);
  if (command.open) {
    if (holds(command.to)) command.open = false;
    return true;
  }
  if (!holds(command.from)) return false;
  command.open = !(command.to.kind === "line" && command.to.line <= number);
  return true;
}

function edit(text: string, commands: readonly SedCommand[], quiet: boolean): string {
  for (const command of commands) command.open = false;
  const lines = linesOf(text);
  let output = "";
  const print = (line: string): void => void (output += `${line}\n`);
  for (const [index, original] of lines.entries()) {
    let line = original;
    let deleted = false;
    let quit = false;
    for (const command of commands) {
      if (selects(command, line, index + 1, index === lines.length - 1) === command.negated) continue;
      const result = command.apply(line, print);
      line = result.line;
      deleted = result.deleted === true;
      quit = result.quit === true;
      if (deleted || quit) break;
    }
    if (!deleted && !quiet) print(line);
    if (quit) break;
  }
  return text.endsWith("\n") || text === "" ? output : output.replace(/\n$/, "");
}

/** `sed`: s, d, p, q, a, i, c with line, last-line and pattern addresses and ranges; `-e -n -i -E`. */
export const sed: Program = (call) => {
  const scripts: string[] = [];
  const operands: string[] = [];
  let inPlace = false;
  let quiet = false;
  let extended = false;
  for (let index = 1; index < call.argv.length; index++) {
    const word = call.argv[index] ?? "";
    if (word === "-e" || word === "--expression") scripts.push(call.argv[++index] ?? "");
    else if (/^-i|^--in-place/.test(word)) inPlace = true;
    else if (/^-[nErs]+$/.test(word)) {
      quiet ||= word.includes("n");
      extended ||= /[Er]/.test(word);
      if (word.endsWith("e")) scripts.push(call.argv[++index] ?? "");
    } else operands.push(word);
  }
  if (scripts.length === 0) scripts.push(operands.shift() ?? "");
  let commands: SedCommand[];
  try {
    commands = parseScript(scripts.join("\n"), extended);
  } catch (error) {
    call.err(`sed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  if (!inPlace) {
    const text = readOperands(call, operands);
    if (text === undefined) return 1;
    call.out(edit(text, commands, quiet));
    return 0;
  }
  let status = 0;
  for (const operand of operands) {
    const path = pathOf(call, operand);
    // A temporary file in the same directory, then a rename: what GNU and busybox sed do.
    const done = attempt(call, `can't read ${operand}`, () => {
      const text = edit(call.files.readText(path), commands, quiet);
      const temporary = `${path}.sed`;
      call.files.writeFile(temporary, text, { mode: call.files.stat(path)?.mode ?? 0o644 });
      call.files.rename(temporary, path);
    });
    if (!done) status = 1;
  }
  return status;
};
