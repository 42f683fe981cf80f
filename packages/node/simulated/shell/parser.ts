import type { Command, Redirect, Script, Step, Word, WordPart } from "./ast.ts";
import { createSource, redirectOperators, skipBlanks, skipNewlines, type Source, takeNewline } from "./source.ts";
import { plainText, readArithmetic, readUntil, readWord } from "./word-reader.ts";

const closers = new Set(["then", "else", "elif", "fi", "do", "done", "esac", "}"]);

/** Reads the reserved word if it is next. */
function takeReserved(source: Source, word: string): boolean {
  skipBlanks(source);
  if (!source.startsWith(word)) return false;
  const after = source.peek(word.length);
  if (after !== "" && !" \t\r\n;&|<>()".includes(after)) return false;
  source.position += word.length;
  return true;
}

function need(source: Source, word: string): void {
  if (!takeReserved(source, word)) source.fail();
}

function takeOperator(source: Source, operator: string): boolean {
  skipBlanks(source);
  if (!source.startsWith(operator)) return false;
  source.position += operator.length;
  return true;
}

function readHereDocument(source: Source): Word {
  const stripTabs = source.peek() === "-";
  if (stripTabs) source.position++;
  skipBlanks(source);
  const word = readWord(source, parseList);
  const literal = word.some((part) => part.kind === "text" && part.quoted);
  const delimiter = word.map((part) => (part.kind === "text" ? part.text : "")).join("");
  // The text comes later: the parts are filled in once the line is over.
  const target: WordPart[] = [];
  source.pending.push({
    delimiter,
    literal,
    stripTabs,
    fill(text) {
      if (literal) target.push({ kind: "text", text, quoted: true });
      else target.push(...readUntil(createSource(text), "", true, parseList));
    },
  });
  return target;
}

function readRedirect(source: Source): Redirect | undefined {
  const start = source.position;
  skipBlanks(source);
  let descriptor: number | "both" | undefined;
  if (/^[0-9][<>]/.test(source.text.slice(source.position, source.position + 2))) {
    descriptor = Number(source.peek());
    source.position++;
  } else if (source.startsWith("&>")) {
    descriptor = "both";
    source.position++;
  }
  const operator = redirectOperators.find((candidate) => source.startsWith(candidate));
  if (operator === undefined) {
    source.position = start;
    return undefined;
  }
  source.position += operator.length;
  descriptor ??= operator.startsWith("<") ? 0 : 1;
  if (operator === "<<") return { descriptor, operator, target: readHereDocument(source) };
  skipBlanks(source);
  const target = readWord(source, parseList);
  if (target.length === 0) source.fail();
  return { descriptor, operator, target };
}

function readRedirects(source: Source): Redirect[] {
  const redirects: Redirect[] = [];
  for (let redirect = readRedirect(source); redirect; redirect = readRedirect(source)) redirects.push(redirect);
  return redirects;
}

/** Steps up to one of the closing words or the closing character, which is not passed. */
function parseList(source: Source, until: string): Script {
  const steps: Step[] = [];
  for (;;) {
    skipNewlines(source);
    if (source.peek() === "" || (until === ")" && source.peek() === ")") || source.startsWith(";;")) break;
    const word = /^[a-z}]+/.exec(source.text.slice(source.position, source.position + 8))?.[0];
    if (
      word !== undefined &&
      closers.has(word) &&
      /^(?:[\s;&|)<>]|$)/.test(source.text.slice(source.position + word.length, source.position + word.length + 1))
    )
      break;
    const command = parseAndOr(source);
    skipBlanks(source);
    let background = false;
    if (source.peek() === "&" && source.peek(1) !== "&") {
      background = true;
      source.position++;
    } else if (source.peek() === ";" && source.peek(1) !== ";") source.position++;
    else if (source.peek() !== "" && source.peek() !== "\n" && source.peek() !== ")" && !source.startsWith(";;")) {
      if (!/^(?:then|else|elif|fi|do|done|esac|\})/.test(source.text.slice(source.position))) source.fail();
    }
    steps.push({ command, background });
  }
  return steps;
}

function parseAndOr(source: Source): Command {
  let left = parsePipeline(source);
  for (;;) {
    const operator = takeOperator(source, "&&") ? "&&" : takeOperator(source, "||") ? "||" : undefined;
    if (operator === undefined) return left;
    skipNewlines(source);
    left = { kind: "and-or", left, operator, right: parsePipeline(source) };
  }
}

function parsePipeline(source: Source): Command {
  let negated = false;
  while (takeReserved(source, "!")) negated = !negated;
  const commands = [parseCommand(source)];
  for (;;) {
    skipBlanks(source);
    if (source.peek() !== "|" || source.peek(1) === "|") break;
    source.position += source.peek(1) === "&" ? 2 : 1;
    skipNewlines(source);
    commands.push(parseCommand(source));
  }
  const [only] = commands;
  return only && commands.length === 1 && !negated ? only : { kind: "pipeline", commands, negated };
}

function parseDo(source: Source): Script {
  need(source, "do");
  const body = parseList(source, "");
  need(source, "done");
  return body;
}

function parseIf(source: Source): Command {
  const branches: { condition: Script; body: Script }[] = [];
  let otherwise: Script | undefined;
  do {
    const condition = parseList(source, "");
    need(source, "then");
    branches.push({ condition, body: parseList(source, "") });
  } while (takeReserved(source, "elif"));
  if (takeReserved(source, "else")) otherwise = parseList(source, "");
  need(source, "fi");
  const redirects = readRedirects(source);
  return otherwise ? { kind: "if", branches, otherwise, redirects } : { kind: "if", branches, redirects };
}

