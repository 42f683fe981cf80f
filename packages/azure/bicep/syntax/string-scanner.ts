import type { DiagnosticTemplate, Span } from "@byocni/base/lang";
import { scanErrors } from "../diagnostics/scan-errors.ts";
import { Char, isHexDigit, isNewLine } from "./characters.ts";
import { TokenKind } from "./token.ts";

/** Where a scanned string token ends and what it is. */
export interface StringTokenEnd {
  readonly kind: TokenKind;
  readonly end: number;
}

export type ReportScanError = <Arguments extends readonly unknown[]>(
  span: Span,
  template: DiagnosticTemplate<Arguments>,
  ...args: Arguments
) => void;

const singleEscapes: Readonly<Record<string, string>> = {
  "\\": "\\",
  "'": "'",
  n: "\n",
  r: "\r",
  t: "\t",
  $: "$",
};
const escapeSequences = ["\\$", "\\'", "\\\\", "\\n", "\\r", "\\t", "\\u{...}"];

/** Scans the rest of a one-line string from `index` (past the opening quote or brace); `start` is the token's start. */
export function scanString(
  text: string,
  start: number,
  index: number,
  isFirst: boolean,
  report: ReportScanError,
): StringTokenEnd {
  const complete = isFirst ? TokenKind.stringComplete : TokenKind.stringRight;
  const length = text.length;
  while (index < length) {
    const unit = text.charCodeAt(index);
    if (unit === Char.quote) return { kind: complete, end: index + 1 };
    if (isNewLine(unit)) {
      report({ start, end: index }, scanErrors.stringNotTerminatedBeforeNewLine);
      return { kind: complete, end: index };
    }
    if (unit === Char.dollar && text.charCodeAt(index + 1) === Char.leftBrace) {
      return { kind: isFirst ? TokenKind.stringLeft : TokenKind.stringMiddle, end: index + 2 };
    }
    if (unit !== Char.backslash) {
      index++;
      continue;
    }
    if (index + 1 >= length) {
      report({ start, end: length }, scanErrors.escapeNotTerminated);
      return { kind: complete, end: length };
    }
    const escape = readEscape(text, index);
    if (escape !== undefined) {
      index = escape.end;
      continue;
    }
    if (text[index + 1] === "u") {
      let end = index + 2;
      if (text.charCodeAt(end) === Char.leftBrace) {
        end++;
        while (isHexDigit(text.charCodeAt(end))) end++;
        if (text.charCodeAt(end) === Char.rightBrace && end > index + 3) end++;
      }
      if (end < length) report({ start: index, end }, scanErrors.unicodeEscapeInvalid);
      index = end;
    } else {
      report({ start: index, end: index + 2 }, scanErrors.escapeNotRecognized, escapeSequences);
      // A line end after the backslash is left to the next round, so that the string stops there.
      index += isNewLine(text.charCodeAt(index + 1)) ? 1 : 2;
    }
  }
  report({ start, end: length }, scanErrors.stringNotTerminated);
  return { kind: complete, end: length };
}

/** Scans the rest of a multi-line string; `dollars` is how many `$` begin a hole in it (0 = none). */
export function scanMultiLineString(
  text: string,
  start: number,
  index: number,
  isFirst: boolean,
  dollars: number,
  report: ReportScanError,
): StringTokenEnd {
  const complete = isFirst ? TokenKind.stringComplete : TokenKind.stringRight;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (unit === Char.dollar) {
      const first = index;
      while (text.charCodeAt(index) === Char.dollar) index++;
      if (dollars > 0 && index - first >= dollars && text.charCodeAt(index) === Char.leftBrace) {
        return { kind: isFirst ? TokenKind.stringLeft : TokenKind.stringMiddle, end: index + 1 };
      }
    } else if (unit === Char.quote) {
      const first = index;
      while (text.charCodeAt(index) === Char.quote) index++;
      if (index - first >= 3) return { kind: complete, end: index };
    } else index++;
  }
  report({ start, end: text.length }, scanErrors.multiLineStringNotTerminated);
  return { kind: complete, end: text.length };
}

/** The character(s) that an escape sequence at `index` stands for, and where it ends. */
function readEscape(text: string, index: number): { readonly value: string; readonly end: number } | undefined {
  const letter = text[index + 1] ?? "";
  if (letter === "u") {
    if (text.charCodeAt(index + 2) !== Char.leftBrace) return undefined;
    let end = index + 3;
    while (isHexDigit(text.charCodeAt(end))) end++;
    if (end === index + 3 || text.charCodeAt(end) !== Char.rightBrace) return undefined;
    const codePoint = Number.parseInt(text.slice(index + 3, end), 16);
    if (!(codePoint <= 0x10ffff)) return undefined;
    return { value: String.fromCodePoint(codePoint), end: end + 1 };
  }
  const value = Object.hasOwn(singleEscapes, letter) ? singleEscapes[letter] : undefined;
  return value === undefined ? undefined : { value, end: index + 2 };
}

/** The value of one token of a string, or undefined when the scanner could not finish it. */
export function stringTokenValue(text: string, start: number, end: number, kind: TokenKind): string | undefined {
  const isFirst = kind === TokenKind.stringComplete || kind === TokenKind.stringLeft;
  const isLast = kind === TokenKind.stringComplete || kind === TokenKind.stringRight;
  const from = start + 1;
  const to = end - (isLast ? 1 : 2);
  if (to < from || (isFirst && text.charCodeAt(start) !== Char.quote)) return undefined;
  if (isLast && text.charCodeAt(to) !== Char.quote) return undefined;
  const raw = text.slice(from, to);
  if (!raw.includes("\\")) return raw;
  let value = "";
  for (let index = from; index < to;) {
    if (text.charCodeAt(index) !== Char.backslash) {
      value += text[index++];
      continue;
    }
    const escape = readEscape(text, index);
    if (escape === undefined || escape.end > to) return undefined;
    value += escape.value;
    index = escape.end;
  }
  return value;
}

/** The value of one token of a multi-line string; `dollars` as in {@link scanMultiLineString}. */
export function multiLineTokenValue(
  text: string,
  start: number,
  end: number,
  kind: TokenKind,
  dollars: number,
): string | undefined {
  const isFirst = kind === TokenKind.stringComplete || kind === TokenKind.stringLeft;
  const isLast = kind === TokenKind.stringComplete || kind === TokenKind.stringRight;
  let from = start + (isFirst ? dollars + 3 : 1);
  const to = end - (isLast ? 3 : dollars + 1);
  if (to < from) return undefined;
  if (isLast && text.slice(to, end) !== "'''") return undefined;
  if (isFirst) {
    // A line end directly after the opening quotes is not part of the value.
    if (text.startsWith("\r\n", from)) from += 2;
    else if (isNewLine(text.charCodeAt(from))) from++;
  }
  return text.slice(Math.min(from, to), to);
}
