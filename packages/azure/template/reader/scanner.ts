import { chars, isDigit, isIdentifier, isSpace } from "./characters.ts";
import { fault, type ExpressionFault } from "../errors/template-error.ts";

/** A scalar or name that was scanned. */
export interface Scanned<T> {
  readonly value: T;
  readonly end: number;
}

/** A reader's complaint: at which offset, and which text. */
export class ScanFault extends Error {
  override readonly name = "ScanFault";
  readonly offset: number;
  readonly inner: ExpressionFault;
  constructor(offset: number, inner: ExpressionFault) {
    super(inner.message);
    this.offset = offset;
    this.inner = inner;
  }
}

const escapes: Readonly<Record<string, string>> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  "\\": "\\",
  '"': '"',
  "'": "'",
  "/": "/",
};

/** Skips white space and both kinds of comments. @throws ScanFault on a comment that does not end. */
export function skipTrivia(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      at++;
    } else if (code === chars.slash) {
      at = skipComment(text, at);
    } else {
      return at;
    }
  }
}

function skipComment(text: string, from: number): number {
  const next = text.charCodeAt(from + 1);
  if (next === chars.asterisk) {
    const end = text.indexOf("*/", from + 2);
    if (end < 0) throw new ScanFault(text.length, fault("jsonEndOfComment"));
    return end + 2;
  }
  if (next !== chars.slash) {
    if (from + 1 >= text.length) throw new ScanFault(text.length, fault("jsonEndOfComment"));
    throw new ScanFault(from + 1, fault("jsonComment", text.charAt(from + 1)));
  }
  let at = from + 2;
  while (at < text.length && text.charCodeAt(at) !== chars.lineFeed && text.charCodeAt(at) !== chars.carriageReturn)
    at++;
  return at;
}

/** A string in either kind of quotes; it may span lines. `from` is the opening quote. */
export function scanString(text: string, from: number): Scanned<string> {
  const quote = text.charCodeAt(from);
  let value = "";
  let start = from + 1;
  for (let at = start; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === quote) return { value: value + text.slice(start, at), end: at + 1 };
    if (code !== chars.backslash) {
      at++;
      continue;
    }
    value += text.slice(start, at);
    const escape = text.charAt(at + 1);
    if (escape === "u") {
      const digits = text.slice(at + 2, at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new ScanFault(at + 2, fault("jsonEscape", `\\u${digits}`));
      value += String.fromCharCode(Number.parseInt(digits, 16));
      at += 6;
    } else {
      const plain = escapes[escape];
      if (plain === undefined) {
        if (escape === "") break;
        throw new ScanFault(at + 1, fault("jsonEscape", `\\${escape}`));
      }
      value += plain;
      at += 2;
    }
    start = at;
  }
  throw new ScanFault(text.length, fault("jsonEndOfString", text.charAt(from)));
}

/** A member name, with quotes or without. */
export function scanName(text: string, from: number): Scanned<string> {
  const code = text.charCodeAt(from);
  if (code === chars.doubleQuote || code === chars.singleQuote) return scanString(text, from);
  if (!isIdentifier(code)) throw new ScanFault(from, fault("jsonPropertyCharacter", text.charAt(from)));
  let at = from + 1;
  while (at < text.length && isIdentifier(text.charCodeAt(at))) at++;
  const next = text.charCodeAt(at);
  if (at < text.length && next !== chars.colon && !isSpace(next) && next !== chars.slash) {
    throw new ScanFault(at, fault("jsonUnquotedProperty", text.charAt(at)));
  }
  return { value: text.slice(from, at), end: at };
}

const words: Readonly<Record<string, null | boolean | number>> = {
  true: true,
  false: false,
  null: null,
  undefined: null,
  // Not finite: JSON has no such numbers, the nearest that a template can carry is null.
  NaN: null,
  Infinity: null,
};

/** A number or a bare word (`true`, `null`, also `undefined` and `NaN`). */
export function scanLiteral(text: string, from: number): Scanned<null | boolean | number> {
  const first = text.charCodeAt(from);
  if (isDigit(first) || first === chars.minus || first === chars.dot) {
    let at = from + 1;
    while (at < text.length && /[0-9a-zA-Z.+-]/.test(text.charAt(at))) at++;
    const token = text.slice(from, at);
    const value = toNumber(token);
    if (value === undefined) throw new ScanFault(at, fault("jsonNumber", token));
    return { value, end: at };
  }
  let at = from;
  while (at < text.length && isIdentifier(text.charCodeAt(at))) at++;
  const word = text.slice(from, at);
  const value = Object.hasOwn(words, word) ? words[word] : undefined;
  if (value === undefined) throw new ScanFault(from, fault("jsonValue", text.charAt(from)));
  return { value, end: at };
}

function toNumber(token: string): number | null | undefined {
  if (token === "-Infinity") return null;
  if (/^-?0[xX][0-9a-fA-F]+$/.test(token)) return (token.startsWith("-") ? -1 : 1) * Number(token.replace("-", ""));
  if (/^-?0[0-7]+$/.test(token)) return Number.parseInt(token, 8);
  if (/^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(token)) return Number(token);
  return undefined;
}
