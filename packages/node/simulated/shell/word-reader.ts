import type { Script, Word, WordPart } from "./ast.ts";
import { createSource, type Source } from "./source.ts";

/** Parses the inside of `$(…)`; given by the parser, so that the two files need not import each other. */
export type ParseScript = (source: Source, until: string) => Script;

const metaCharacters = " \t\r\n;&|<>()";
const operators = [":-", ":=", ":?", ":+", "##", "%%", "//", "-", "=", "?", "+", "#", "%", "/", ":"] as const;

function readName(source: Source): string {
  const match = /^(?:[A-Za-z_]\w*|[0-9]|[@*#?$!-])/.exec(source.text.slice(source.position, source.position + 256));
  const name = match?.[0] ?? "";
  source.position += name.length;
  return name;
}

function readBraced(source: Source, quoted: boolean, parse: ParseScript): WordPart {
  if (source.peek() === "#" && source.peek(1) !== "}") {
    source.position++;
    const name = readName(source);
    if (source.peek() !== "}") source.fail();
    source.position++;
    return { kind: "parameter", name, operator: "length", quoted };
  }
  const name = readName(source);
  if (name === "") source.fail("bad substitution");
  const operator = operators.find((candidate) => source.startsWith(candidate));
  if (operator === undefined) {
    if (source.peek() !== "}") source.fail("bad substitution");
    source.position++;
    return { kind: "parameter", name, quoted };
  }
  source.position += operator.length;
  // Quotes around the whole do not make a pattern literal.
  const operand = readUntil(source, "}", quoted && !/^[#%/]/.test(operator), parse);
  if (source.peek() !== "}") source.fail();
  source.position++;
  return { kind: "parameter", name, operator, operand, quoted };
}

function readDollar(source: Source, quoted: boolean, parse: ParseScript): WordPart {
  source.position++;
  if (source.startsWith("((")) {
    source.position += 2;
    const expression = readArithmetic(source, parse);
    return { kind: "arithmetic", expression, quoted };
  }
  const next = source.peek();
  if (next === "(") {
    source.position++;
    const script = parse(source, ")");
    if (source.peek() !== ")") source.fail();
    source.position++;
    return { kind: "command", script, quoted };
  }
  if (next === "{") {
    source.position++;
    return readBraced(source, quoted, parse);
  }
  if (next === "'" && !quoted) {
    source.position++;
    return { kind: "text", text: readAnsiString(source), quoted: true };
  }
  const name = readName(source);
  return name === "" ? { kind: "text", text: "$", quoted } : { kind: "parameter", name, quoted };
}

/** `$'…'`, after its opening quote. */
function readAnsiString(source: Source): string {
  const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"' };
  let text = "";
  while (source.peek() !== "'") {
    if (source.peek() === "") source.fail();
    if (source.peek() === "\\") {
      text += escapes[source.peek(1)] ?? `\\${source.peek(1)}`;
      source.position += 2;
    } else {
      text += source.peek();
      source.position++;
    }
  }
  source.position++;
  return text;
}

/** What stands before `))`, which is passed. */
export function readArithmetic(source: Source, parse: ParseScript): Word {
  let depth = 0;
  const start = source.position;
  for (;;) {
    const char = source.peek();
    if (char === "") source.fail();
    if (char === "(") depth++;
    if (char === ")") {
      if (depth === 0 && source.peek(1) === ")") break;
      depth--;
    }
    source.position++;
  }
  const inner = createSource(source.text.slice(start, source.position));
  source.position += 2;
  return readUntil(inner, "", true, parse);
}

function readBackquoted(source: Source, quoted: boolean, parse: ParseScript): WordPart {
  source.position++;
  let text = "";
  while (source.peek() !== "`") {
    if (source.peek() === "") source.fail();
    if (source.peek() === "\\" && "`$\\".includes(source.peek(1))) source.position++;
    text += source.peek();
    source.position++;
  }
  source.position++;
  return { kind: "command", script: parse(createSource(text), ""), quoted };
}

function readDoubleQuoted(source: Source, parts: WordPart[], parse: ParseScript): void {
  source.position++;
  parts.push({ kind: "text", text: "", quoted: true }, ...readUntil(source, '"', true, parse));
  if (source.peek() !== '"') source.fail("syntax error: unterminated quoted string");
  source.position++;
}

/** Pieces up to a closing character (not passed) or, when `close` is empty, to the end of the text. */
export function readUntil(source: Source, close: string, quoted: boolean, parse: ParseScript): Word {
  const parts: WordPart[] = [];
  let text = "";
  const flush = (): void => {
    if (text !== "") parts.push({ kind: "text", text, quoted });
    text = "";
  };
  for (;;) {
    const char = source.peek();
    if (char === "" || (close !== "" && char === close)) break;
    if (char === "\\") {
      const next = source.peek(1);
      if (next === "\n") source.position += 2;
      else if (quoted && close !== "}" && !'$`"\\'.includes(next)) {
        text += char;
        source.position++;
      } else {
        flush();
        parts.push({ kind: "text", text: next, quoted: true });
        source.position += 2;
      }
    } else if (char === "$") {
      flush();
      parts.push(readDollar(source, quoted, parse));
    } else if (char === "`") {
      flush();
      parts.push(readBackquoted(source, quoted, parse));
    } else if (char === '"' && close === "}") {
      flush();
      readDoubleQuoted(source, parts, parse);
    } else if (char === "'" && close === "}" && !quoted) {
      flush();
      parts.push(readSingleQuoted(source));
    } else {
      text += char;
      source.position++;
    }
  }
  flush();
  return parts;
}

function readSingleQuoted(source: Source): WordPart {
  const end = source.text.indexOf("'", source.position + 1);
  if (end < 0) source.fail("syntax error: unterminated quoted string");
  const text = source.text.slice(source.position + 1, end);
  source.position = end + 1;
  return { kind: "text", text, quoted: true };
}

/** One word; empty when none starts here. */
export function readWord(source: Source, parse: ParseScript): Word {
  const parts: WordPart[] = [];
  let text = "";
  const flush = (): void => {
    if (text !== "") parts.push({ kind: "text", text, quoted: false });
    text = "";
  };
  for (;;) {
    const char = source.peek();
    if (char === "" || metaCharacters.includes(char)) break;
    if (char === "\\") {
      if (source.peek(1) !== "\n") {
        flush();
        parts.push({ kind: "text", text: source.peek(1), quoted: true });
      }
      source.position += 2;
    } else if (char === "'") {
      flush();
      parts.push(readSingleQuoted(source));
    } else if (char === '"') {
      flush();
      readDoubleQuoted(source, parts, parse);
    } else if (char === "$") {
      flush();
      parts.push(readDollar(source, false, parse));
    } else if (char === "`") {
      flush();
      parts.push(readBackquoted(source, false, parse));
    } else {
      text += char;
      source.position++;
    }
  }
  flush();
  return parts;
}

/** The text of a word that is wholly plain (no quotes, no expansions); reserved words are only those. */
export function plainText(word: Word): string | undefined {
  if (word.length === 0) return undefined;
  let text = "";
  for (const part of word) {
    if (part.kind !== "text" || part.quoted) return undefined;
    text += part.text;
  }
  return text;
}
