import { setMember, type Json } from "./json.ts";

/** Where and why a JSON text cannot be read. */
export interface JsonProblem {
  readonly offset: number;
  readonly message: string;
}

export type JsonResult = { readonly value: Json } | { readonly problem: JsonProblem };

const maxDepth = 500;
const literals: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
const numberPattern = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordPattern = /[A-Za-z]+/y;

class Failure {
  readonly problem: JsonProblem;
  constructor(offset: number, message: string) {
    this.problem = { offset, message };
  }
}

/** Parses JSON with comments and trailing commas, as ARM and bicepconfig.json allow; never throws. */
export function parseJsonText(text: string): JsonResult {
  let index = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  const skip = (): void => {
    while (index < text.length) {
      const unit = text.charCodeAt(index);
      if (unit === 32 || unit === 9 || unit === 10 || unit === 13) index++;
      else if (unit === 47 && text[index + 1] === "/") {
        while (index < text.length && text[index] !== "\n") index++;
      } else if (unit === 47 && text[index + 1] === "*") {
        const close = text.indexOf("*/", index + 2);
        index = close === -1 ? text.length : close + 2;
      } else return;
    }
  };
  const string = (): string => {
    const start = index;
    const quote = text[index];
    index++;
    while (index < text.length && text[index] !== quote) index += text[index] === "\\" ? 2 : 1;
    if (index >= text.length) throw new Failure(start, "Unterminated string");
    index++;
    const raw = text.slice(start + 1, index - 1);
    if (!raw.includes("\\") && !/[\u0000-\u001f"]/.test(raw)) return raw;
    // Line ends and tabs inside strings are allowed: multi-line ARM expressions use them.
    const strict = raw
      .replaceAll("\\'", "'")
      .replaceAll(/(\\.)|"/gs, (match, escaped: string | undefined) => escaped ?? (match === '"' ? '\\"' : match))
      .replaceAll(/[\u0000-\u001f]/g, (unit) => JSON.stringify(unit).slice(1, -1));
    try {
      return JSON.parse(`"${strict}"`) as string;
    } catch {
      throw new Failure(start, "Bad string escape");
    }
  };
  const value = (depth: number): Json => {
    skip();
    if (depth > maxDepth) throw new Failure(index, "Nested too deeply");
    const letter = text[index];
    if (letter === "{") return object(depth);
    if (letter === "[") return array(depth);
    if (letter === '"' || letter === "'") return string();
    numberPattern.lastIndex = index;
    const number = numberPattern.exec(text);
    if (number) {
      index += number[0].length;
      return Number(number[0]);
    }
    wordPattern.lastIndex = index;
    const word = wordPattern.exec(text)?.[0] ?? "";
    const literal = Object.hasOwn(literals, word) ? literals[word] : undefined;
    if (literal === undefined) throw new Failure(index, "Expected a value");
    index += word.length;
    return literal;
  };
  const object = (depth: number): Json => {
    const result: Record<string, Json> = {};
    index++;
    while (true) {
      skip();
      if (text[index] === "}") break;
      if (text[index] !== '"' && text[index] !== "'") throw new Failure(index, "Expected a property name");
      const key = string();
      skip();
      if (text[index] !== ":") throw new Failure(index, 'Expected ":"');
      index++;
      setMember(result, key, value(depth + 1));
      skip();
      if (text[index] === ",") index++;
      else if (text[index] !== "}") throw new Failure(index, 'Expected "," or "}"');
    }
    index++;
    return result;
  };
  const array = (depth: number): Json => {
    const result: Json[] = [];
    index++;
    while (true) {
      skip();
      if (text[index] === "]") break;
      result.push(value(depth + 1));
      skip();
      if (text[index] === ",") index++;
      else if (text[index] !== "]") throw new Failure(index, 'Expected "," or "]"');
    }
    index++;
    return result;
  };

  try {
    const result = value(0);
    skip();
    if (index < text.length) throw new Failure(index, "Unexpected text after the value");
    return { value: result };
  } catch (failure) {
    if (failure instanceof Failure) return { problem: failure.problem };
    throw failure;
  }
}