function parseFor(source: Source): Command {
  skipBlanks(source);
  const name = plainText(readWord(source, parseList));
  if (name === undefined || !/^[A-Za-z_]\w*$/.test(name)) return source.fail();
  skipNewlines(source);
  let words: Word[] | undefined;
  if (takeReserved(source, "in")) {
    words = [];
    for (;;) {
      skipBlanks(source);
      const word = readWord(source, parseList);
      if (word.length === 0) break;
      words.push(word);
    }
  }
  takeOperator(source, ";");
  skipNewlines(source);
  const body = parseDo(source);
  const redirects = readRedirects(source);
  return words ? { kind: "for", name, words, body, redirects } : { kind: "for", name, body, redirects };
}

function parseCase(source: Source): Command {
  skipBlanks(source);
  const subject = readWord(source, parseList);
  skipNewlines(source);
  need(source, "in");
  const branches: { patterns: Word[]; body: Script }[] = [];
  for (;;) {
    skipNewlines(source);
    if (takeReserved(source, "esac")) break;
    takeOperator(source, "(");
    const patterns: Word[] = [];
    do {
      skipBlanks(source);
      const pattern = readWord(source, parseList);
      if (pattern.length === 0) source.fail();
      patterns.push(pattern);
    } while (takeOperator(source, "|"));
    if (!takeOperator(source, ")")) source.fail();
    branches.push({ patterns, body: parseList(source, ";;") });
    skipNewlines(source);
    takeOperator(source, ";;");
  }
  return { kind: "case", subject, branches, redirects: readRedirects(source) };
}

function parseCondition(source: Source): Command {
  const words: Word[] = [];
  for (;;) {
    do skipBlanks(source);
    while (takeNewline(source));
    const operator = ["&&", "||", "(", ")", "<", ">"].find((candidate) => source.startsWith(candidate));
    if (operator !== undefined) {
      source.position += operator.length;
      words.push([{ kind: "text", text: operator, quoted: false }]);
      continue;
    }
    const word = readWord(source, parseList);
    if (word.length === 0) source.fail();
    if (plainText(word) === "]]") break;
    words.push(word);
  }
  return { kind: "condition", words, redirects: readRedirects(source) };
}

function parseCompound(source: Source): Command | undefined {
  if (takeReserved(source, "if")) return parseIf(source);
  if (takeReserved(source, "for")) return parseFor(source);
  if (takeReserved(source, "case")) return parseCase(source);
  const until = takeReserved(source, "until");
  if (until || takeReserved(source, "while")) {
    const condition = parseList(source, "");
    const body = parseDo(source);
    return { kind: "loop", condition, until, body, redirects: readRedirects(source) };
  }
  if (takeReserved(source, "{")) {
    const body = parseList(source, "");
    need(source, "}");
    return { kind: "group", body, subshell: false, redirects: readRedirects(source) };
  }
  if (takeReserved(source, "[[")) return parseCondition(source);
  if (source.startsWith("((")) {
    source.position += 2;
    const expression = readArithmetic(source, parseList);
    return { kind: "arithmetic", expression, redirects: readRedirects(source) };
  }
  if (takeOperator(source, "(")) {
    const body = parseList(source, ")");
    if (!takeOperator(source, ")")) source.fail();
    return { kind: "group", body, subshell: true, redirects: readRedirects(source) };
  }
  return undefined;
}

function parseFunction(source: Source): Command | undefined {
  const rest = source.text.slice(source.position, source.position + 200);
  const match = /^function[ \t]+([A-Za-z_][\w-]*)[ \t]*(?:\([ \t]*\))?|^([A-Za-z_][\w-]*)[ \t]*\([ \t]*\)/.exec(rest);
  const name = match?.[1] ?? match?.[2];
  if (match === null || name === undefined) return undefined;
  source.position += match[0].length;
  skipNewlines(source);
  return { kind: "function", name, body: parseCommand(source) };
}

function parseCommand(source: Source): Command {
  skipBlanks(source);
  const special = parseFunction(source) ?? parseCompound(source);
  if (special) return special;
  const assignments: { name: string; value: Word; append: boolean }[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    const redirect = readRedirect(source);
    if (redirect) {
      redirects.push(redirect);
      continue;
    }
    skipBlanks(source);
    const word = readWord(source, parseList);
    const [first, ...rest] = word;
    if (!first) break;
    const match = first.kind === "text" && !first.quoted ? /^([A-Za-z_]\w*)(\+?)=(.*)$/s.exec(first.text) : null;
    if (match && words.length === 0) {
      const [, name = "", plus, value = ""] = match;
      assignments.push({ name, append: plus === "+", value: [{ kind: "text", text: value, quoted: false }, ...rest] });
    } else words.push(word);
  }
  if (assignments.length + words.length + redirects.length === 0) source.fail();
  return { kind: "simple", assignments, words, redirects };
}

/** Reads a whole script. @throws ShellSyntaxError */
export function parseShell(text: string): Script {
  const source = createSource(text.startsWith("#!") ? text.slice(text.indexOf("\n") + 1 || text.length) : text);
  const script = parseList(source, "");
  if (source.position < source.text.length) source.fail();
  return script;
}
