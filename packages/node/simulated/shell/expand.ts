import type { Word, WordPart } from "./ast.ts";
import { evaluateArithmetic } from "./arithmetic.ts";
import { expandPaths, hasWildcard, type PatternChar, patternSource } from "./glob.ts";
import { ExitSignal, type ShellHost, type ShellState, type Streams } from "./shell-state.ts";
import type { Script } from "./ast.ts";

/** Runs `$(…)` and gives its output; from the interpreter. */
export type Substitute = (script: Script) => Promise<string>;

interface Field {
  chars: PatternChar[];
  /** A quoted piece makes even an empty field count. */
  present: boolean;
}

export interface Expander {
  /** A word as fields: split at blanks, file patterns expanded. */
  fields(word: Word): Promise<string[]>;
  /** A word as one text: for assignments, redirects, here-documents. */
  text(word: Word): Promise<string>;
  /** A word as a pattern: quoted characters are literal. */
  pattern(word: Word): Promise<PatternChar[]>;
}

export function createExpander(state: ShellState, host: ShellHost, streams: Streams, substitute: Substitute): Expander {
  function lookUp(name: string): string | undefined {
    if (/^[1-9]\d*$/.test(name)) return state.positional[Number(name) - 1];
    switch (name) {
      case "0":
        return state.name;
      case "?":
        return String(state.status);
      case "#":
        return String(state.positional.length);
      case "@":
      case "*":
        return state.positional.join(" ");
      case "$":
        return "1";
      case "!":
        return String(state.jobs.length + 1);
      case "-":
        return "";
      default:
        return state.variables.get(name);
    }
  }
  function unset(name: string, message = "parameter not set"): never {
    streams.err(`${state.name}: ${name}: ${message}\n`);
    throw new ExitSignal(2);
  }

  async function parameter(part: WordPart & { kind: "parameter" }): Promise<string> {
    const { name, operator } = part;
    const value = lookUp(name);
    const operand = async (): Promise<string> => (part.operand ? text(part.operand) : "");
    const missing = value === undefined || (operator?.startsWith(":") === true && value === "");
    switch (operator) {
      case undefined:
        if (value === undefined && state.options.nounset && name !== "@" && name !== "*") unset(name);
        return value ?? "";
      case "length":
        return String(name === "@" || name === "*" ? state.positional.length : (value ?? "").length);
      case ":-":
      case "-":
        return missing ? operand() : (value ?? "");
      case ":=":
      case "=":
        if (!missing) return value ?? "";
        state.variables.set(name, await operand());
        return state.variables.get(name) ?? "";
      case ":?":
      case "?": {
        if (!missing) return value ?? "";
        const message = await operand();
        return unset(name, message === "" ? undefined : message);
      }
      case ":+":
      case "+":
        return missing ? "" : operand();
      case "#":
      case "##": {
        const pattern = patternSource(await patternOf(part.operand), "[\\s\\S]", operator === "#");
        return (value ?? "").replace(new RegExp(`^${pattern}`), "");
      }
      case "%":
      case "%%":
        return removeSuffix(value ?? "", await patternOf(part.operand), operator === "%%");
      case "/":
      case "//":
        return replaceIn(value ?? "", part.operand ?? [], operator === "//");
      default: {
        const [offset = "0", length] = (await operand()).split(":");
        const start = number(offset);
        const from = start < 0 ? (value ?? "").length + start : start;
        return length === undefined ? (value ?? "").slice(from) : (value ?? "").slice(from, from + number(length));
      }
    }
  }
  const patternOf = (word: Word | undefined): Promise<PatternChar[]> => pattern(word ?? []);
  const number = (expression: string): number =>
    evaluateArithmetic(
      expression,
      (name) => lookUp(name) ?? "",
      (name, value) => state.variables.set(name, value),
    );

  function removeSuffix(value: string, suffix: readonly PatternChar[], longest: boolean): string {
    const expression = new RegExp(`^${patternSource(suffix, "[\\s\\S]")}$`);
    for (let step = 0; step <= value.length; step++) {
      const cut = longest ? step : value.length - step;
      if (expression.test(value.slice(cut))) return value.slice(0, cut);
    }
    return value;
  }
  async function replaceIn(value: string, operand: Word, all: boolean): Promise<string> {
    const chars = await pattern(operand);
    const slash = chars.findIndex((item) => item.char === "/" && !item.literal);
    const find = patternSource(slash < 0 ? chars : chars.slice(0, slash), "[\\s\\S]");
    const replacement =
      slash < 0
        ? ""
        : chars
            .slice(slash + 1)
            .map((item) => item.char)
            .join("");
    return find === "" ? value : value.replace(new RegExp(find, all ? "g" : ""), () => replacement);
  }

  async function partText(part: WordPart): Promise<string> {
    switch (part.kind) {
      case "text":
        return part.text;
      case "parameter":
        return parameter(part);
      case "command":
        return (await substitute(part.script)).replace(/\n+$/, "");
      case "arithmetic": {
        const expression = await text(part.expression);
        try {
          return String(number(expression));
        } catch (error) {
          streams.err(`${state.name}: ${expression}: ${error instanceof Error ? error.message : String(error)}\n`);
          throw new ExitSignal(2);
        }
      }
    }
  }
  async function text(word: Word): Promise<string> {
    const [only] = word;
    if (only && word.length === 1) return partText(only);
    let result = "";
    for (const part of word) result += await partText(part);
    return result;
  }
  async function pattern(word: Word): Promise<PatternChar[]> {
    const chars: PatternChar[] = [];
    for (const part of word) {
      for (const char of await partText(part)) chars.push({ char, literal: part.quoted });
    }
    return chars;
  }

  async function fields(word: Word): Promise<string[]> {
    const result: Field[] = [{ chars: [], present: false }];
    const add = (value: string, literal: boolean): void => {
      const field = result.at(-1);
      if (field) for (const char of value) field.chars.push({ char, literal });
    };
    for (const part of word) {
      if (part.kind === "parameter" && part.quoted && part.name === "@" && part.operator === undefined) {
        // "$@": one field a parameter, joined to what stands around it.
        for (const [index, value] of state.positional.entries()) {
          if (index > 0) result.push({ chars: [], present: true });
          const field = result.at(-1);
          if (field) field.present = true;
          add(value, true);
        }
        continue;
      }
      const value = await partText(part);
      const field = result.at(-1);
      if (part.quoted || part.kind === "text") {
        if (part.quoted && field && !word.some((other) => other.kind === "parameter" && other.name === "@"))
          field.present = true;
        add(value, part.quoted);
        continue;
      }
      const separators = state.variables.get("IFS") ?? " \t\n";
      for (const char of value) {
        if (separators.includes(char)) {
          if ((result.at(-1)?.chars.length ?? 0) > 0) result.push({ chars: [], present: false });
        } else add(char, false);
      }
    }
    const words: string[] = [];
    for (const field of result) {
      if (field.chars.length === 0 && !field.present) continue;
      if (hasWildcard(field.chars)) words.push(...expandPaths(field.chars, host.files, state.cwd));
      else words.push(field.chars.map((item) => item.char).join(""));
    }
    return words;
  }

  return { fields, text, pattern };
}
